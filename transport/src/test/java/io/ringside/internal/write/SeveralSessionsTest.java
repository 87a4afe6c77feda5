package io.ringside.internal.write;

import io.ringside.event.DataDescriptors;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.TakenEvent;
import io.ringside.internal.session.ProviderEnablements;
import io.ringside.session.Enablement;
import io.ringside.session.LossCause;
import io.ringside.write.EventClaim;
import io.ringside.write.WriteResult;
import io.ringside.write.WriteStatus;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** One write, several sessions. */
class SeveralSessionsTest {
    private static final int SMALL_LANE = LaneGeometry.MIN_LANE_BYTES;
    private static final int LARGE_LANE = 512 * 1024;
    /** More than a small lane takes. */
    private static final int LARGE_PAYLOAD = 20_000;

    private final UnsafeBuffer source = new UnsafeBuffer(new byte[LARGE_PAYLOAD]);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 64})
    @DisplayName("R2.11 every session that wants an event has it, with the same time and contents")
    void shouldGiveAllSessionsTheSameRecord(final int count) {
        final WriteFixture fixture = WriteFixture.withSessions(count);
        final WritingThread writer = fixture.writer();
        source.setMemory(0, 100, (byte) 7);
        final EventClaim claim = EventClaim.create();

        assertWritten(count, writer.write(fixture.event(0)));
        assertWritten(count, writer.write(fixture.event(1), source, 0, 100));
        assertWritten(count, writer.write(fixture.event(2), new DataDescriptors().add(source, 0, 9).add(source, 0, 4)));
        assertThat(writer.tryClaim(fixture.event(1), claim, 5)).isTrue();
        claim.buffer().setMemory(0, 5, (byte) 3);
        assertWritten(count, claim.commit());

        final List<TakenEvent> first = fixture.session(0).takeAll();
        assertThat(first).hasSize(4);
        assertThat(first.get(3).payload()).containsExactly(3, 3, 3, 3, 3);
        for (int slot = 0; slot < count; slot++) {
            assertThat(fixture.session(slot).takeAll()).extracting(TakenEvent::bytes)
                    .containsExactly(first.stream().map(TakenEvent::bytes).toArray(byte[][]::new));
            fixture.session(slot).assertBalanced();
        }
    }

    @Test
    @DisplayName("R2.11 of sessions with levels 1, 3 and 5, an event of level 3 reaches two, as the same record")
    void shouldReachTheSessionsWhoseEnablementAccepts() {
        final WriteFixture fixture = WriteFixture.withSessions(3);
        final ProviderEnablements enablements = ProviderEnablements.NONE.with(0, Enablement.of(1, 1, 0))
                .with(1, Enablement.of(3, 1, 0)).with(2, Enablement.of(5, 1, 0));
        fixture.want(0, enablements.eventMask(EventDescriptor.of(1, Level.WARNING, 1), "e"));

        assertWritten(2, fixture.event(0).write(source, 0, 8));

        assertThat(fixture.session(0).takeAll()).isEmpty();
        assertThat(fixture.session(1).takeAll()).singleElement().extracting(TakenEvent::bytes)
                .isEqualTo(fixture.session(2).takeAll().get(0).bytes());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("R4.30 an event too large for one session is a success, in the other, and lost once in the first")
    void shouldKeepSessionsIndependentWhenAnEventIsTooLargeForOne(final boolean claimed) {
        final WriteFixture fixture = new WriteFixture();
        final MemorySession small = fixture.start(0, 1, SMALL_LANE);
        final MemorySession large = fixture.start(1, 1, LARGE_LANE);
        fixture.want(0b11);

        final long result = write(fixture, LARGE_PAYLOAD, claimed);

        assertOneLost(result, LossCause.TOO_LARGE);
        assertThat(large.takeAll()).singleElement().matches(event -> event.payload().length == LARGE_PAYLOAD);
        assertThat(small.takeAll()).isEmpty();
        assertThat(small.lost(LossCause.TOO_LARGE)).isEqualTo(1).isEqualTo(small.lost());
        assertThat(large.lost()).isZero();
        small.assertBalanced();
        large.assertBalanced();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("R4.30 a session that is full takes nothing from the other")
    void shouldKeepSessionsIndependentWhenOneIsFull(final boolean claimed) {
        final WriteFixture fixture = new WriteFixture();
        final MemorySession full = fixture.start(0, 1, SMALL_LANE);
        final MemorySession empty = fixture.start(1, 1, SMALL_LANE);
        fixture.want(0b01);
        long result;
        do {
            result = fixture.event().write(source, 0, 100);
        } while (result == ResultBits.WRITTEN);
        fixture.want(0b11);

        assertOneLost(write(fixture, 100, claimed), LossCause.FULL);

        assertThat(empty.takeAll()).hasSize(1);
        assertThat(full.lost(LossCause.FULL)).isEqualTo(2);
        full.assertBalanced();
        empty.assertBalanced();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    @DisplayName("R4.30 a session without a lane, or without memory, takes nothing from the other")
    void shouldKeepSessionsIndependentWhenOneHasNoLane(final int lanes) {
        final WriteFixture fixture = new WriteFixture();
        final MemorySession without = fixture.start(0, lanes, SMALL_LANE);
        final MemorySession with = fixture.start(1, 2, SMALL_LANE);
        if (lanes == 1) {
            assertThat(without.pool().take()).isNotNull();
        }
        fixture.want(0b11);
        final LossCause cause = lanes == 0 ? LossCause.NOT_ATTACHED : LossCause.NO_LANE;

        assertOneLost(write(fixture, 100, false), cause);
        assertOneLost(write(fixture, 100, true), cause);

        assertThat(with.takeAll()).hasSize(2);
        assertThat(without.lost(cause)).isEqualTo(2).isEqualTo(without.lost());
        with.assertBalanced();
    }

    @Test
    void shouldCountEachCauseInItsSessionWhenNoneHasTheEvent() {
        final WriteFixture fixture = new WriteFixture();
        fixture.start(0, 0, SMALL_LANE);
        fixture.start(1, 1, SMALL_LANE);
        fixture.start(2, 1, SMALL_LANE).pool().take();
        fixture.want(0b111);

        for (final boolean claimed : new boolean[]{false, true}) {
            final long result = write(fixture, LARGE_PAYLOAD, claimed);
            assertThat(WriteResult.wanted(result)).isEqualTo(WriteResult.lost(result)).isEqualTo(3);
            assertThat(WriteResult.lost(result, LossCause.NOT_ATTACHED)).isEqualTo(1);
            assertThat(WriteResult.lost(result, LossCause.TOO_LARGE)).isEqualTo(1);
            assertThat(WriteResult.lost(result, LossCause.NO_LANE)).isEqualTo(1);
            assertThat(WriteResult.status(result)).isEqualTo(WriteStatus.MORE_DATA);
        }
        for (int slot = 0; slot < 3; slot++) {
            assertThat(fixture.session(slot).lost()).isEqualTo(2);
            fixture.session(slot).assertBalanced();
        }
    }

    @Test
    void shouldGiveASessionThatTookOverASlotNothingOfTheOneBefore() {
        final WriteFixture fixture = WriteFixture.withSessions(1);
        fixture.event().write(source, 0, 8);
        final MemorySession before = fixture.end(0);
        assertThat(fixture.event().write(source, 0, 8)).isEqualTo(WriteResult.NOT_WANTED);

        final MemorySession after = fixture.start(0, 2, SMALL_LANE);
        fixture.want(1);
        assertWritten(1, fixture.event().write(source, 0, 9));

        assertThat(before.takeAll()).singleElement().matches(event -> event.payload().length == 8);
        assertThat(after.takeAll()).singleElement().matches(event -> event.payload().length == 9);
        before.assertBalanced();
        after.assertBalanced();
    }

    private long write(final WriteFixture fixture, final int length, final boolean claimed) {
        if (!claimed) {
            return fixture.writer().write(fixture.event(), source, 0, length);
        }
        final EventClaim claim = EventClaim.create();
        return fixture.writer().tryClaim(fixture.event(), claim, length) ? claim.commit() : claim.result();
    }

    private static void assertWritten(final int count, final long result) {
        assertThat(WriteResult.status(result)).isEqualTo(WriteStatus.OK);
        assertThat(WriteResult.wanted(result)).isEqualTo(WriteResult.written(result)).isEqualTo(count);
    }

    private static void assertOneLost(final long result, final LossCause cause) {
        assertThat(WriteResult.status(result)).isEqualTo(WriteStatus.OK);
        assertThat(WriteResult.wanted(result)).isEqualTo(2);
        assertThat(WriteResult.written(result)).isEqualTo(1);
        assertThat(WriteResult.lost(result)).isEqualTo(WriteResult.lost(result, cause)).isEqualTo(1);
    }
}
