package io.ringside.consumer.trace;

import java.util.concurrent.TimeUnit;

/**
 * How raw times of a trace become time since 1970 (R4.50). Immutable.
 *
 * @param type           as ETW numbers clocks: {@link #PERFORMANCE_COUNTER}
 * @param ticksPerSecond of the clock
 * @param startTicks     raw time at the session's start
 * @param startNs        the same moment in nanoseconds since 1970
 */
public record TraceClock(int type, long ticksPerSecond, long startTicks, long startNs) {
    /** The monotonic clock: nanoseconds. */
    public static final int PERFORMANCE_COUNTER = 1;

    static TraceClock monotonic(final long startTicks, final long startNs) {
        return new TraceClock(PERFORMANCE_COUNTER, TimeUnit.SECONDS.toNanos(1), startTicks, startNs);
    }
}
