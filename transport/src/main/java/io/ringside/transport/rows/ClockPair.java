package io.ringside.transport.rows;

import org.agrona.concurrent.SystemEpochNanoClock;

/**
 * One moment on two clocks of a host. Immutable.
 *
 * @param wallNs      nanoseconds since 1970
 * @param monotonicNs nanoseconds of the monotonic clock, {@link System#nanoTime()}; that of a session's start is
 *                    {@link #inHost}
 */
public record ClockPair(long wallNs, long monotonicNs) {
    /** Made here: the oldest Agrona has no instance of its own. */
    private static final SystemEpochNanoClock EPOCH_CLOCK = new SystemEpochNanoClock();

    /** This moment, as far as two clocks can be read at once. */
    public static ClockPair now() {
        return new ClockPair(EPOCH_CLOCK.nanoTime(), System.nanoTime());
    }

    /**
     * The same moment without what a time namespace adds to the monotonic clock: so it means the same to processes of
     * all namespaces.
     *
     * @param shiftNs of the namespace that this was read in
     * @return the pair as the host has it
     */
    public ClockPair inHost(final long shiftNs) {
        return new ClockPair(wallNs, monotonicNs - shiftNs);
    }

    /**
     * What is to be added to the monotonic clock of a time namespace to get nanoseconds since 1970, if this pair is the
     * host's.
     *
     * @param shiftNs what that namespace adds to the monotonic clock
     * @return nanoseconds
     */
    public long toEpochNs(final long shiftNs) {
        return wallNs - monotonicNs - shiftNs;
    }
}
