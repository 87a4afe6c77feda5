package io.ringside.internal.write;

import io.ringside.event.DataDescriptors;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.TakenEvent;
import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.internal.registry.ClockPair;
import io.ringside.write.EventClaim;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Times that callers give, by every way to write, on either clock. */
class GivenTimeTest {
    private static final long TICKS = 123_456_789_012L;
    private static final int FORMS = 6;

    private final WriteFixture fixture = new WriteFixture();
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[64]);
    private final WriteOptions options = new WriteOptions();
    private final EventClaim claim = EventClaim.create();

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldKeepTicksByAllForms(final int sessions) {
        fixture.startSessions(sessions);
        writeAllForms(options.timeTicks(TICKS));
        for (int slot = 0; slot < sessions; slot++) {
            assertThat(times(slot)).hasSize(FORMS).containsOnly(TICKS);
        }
    }

    @Test
    void shouldKeepTimesOfTheWallClockByTheClocksOfEachSessionsStart() {
        fixture.startSessions(2);
        fixture.session(0).pool().start(new ClockPair(1_000_000, 400), 0);
        fixture.session(1).pool().start(new ClockPair(1_000_000, 500), 20);
        writeAllForms(options.timeNs(1_000_007));
        assertThat(times(0)).hasSize(FORMS).containsOnly(407L);
        assertThat(times(1)).as("in a time namespace").hasSize(FORMS).containsOnly(527L);
    }

    @Test
    void shouldKeepATimeBesideOtherOptions() {
        fixture.startSessions(1);
        writeAllForms(options.timeTicks(TICKS).activity(1, 2).related(3, 4));
        assertThat(times(0)).hasSize(FORMS).containsOnly(TICKS);
    }

    @Test
    void shouldReadTheClockAgainWhenNoTimeIsGiven() {
        fixture.startSessions(1);
        final long before = System.nanoTime();
        writeAllForms(options.timeTicks(TICKS).timeOfClock());
        writeAllForms(options.timeNs(TICKS).reset());
        assertThat(times(0)).hasSize(2 * FORMS).allMatch(time -> time >= before && time <= System.nanoTime());
    }

    @Test
    @DisplayName("R1.17 a \"timestamp override\" is the event's time where types count, and payload elsewhere")
    void shouldTakeATimeOutOfTheBlocksWhereTypesCount() {
        fixture.startSessions(1);
        bytes.putLong(0, TICKS);
        bytes.putLong(8, TICKS + 1);
        bytes.putLong(16, 0x33);
        final DataDescriptors blocks = new DataDescriptors()
                .add(bytes, 0, 8, DataDescriptors.TIMESTAMP_OVERRIDE)
                .add(bytes, 8, 8, DataDescriptors.TIMESTAMP_OVERRIDE).add(bytes, 16, 8);
        final long before = System.nanoTime();
        assertThat(fixture.event().write(blocks)).isEqualTo(ResultBits.WRITTEN);
        fixture.provider().useDescriptorTypes(true);
        assertThat(fixture.event().write(blocks)).isEqualTo(ResultBits.WRITTEN);
        assertThat(fixture.event().write(options.timeTicks(5), blocks)).isEqualTo(ResultBits.WRITTEN);

        final List<TakenEvent> events = fixture.session(0).takeAll();
        assertThat(events).extracting(TakenEvent::value).containsExactly(TICKS, 0x33L, 0x33L);
        assertThat(events.get(0).time()).isBetween(before, System.nanoTime());
        assertThat(events.subList(1, 3)).extracting(TakenEvent::time).containsOnly(TICKS + 1);
    }

    @Test
    void shouldRefuseATimeThatHasNotTheLengthOfOne() {
        fixture.startSessions(1);
        fixture.provider().useDescriptorTypes(true);
        final DataDescriptors blocks = new DataDescriptors().add(bytes, 0, 8)
                .add(bytes, 8, 4, DataDescriptors.TIMESTAMP_OVERRIDE);
        assertThat(fixture.event().write(blocks)).isEqualTo(WriteResult.INVALID_PARAMETER);
        assertThat(fixture.session(0).wanted()).isZero();
    }

    @Test
    void shouldGiveLossesTheTimeOfTheClock() {
        fixture.startSessions(1);
        final long before = System.nanoTime();
        long result = 0;
        while (WriteResult.lost(result) == 0) {
            result = fixture.event().write(options.timeTicks(TICKS), bytes, 0, 64);
        }
        assertThat(fixture.session(0).lanes().get(0).ledger().entry()
                .getLong(LedgerDescriptor.LANE_FIRST_LOSS_TIME_OFFSET)).isBetween(before, System.nanoTime());
        fixture.session(0).assertBalanced();
    }

    @Test
    void shouldKeepAnyTime() {
        fixture.startSessions(1);
        for (final long time : new long[]{Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE}) {
            assertThat(fixture.event().write(options.timeTicks(time))).isEqualTo(ResultBits.WRITTEN);
        }
        assertThat(times(0)).containsExactly(Long.MIN_VALUE, -1L, 0L, 1L, Long.MAX_VALUE);
    }

    private void writeAllForms(final WriteOptions given) {
        final long expected = Long.bitCount(fixture.wanted(0)) * ResultBits.WRITTEN;
        assertThat(fixture.event().write(given)).isEqualTo(expected);
        assertThat(fixture.event().write(given, bytes, 0, 8)).isEqualTo(expected);
        assertThat(fixture.event().write(given, new DataDescriptors().add(bytes, 0, 8))).isEqualTo(expected);
        assertThat(fixture.event().tryClaim(claim, LaneGeometry.MIN_LANE_BYTES / 64)).isTrue();
        assertThat(claim.commit(given)).isEqualTo(expected);
        assertThat(fixture.event().tryClaim(claim, 8)).isTrue();
        assertThat(claim.commit(given)).isEqualTo(expected);
        assertThat(fixture.provider().writeString(given, 4, 1, "text")).isEqualTo(expected);
    }

    private List<Long> times(final int slot) {
        return fixture.session(slot).takeAll().stream().map(TakenEvent::time).toList();
    }
}
