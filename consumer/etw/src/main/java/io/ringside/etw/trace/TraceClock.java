package io.ringside.etw.trace;

import java.util.concurrent.TimeUnit;

/**
 * Conversion from raw times of a trace to time since 1970. Immutable.
 *
 * @param type           ETW's number of the clock: always {@link #PERFORMANCE_COUNTER}, even if a session uses the
 *                       processor's counter, because the writer converts its times to nanoseconds
 * @param ticksPerSecond of the clock, at most 9 GHz
 * @param startTicks     raw time at the session's start
 * @param startNs        the same time in nanoseconds since 1970
 */
public record TraceClock(int type, long ticksPerSecond, long startTicks, long startNs) {
    /** Monotonic clock, in nanoseconds. */
    public static final int PERFORMANCE_COUNTER = 1;

    /**
     * Converts a raw time to nanoseconds since 1970.
     *
     * @param ticks raw time of an event of the trace
     * @return nanoseconds since 1970
     */
    public long epochNs(final long ticks) {
        final long since = ticks - startTicks;
        final long second = TimeUnit.SECONDS.toNanos(1);
        return startNs + since / ticksPerSecond * second + since % ticksPerSecond * second / ticksPerSecond;
    }

    static TraceClock monotonic(final long startTicks, final long startNs) {
        return new TraceClock(PERFORMANCE_COUNTER, TimeUnit.SECONDS.toNanos(1), startTicks, startNs);
    }
}
