package io.ringside.transport.rows;

import org.agrona.concurrent.SystemEpochNanoClock;

/**
 * One moment on two clocks of a host. Immutable.
 *
 * @param wallNs      nanoseconds since 1970
 * @param monotonicNs nanoseconds of the monotonic clock, {@link System#nanoTime()}
 */
public record ClockPair(long wallNs, long monotonicNs) {
    /** This moment, as far as two clocks can be read at once. */
    public static ClockPair now() {
        return new ClockPair(SystemEpochNanoClock.INSTANCE.nanoTime(), System.nanoTime());
    }
}
