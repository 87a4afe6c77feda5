package io.ringside.etw.trace;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Raw times of counters of any rate. */
class TraceClockTest {
    private static final long START_TICKS = 987_654_321;
    private static final long START_NS = 1_700_000_000_000_000_000L;

    @ParameterizedTest
    @CsvSource({"10000000, 10000000, 10000000", "10000000, 1, 1", "24000000, 24000000, 10000000",
        "24000000, 12, 5", "24000000, -24000000, -10000000", "1000000000, 315360000000000000, 3153600000000000",
        "9000000000, 8999999999, 9999999"})
    @DisplayName("R4.50 units of 100 ns are ticks by 10,000,000 for each second")
    void shouldConvertRawTimesOfAnyRate(final long ticksPerSecond, final long ticks, final long hundredNs) {
        final TraceClock clock = new TraceClock(TraceClock.PERFORMANCE_COUNTER, ticksPerSecond, START_TICKS, START_NS);
        assertThat((clock.epochNs(START_TICKS + ticks) - START_NS) / 100).isEqualTo(hundredNs);
    }
}
