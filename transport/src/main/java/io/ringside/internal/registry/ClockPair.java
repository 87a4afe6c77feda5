package io.ringside.internal.registry;

import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SystemEpochNanoClock;

/**
 * One moment on the wall clock and on the monotonic clock of a host. Immutable.
 *
 * @param wallNs      nanoseconds since 1970
 * @param monotonicNs nanoseconds of the monotonic clock, {@link System#nanoTime()}; for the start of a session, without
 *                    the shift of a time namespace: {@link #inHost}
 */
public record ClockPair(long wallNs, long monotonicNs) {
    /** Created here, because the oldest supported Agrona has no shared instance. */
    private static final SystemEpochNanoClock EPOCH_CLOCK = new SystemEpochNanoClock();
    private static final int READINGS = 16;
    /** Pairs whose offsets between the clocks differ by less were read without a step of the wall clock in between. */
    private static final long READING_ERROR_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Returns the current time on both clocks: the reading, out of several, that took the least time. */
    public static ClockPair now() {
        long wallNs = 0;
        long monotonicNs = 0;
        long shortestNs = Long.MAX_VALUE;
        for (int i = 0; i < READINGS; i++) {
            final long beginNs = System.nanoTime();
            final long readNs = EPOCH_CLOCK.nanoTime();
            final long durationNs = System.nanoTime() - beginNs;
            if (durationNs < shortestNs) {
                shortestNs = durationNs;
                wallNs = readNs;
                monotonicNs = beginNs + durationNs / 2;
            }
        }
        return new ClockPair(wallNs, monotonicNs);
    }

    /**
     * Returns the same moment with the offset between the clocks taken from another pair of the same host, so that both
     * pairs convert ticks to the same time. Linux adjusts both clocks alike, so only a step of the wall clock changes
     * the offset; any other difference is the time that passed between reading the two clocks.
     *
     * @param other pair that was read earlier
     * @return this pair if the wall clock was stepped in between
     */
    public ClockPair alignedWith(final ClockPair other) {
        final long differenceNs = (wallNs - monotonicNs) - (other.wallNs - other.monotonicNs);
        return differenceNs > -READING_ERROR_NS && differenceNs < READING_ERROR_NS
                ? new ClockPair(wallNs - differenceNs, monotonicNs)
                : this;
    }

    /**
     * Returns the same moment without the shift that a time namespace adds to the monotonic clock, so that it has the
     * same meaning in all namespaces.
     *
     * @param shiftNs shift of the namespace in which this pair was read
     * @return the pair on the clocks of the host
     */
    public ClockPair inHost(final long shiftNs) {
        return new ClockPair(wallNs, monotonicNs - shiftNs);
    }

    /**
     * Returns the offset from the monotonic clock of a time namespace to nanoseconds since 1970. This pair must be on
     * the clocks of the host.
     *
     * @param shiftNs shift that the namespace adds to the monotonic clock
     * @return nanoseconds
     */
    public long toEpochNs(final long shiftNs) {
        return wallNs - monotonicNs - shiftNs;
    }
}
