package io.ringside.etw.trace;

import java.util.concurrent.TimeUnit;

/**
 * Conversion of raw times of a trace to time since 1970. Immutable.
 *
 * @param type           as ETW numbers clocks: {@link #PERFORMANCE_COUNTER}, also of a session that is stamped by the
 *                       processor's counter: the writer converts it to nanoseconds
 * @param ticksPerSecond of the clock, at most 9 GHz
 * @param startTicks     raw time at the session's start
 * @param startNs        the same moment in nanoseconds since 1970
 */
public record TraceClock(int type, long ticksPerSecond, long startTicks, long startNs) {
    /** The monotonic clock: nanoseconds. */
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
