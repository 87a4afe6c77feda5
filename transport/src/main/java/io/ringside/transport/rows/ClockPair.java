package io.ringside.transport.rows;

import org.agrona.concurrent.SystemEpochNanoClock;

/**
 * One moment on two clocks of a host. Immutable.
 *
 * @param wallNs      nanoseconds since 1970
 * @param monotonicNs nanoseconds of the monotonic clock, {@link System#nanoTime()}
 */
public record ClockPair(long wallNs, long monotonicNs) {
    /** Made here: the oldest Agrona has no instance of its own. */
    private static final SystemEpochNanoClock EPOCH_CLOCK = new SystemEpochNanoClock();

    /** This moment, as far as two clocks can be read at once. */
    public static ClockPair now() {
        return new ClockPair(EPOCH_CLOCK.nanoTime(), System.nanoTime());
    }
}
