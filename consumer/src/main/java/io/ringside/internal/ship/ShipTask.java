package io.ringside.internal.ship;

import io.ringside.RingsideException;

/** A recording that is being shipped. Not thread-safe. */
public interface ShipTask extends AutoCloseable {
    /**
     * Ship what is there, up to a bound. Waits for the carrier, and for a while if that cannot be reached.
     *
     * @return records that were accepted; 0 if there was nothing to ship, or the carrier cannot be reached now
     * @throws RingsideException if shipping cannot continue: with {@link io.ringside.ErrorCode#BUSY} if another sender
     *                           has taken over
     */
    int doWork();

    /** Whether the recording has ended, and the carrier has accepted all of it. */
    boolean hasEnded();

    /** Whether the carrier had accepted all of the recording when its end was read last. */
    boolean hasCaughtUp();

    /** Events of the recording up to what the carrier has accepted, lost ones included. */
    long events();

    /** Events that were gone before they could be shipped, as this task has found. */
    long lost();

    /** Records that the carrier has accepted from this task. */
    long records();

    @Override
    void close();
}
