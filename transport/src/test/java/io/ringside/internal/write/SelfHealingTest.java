package io.ringside.internal.write;

import io.ringside.event.DataDescriptors;
import io.ringside.internal.event.PayloadCopy;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.lane.TakenEvent;
import io.ringside.session.LossCause;
import io.ringside.write.EventClaim;
import io.ringside.write.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** A write that is cut off by something thrown between its attempt and its outcome. */
class SelfHealingTest {
    /** How often a copy asks a buffer for its memory. */
    private static final int CALLS_PER_COPY = 3;
    /** Bytes that are asked for by each session; fewer are copied from the first one's lane. */
    private static final int LONG = PayloadCopy.FEW;

    private final Error error = new StackOverflowError("thrown by a test");
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[8]);

    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "3, false", "1, true", "2, true", "3, true"})
    void shouldCountAnErrorInTheSessionsThatAnEventHasNotReached(final int sessions, final boolean gathered) {
        final int callsBefore = gathered ? 0 : 1;
        for (int call = 1; call <= callsBefore + sessions * CALLS_PER_COPY; call++) {
            final WriteFixture fixture = WriteFixture.withSessions(sessions);
            final WritingThread writer = fixture.writer();
            final FailingBuffer failing = FailingBuffer.throwing(LONG, error);
            final DataDescriptors blocks = new DataDescriptors().add(bytes, 0, 1).add(failing, 0, LONG);
            failing.at(call);

            final Throwable thrown = gathered
                    ? catchThrowable(() -> fixture.event().write(blocks))
                    : catchThrowable(() -> fixture.event().write(failing, 0, LONG));

            assertThat(thrown).isSameAs(error);
            assertThat(writer.isInside()).isFalse();
            final boolean begun = call > callsBefore;
            final int reached = begun ? (call - callsBefore - 1) / CALLS_PER_COPY : 0;
            assertThat(fixture.event().write()).isEqualTo(sessions * ResultBits.WRITTEN);
            for (int slot = 0; slot < sessions; slot++) {
                final MemorySession session = fixture.session(slot);
                assertThat(session.lost(LossCause.ERROR)).isEqualTo(begun && slot >= reached ? 1 : 0);
                assertThat(session.takeAll()).hasSize(slot < reached ? 2 : 1);
                session.assertBalanced();
            }
        }
    }

    /** Enabled by a session that does not stand here, it is looked at, and is no attempt that heals the one before. */
    @Test
    void shouldCountAnErrorBehindWhichAnEventIsNotWanted() {
        final WriteFixture fixture = WriteFixture.withSessions(1);
        final MemorySession session = fixture.session(0);
        fixture.event().write(bytes, 0, 8);
        throwIn(fixture, 8);
        fixture.want(1L << 5);
        assertThat(fixture.event().write(bytes, 0, 8)).isEqualTo(WriteResult.NOT_WANTED);
        fixture.want(1);
        for (int i = 0; i < 3; i++) {
            assertThat(fixture.event().write(bytes, 0, 8)).isEqualTo(ResultBits.WRITTEN);
        }
        assertThat(session.takeAll()).hasSize(4);
        assertThat(session.lost(LossCause.ERROR)).isOne();
        assertThat(session.lost()).isOne();
        session.assertBalanced();
    }

    @Test
    void shouldCountAnErrorWhereALostEventWasBefore() {
        final WriteFixture fixture = WriteFixture.withSessions(1);
        final MemorySession session = fixture.session(0);
        final UnsafeBuffer large = new UnsafeBuffer(new byte[20_000]);

        fixture.event().write(large, 0, 20_000);
        throwIn(fixture, 8);
        throwIn(fixture, 8);
        fixture.event().write(large, 0, 20_000);
        fixture.event().write(bytes, 0, 8);
        throwIn(fixture, 8);

        session.takeAll();
        assertThat(session.taken(0).lost(LossCause.ERROR)).isEqualTo(2);
        assertThat(session.taken(0).nextNumber()).as("the last one has no outcome before the next attempt")
                .isEqualTo(5);
        fixture.event().write(bytes, 0, 8);
        assertThat(session.takeAll()).extracting(TakenEvent::number).containsExactly(4L, 6L);
        assertThat(session.lost(LossCause.ERROR)).isEqualTo(3);
        assertThat(session.lost(LossCause.TOO_LARGE)).isEqualTo(2);
        session.assertBalanced();
    }

    @Test
    void shouldHealAtTheEndOfTheSession() {
        final WriteFixture fixture = WriteFixture.withSessions(1);
        throwIn(fixture, 8);
        final MemorySession session = fixture.end(0);
        assertThat(session.lost(LossCause.ERROR)).isEqualTo(1);
        session.assertBalanced();
    }

    @Test
    void shouldHealWhenAClaimFollows() {
        final WriteFixture fixture = WriteFixture.withSessions(1);
        final EventClaim claim = EventClaim.create();
        throwIn(fixture, 8);
        assertThat(fixture.event().tryClaim(claim, 8)).isTrue();
        assertThat(fixture.session(0).lost(LossCause.ERROR)).isEqualTo(1);
        assertThat(claim.commit()).isEqualTo(ResultBits.WRITTEN);
        assertThat(fixture.session(0).takeAll()).extracting(TakenEvent::number).containsExactly(1L);
        fixture.session(0).assertBalanced();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCloseAClaimThatWasCutOffWhileItWasOpenedOrClosed(final boolean claims) {
        final WriteFixture fixture = WriteFixture.withSessions(1);
        final MemorySession session = fixture.session(0);
        final WritingThread writer = fixture.writer();
        final EventClaim claim = EventClaim.create();
        for (int i = 0; i < 3; i++) {
            assertThat(writer.takeLanes()).isTrue();
            cutOffClaim(writer, session);
            final long result = claims && fixture.event().tryClaim(claim, 8)
                    ? claim.commit()
                    : fixture.event().write();
            assertThat(result).isEqualTo(ResultBits.WRITTEN);
        }
        assertThat(session.takeAll()).hasSize(3).extracting(TakenEvent::lane).containsOnly(0);
        assertThat(session.lost()).isZero();
        session.assertBalanced();
    }

    @Test
    void shouldWriteTheFirstLaneAgainOnceItsClaimIsClosed() {
        final WriteFixture fixture = WriteFixture.withSessions(1);
        final UnsafeBuffer payload = new UnsafeBuffer(BufferUtil.allocateDirectAligned(Long.BYTES, Long.BYTES));
        final EventClaim claim = EventClaim.create();
        assertThat(fixture.event().tryClaim(claim, Long.BYTES)).isTrue();
        assertThat(fixture.event().write(payload, 0, Long.BYTES)).isEqualTo(ResultBits.WRITTEN);
        assertThat(claim.commit()).isEqualTo(ResultBits.WRITTEN);
        assertThat(fixture.event().write(payload, 0, Long.BYTES)).isEqualTo(ResultBits.WRITTEN);

        assertThat(fixture.session(0).takeAll()).extracting(TakenEvent::lane).containsExactlyInAnyOrder(0, 1, 0);
    }

    @Test
    void shouldHealACommitThatWasCutOffAlsoWhenAShortWriteFollowsAnotherClaim() {
        final WriteFixture fixture = WriteFixture.withSessions(1);
        final MemorySession session = fixture.session(0);
        final WritingThread writer = fixture.writer();
        final UnsafeBuffer payload = new UnsafeBuffer(BufferUtil.allocateDirectAligned(Long.BYTES, Long.BYTES));
        assertThat(fixture.event().write(payload, 0, Long.BYTES)).isEqualTo(ResultBits.WRITTEN);
        final LaneWriter lane = writer.lastLane;
        assertThat(lane).isNotNull();
        // What an error leaves behind an attempt that a commit has counted.
        lane.reserveAhead(Long.BYTES);
        lane.claim();
        writer.changing = lane;
        writer.isChanging = true;
        writer.isLastFree = false;
        lane.attempt();

        final EventClaim claim = EventClaim.create();
        assertThat(fixture.event().tryClaim(claim, Long.BYTES)).isTrue();
        claim.abort();
        assertThat(fixture.event().write(payload, 0, Long.BYTES)).isEqualTo(ResultBits.WRITTEN);

        assertThat(session.takeAll()).hasSize(2);
        assertThat(session.lost(LossCause.ERROR)).isEqualTo(1);
        session.assertBalanced();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCloseAClaimThatWasCutOffBeforeAnotherSessionsClaimIsOpenedOrClosed(final boolean open) {
        final WriteFixture fixture = WriteFixture.withSessions(2);
        final WritingThread writer = fixture.writer();
        final EventClaim claim = EventClaim.create();
        assertThat(writer.takeLanes()).isTrue();
        fixture.want(0b01);
        if (open) {
            assertThat(fixture.event().tryClaim(claim, 8)).isTrue();
        }
        final LaneWriter cutOff = cutOffClaim(writer, fixture.session(1));

        assertThat(open || fixture.event().tryClaim(claim, 8)).isTrue();
        assertThat(claim.commit()).isEqualTo(ResultBits.WRITTEN);

        assertThat(cutOff.isClaimed()).isFalse();
        assertThat(fixture.session(1).wanted()).isZero();
        fixture.session(0).assertBalanced();
    }

    /** What an error leaves in the middle of opening or closing a claim: marked, and nobody's. */
    private static LaneWriter cutOffClaim(final WritingThread writer, final MemorySession session) {
        final LaneWriter lane = session.lanes().get(0).writer();
        lane.reserveAhead(100);
        lane.claim();
        writer.changing = lane;
        writer.isChanging = true;
        return lane;
    }

    @Test
    void shouldHealBeforeAnotherThreadTakesTheLane() throws InterruptedException {
        final WriteFixture fixture = new WriteFixture();
        final MemorySession session = fixture.start(0, 1, LaneGeometry.MIN_LANE_BYTES);
        fixture.want(1);
        final List<Long> owners = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            final Thread thread = new Thread(() -> {
                owners.add(Thread.currentThread().getId());
                fixture.event().write(bytes, 0, 8);
                throwIn(fixture, 8);
                fixture.writer();
            });
            thread.start();
            thread.join();
            fixture.reclaim(fixture.threads().writers().get(0));
        }
        fixture.event().write(bytes, 0, 8);
        owners.add(Thread.currentThread().getId());

        assertThat(session.takeAll()).extracting(TakenEvent::ownerThreadId).isEqualTo(owners);
        assertThat(session.lost(LossCause.ERROR)).isEqualTo(3);
        session.assertBalanced();
    }

    @Test
    void shouldCountWhatABufferTriesToWriteAsLost() {
        final WriteFixture fixture = WriteFixture.withSessions(2);
        final WritingThread writer = fixture.writer();
        final EventClaim claim = EventClaim.create();
        final EventClaim open = EventClaim.create();
        assertThat(fixture.event().tryClaim(open, 8)).isTrue();
        final List<Long> results = new ArrayList<>();
        final FailingBuffer writing = new FailingBuffer(LONG, () -> {
            results.add(fixture.event().write());
            results.add(fixture.event().write(bytes, 0, 8));
            results.add(fixture.event().write(new DataDescriptors().add(bytes, 0, 8)));
            results.add(fixture.event().tryClaim(claim, 8) ? 0 : claim.result());
            assertThat(open.commit()).isEqualTo(WriteResult.INVALID_HANDLE);
            assertThat(writer.takeLanes()).isFalse();
            assertThat(writer.isInside()).isTrue();
        });
        for (int call = 2; call <= 2 * CALLS_PER_COPY + 1; call++) {
            assertThat(fixture.event().write(writing.at(call), 0, LONG)).isEqualTo(2 * ResultBits.WRITTEN);
        }
        assertThat(open.commit()).isEqualTo(2 * ResultBits.WRITTEN);

        assertThat(results).hasSize(4 * 2 * CALLS_PER_COPY).containsOnly(2 * ResultBits.NO_LANE);
        for (int slot = 0; slot < 2; slot++) {
            assertThat(fixture.session(slot).takeAll()).hasSize(2 * CALLS_PER_COPY + 1);
            assertThat(fixture.session(slot).lost(LossCause.NO_LANE)).isEqualTo(results.size());
            assertThat(fixture.session(slot).lost()).isEqualTo(results.size());
            fixture.session(slot).assertBalanced();
        }
    }

    @Test
    void shouldStayBalancedWhileManyWritesAreCutOff() {
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        System.out.println("SelfHealingTest: repeat with -Dringside.seed=" + seed);
        final Random random = new Random(seed);
        final WriteFixture fixture = WriteFixture.withSessions(1);
        final MemorySession session = fixture.session(0);
        final FailingBuffer failing = FailingBuffer.throwing(3_000, error);
        final List<Long> written = new ArrayList<>();
        long thrown = 0;
        for (int i = 0; i < 100_000; i++) {
            failing.putLong(0, i);
            failing.at(random.nextInt(5) == 0 ? 2 + random.nextInt(CALLS_PER_COPY) : 0);
            try {
                if (fixture.event().write(failing, 0,
                        8 + random.nextInt(random.nextInt(3_000 - 8) + 1)) == ResultBits.WRITTEN) {
                    written.add((long) i);
                }
            } catch (final StackOverflowError e) {
                thrown++;
            }
            if (random.nextInt(20) == 0) {
                session.taken(0).take(random.nextInt(200));
            }
        }
        fixture.event().tryClaim(EventClaim.create(), 0);

        assertThat(session.takeValues()).as("seed %s", seed).isEqualTo(written);
        assertThat(session.lost(LossCause.ERROR)).isEqualTo(thrown).isPositive();
        assertThat(session.lost(LossCause.FULL)).isPositive();
        session.assertBalanced();
    }

    private void throwIn(final WriteFixture fixture, final int length) {
        final FailingBuffer failing = FailingBuffer.throwing(length, error).at(2);
        assertThat(catchThrowable(() -> fixture.event().write(failing, 0, length))).isSameAs(error);
    }
}
