package io.ringside.internal.write;

import io.ringside.event.DataDescriptors;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.TakenEvent;
import io.ringside.session.LossCause;
import io.ringside.write.EventClaim;
import io.ringside.write.WriteResult;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What virtual threads write, through the writers of carriers that the test chooses. */
class CarriedWriteTest {
    private static final Thread FIRST = FakeCarriers.newCarrier("first");
    private static final Thread SECOND = FakeCarriers.newCarrier("second");
    /** 64 KiB less record header and virtual thread's item. */
    private static final int MAX_PAYLOAD = 64 * 1024 - 32 - 16;

    private final FakeCarriers carriers = new FakeCarriers();
    private final WriteFixture fixture = new WriteFixture(carriers.threads()).startSessions(1);
    private final MemorySession session = fixture.session(0);
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[128 * 1024]);
    private final EventClaim claim = EventClaim.create();
    private final long ownId = Thread.currentThread().getId();

    /** The ways to write an event. */
    enum Way {
        HANDLE, WRITER, BLOCKS, CLAIM
    }

    /** A payload's buffer that does something while it is copied. */
    private static final class ActingBuffer extends UnsafeBuffer {
        private final Runnable action;

        ActingBuffer(final Runnable action) {
            super(new byte[8]);
            this.action = action;
        }

        @Override
        public byte[] byteArray() {
            // Asked for while the payload is copied.
            action.run();
            return super.byteArray();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldWriteIntoTheLaneOfTheCarrierWithTheIdOfTheThread(final Way way) {
        carriers.mount(FIRST);
        assertThat(write(way, 1, 20)).isEqualTo(ResultBits.WRITTEN);
        carriers.mount(SECOND);
        assertThat(write(way, 2, 8)).isEqualTo(ResultBits.WRITTEN);
        carriers.mount(FIRST);
        assertThat(write(way, 3, 9)).isEqualTo(ResultBits.WRITTEN);

        final List<TakenEvent> events = session.takeAll();
        assertThat(events).extracting(TakenEvent::value).containsExactly(1L, 3L, 2L);
        assertThat(events).extracting(TakenEvent::ownerThreadId)
                .containsExactly(FIRST.getId(), FIRST.getId(), SECOND.getId());
        assertThat(events).allMatch(event -> event.virtualThreadId() == ownId);
        assertThat(events).extracting(event -> event.payload().length).containsExactly(20, 9, 8);
        session.assertBalanced();
    }

    @Test
    void shouldCommitAClaimIntoTheLaneOfTheCarrierOfThatMoment() {
        carriers.mount(FIRST);
        assertThat(fixture.event().tryClaim(claim, 8)).isTrue();
        claim.buffer().putLong(0, 42);
        assertThat(claim.buffer().capacity()).isEqualTo(8);
        carriers.mount(SECOND);

        assertThat(claim.commit()).isEqualTo(ResultBits.WRITTEN);

        assertThat(claim.isOpen()).isFalse();
        assertThat(session.takeAll()).singleElement().matches(event -> event.value() == 42
                && event.ownerThreadId() == SECOND.getId() && event.virtualThreadId() == ownId);
        assertThat(fixture.threads().writers()).hasSize(2);
        session.assertBalanced();
    }

    @Test
    void shouldHoldNoLaneWhileAClaimIsOpen() {
        carriers.mount(FIRST);
        assertThat(fixture.event().tryClaim(claim, 8)).isTrue();
        assertThat(session.pool().freeLanes()).isEqualTo(2);
        assertThat(session.wanted()).isZero();
        bytes.putLong(0, 1);
        assertThat(fixture.event().write(bytes, 0, 8)).isEqualTo(ResultBits.WRITTEN);
        claim.buffer().putLong(0, 2);
        claim.commit();

        assertThat(session.takeAll()).extracting(TakenEvent::lane).containsExactly(0, 0);
        assertThat(session.takeValues()).containsExactly(1L, 2L);
    }

    @Test
    void shouldMakeTheCommitTheAttempt() {
        carriers.mount(FIRST);
        fixture.event().tryClaim(claim, 8);
        fixture.want(0);
        assertThat(claim.commit()).isEqualTo(WriteResult.NOT_WANTED);
        fixture.want(1);
        fixture.event().tryClaim(claim, 8);
        claim.abort();
        assertThat(claim.commit()).isEqualTo(WriteResult.INVALID_HANDLE);
        fixture.event().tryClaim(EventClaim.create(), 8);
        assertThat(session.wanted()).isZero();

        fixture.event().tryClaim(claim, 8);
        fixture.end(0);
        final MemorySession next = fixture.start(1, 1, LaneGeometry.MIN_LANE_BYTES);
        fixture.want(2);
        claim.buffer().putLong(0, 5);
        assertThat(claim.commit()).isEqualTo(ResultBits.WRITTEN);
        assertThat(next.takeValues()).containsExactly(5L);
    }

    @Test
    void shouldReuseTheRoomOfClosedClaimsAndNoOther() {
        carriers.mount(FIRST);
        final EventClaim other = EventClaim.create();
        fixture.event().tryClaim(claim, 8);
        fixture.event().tryClaim(other, 8);
        claim.buffer().putLong(0, 1);
        other.buffer().putLong(0, 2);
        assertThat(carriers.scratch().free()).isZero();
        claim.commit();
        assertThat(carriers.scratch().free()).isEqualTo(1);
        // Opens again in the room given back; aborted by being claimed again, it is given back once.
        fixture.event().tryClaim(claim, 200);
        assertThat(carriers.scratch().free()).isZero();
        fixture.event().tryClaim(claim, 8);
        claim.buffer().putLong(0, 3);
        other.commit();
        claim.commit();
        assertThat(carriers.scratch().free()).isEqualTo(2);

        // Too small for this one, and replaced.
        fixture.event().tryClaim(claim, 1000);
        assertThat(claim.buffer().capacity()).isEqualTo(1000);
        claim.abort();
        assertThat(carriers.scratch().free()).isEqualTo(2);
        assertThat(session.takeValues()).containsExactly(1L, 2L, 3L);
    }

    @Test
    void shouldKeepAClaimsBytesWhateverIsDoneWithItsView() {
        carriers.mount(FIRST);
        fixture.event().tryClaim(claim, 8);
        claim.buffer().putLong(0, 7);
        claim.buffer().wrap(new byte[1]);
        assertThat(claim.commit()).isEqualTo(ResultBits.WRITTEN);
        assertThat(session.takeValues()).containsExactly(7L);
    }

    @Test
    void shouldLetAClaimBeClosedByItsThreadOnly() {
        carriers.mount(FIRST);
        fixture.event().tryClaim(claim, 8);
        claim.buffer().putLong(0, 7);
        assertThat(CompletableFuture.supplyAsync(claim::commit).join()).isEqualTo(WriteResult.INVALID_HANDLE);
        CompletableFuture.runAsync(claim::abort).join();
        assertThat(CompletableFuture.supplyAsync(() -> fixture.event().tryClaim(claim, 8)).join()).isFalse();
        assertThat(claim.isOpen()).isTrue();
        assertThat(session.wanted()).isZero();

        assertThat(claim.commit()).isEqualTo(ResultBits.WRITTEN);
        assertThat(session.takeValues()).containsExactly(7L);
    }

    @ParameterizedTest
    @EnumSource
    void shouldCountTheItemInTheLargestEvent(final Way way) {
        carriers.mount(FIRST);
        fixture.end(0);
        final MemorySession large = fixture.start(0, 1, 512 * 1024);
        fixture.want(1);

        assertThat(write(way, 1, MAX_PAYLOAD)).isEqualTo(ResultBits.WRITTEN);
        assertThat(large.takeAll()).singleElement().matches(event -> event.bytes().length == 64 * 1024);
        for (final int length : new int[]{MAX_PAYLOAD + 1, MAX_PAYLOAD + 16, MAX_PAYLOAD + 17, 70_000}) {
            final long result = write(way, 1, length);
            assertThat(WriteResult.status(result)).isEqualTo(WriteResult.Status.ARITHMETIC_OVERFLOW);
            assertThat(WriteResult.lost(result, LossCause.TOO_LARGE)).isEqualTo(1);
        }
        assertThat(fixture.event().tryClaim(claim, Integer.MAX_VALUE)).isFalse();
        assertThat(WriteResult.status(claim.result())).isEqualTo(WriteResult.Status.ARITHMETIC_OVERFLOW);
        assertThat(large.lost(LossCause.TOO_LARGE)).isEqualTo(5);
        large.assertBalanced();
    }

    @ParameterizedTest
    @EnumSource
    void shouldCountTheItemInTheLargestEventOfALane(final Way way) {
        carriers.mount(FIRST);
        final int max = session.lanes().get(0).writer().maxPayloadBytes() - 16;
        assertThat(write(way, 1, max)).isEqualTo(ResultBits.WRITTEN);
        assertThat(WriteResult.status(write(way, 1, max + 1))).isEqualTo(WriteResult.Status.MORE_DATA);
        assertThat(session.takeAll()).singleElement().matches(event -> event.payload().length == max);
        session.assertBalanced();
    }

    @ParameterizedTest
    @EnumSource
    void shouldReachEverySessionThatWantsTheEvent(final Way way) {
        fixture.startSessions(3);
        carriers.mount(FIRST);
        assertThat(write(way, 5, 9)).isEqualTo(3 * ResultBits.WRITTEN);
        for (int slot = 0; slot < 3; slot++) {
            assertThat(fixture.session(slot).takeAll()).singleElement()
                    .matches(event -> event.value() == 5 && event.virtualThreadId() == ownId);
        }
    }

    @Test
    void shouldCountWhatAThreadsOwnBufferWritesAsLost() {
        carriers.mount(FIRST);
        final long[] inner = new long[3];
        final EventClaim nested = EventClaim.create();
        fixture.event().tryClaim(claim, 8);
        final DirectBuffer nesting = new ActingBuffer(() -> {
            inner[0] = fixture.event().write();
            inner[1] = fixture.event().tryClaim(nested, 8) ? 0 : nested.result();
            inner[2] = claim.commit();
        });
        assertThat(fixture.event().write(nesting, 0, 8)).isEqualTo(ResultBits.WRITTEN);
        assertThat(inner).containsExactly(ResultBits.NO_LANE, ResultBits.NO_LANE, WriteResult.INVALID_HANDLE);
        assertThat(session.wanted()).isEqualTo(3);
        assertThat(session.lost(LossCause.NO_LANE)).isEqualTo(2);
        assertThat(claim.commit()).isEqualTo(ResultBits.WRITTEN);
        session.assertBalanced();
    }

    @Test
    void shouldGiveTheCarrierAnotherWriterWhileABufferHasParkedInsideOfItsOwn() {
        carriers.mount(FIRST);
        final WritingThread occupied = fixture.writer();
        final long[] others = new long[2];
        final DirectBuffer parking = new ActingBuffer(() -> {
            others[0] = CompletableFuture.supplyAsync(() -> fixture.event().write(bytes, 0, 8)).join();
            // It comes back on another carrier, as its own has died.
            carriers.mount(SECOND);
            assertThat(occupied.isQuiet()).isFalse();
            assertThat(occupied.isAlive()).isTrue();
            others[1] = CompletableFuture.supplyAsync(() -> occupied.write(fixture.event(), bytes, 0, 8)).join();
        });
        fixture.start(0, 3, LaneGeometry.MIN_LANE_BYTES);

        assertThat(fixture.event().write(parking, 0, 8)).isEqualTo(ResultBits.WRITTEN);

        assertThat(others).containsOnly(ResultBits.WRITTEN);
        assertThat(fixture.session(0).takeAll()).extracting(TakenEvent::lane).containsExactly(0, 1, 2);
        assertThat(fixture.session(0).takeAll()).extracting(TakenEvent::virtualThreadId)
                .first().isEqualTo(ownId);
        assertThat(fixture.threads().writers()).hasSize(3);
        assertThat(occupied.isQuiet()).isTrue();
        assertThat(occupied.isAlive()).isFalse();
        fixture.session(0).assertBalanced();
    }

    @Test
    void shouldKnowThatACarrierHasEnded() throws InterruptedException {
        final Thread ended = new Thread(() -> {});
        carriers.mount(ended);
        fixture.event().write(bytes, 0, 8);
        final WritingThread writer = fixture.writer();
        ended.start();
        ended.join();
        assertThat(writer.isAlive()).isFalse();
        assertThat(session.pool().freeLanes()).isEqualTo(1);

        fixture.reclaim(writer);

        assertThat(session.pool().freeLanes()).isEqualTo(2);
        assertThat(fixture.threads().writers()).isEmpty();
    }

    private long write(final Way way, final long value, final int length) {
        bytes.putLong(0, value);
        return switch (way) {
            case HANDLE -> fixture.event().write(bytes, 0, length);
            case WRITER -> fixture.event().write(bytes, 0, length);
            case BLOCKS -> fixture.event()
                    .write(new DataDescriptors().add(bytes, 0, 3).add(bytes, 3, length - 3));
            case CLAIM -> {
                if (fixture.event().tryClaim(claim, length)) {
                    claim.buffer().putBytes(0, bytes, 0, length);
                    claim.commit();
                }
                yield claim.result();
            }
        };
    }
}
