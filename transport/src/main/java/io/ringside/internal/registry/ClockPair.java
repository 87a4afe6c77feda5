package io.ringside.internal.registry;

import java.util.concurrent.TimeUnit;
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
    private static final int READINGS = 16;
    /** Pairs whose relations differ by less were read without a step of the wall clock between them. */
    private static final long READING_ERROR_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /** This moment, as far as two clocks can be read at once: the best of some readings. */
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
     * The same moment with exactly the relation of another pair of the same host, so that ticks become the same time by
     * both. Linux adjusts both clocks alike, so only a step of the wall clock changes their relation; what two readings
     * differ by otherwise is the time that passed between reading the two clocks.
     *
     * @param other read earlier
     * @return this pair if the wall clock was stepped in between
     */
    public ClockPair alignedWith(final ClockPair other) {
        final long differenceNs = (wallNs - monotonicNs) - (other.wallNs - other.monotonicNs);
        return differenceNs > -READING_ERROR_NS && differenceNs < READING_ERROR_NS
                ? new ClockPair(wallNs - differenceNs, monotonicNs)
                : this;
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
     * Returns the offset from the monotonic clock of a time namespace to nanoseconds since 1970, if this pair is the
     * host's.
     *
     * @param shiftNs offset of that namespace to the monotonic clock
     * @return nanoseconds
     */
    public long toEpochNs(final long shiftNs) {
        return wallNs - monotonicNs - shiftNs;
    }
}
