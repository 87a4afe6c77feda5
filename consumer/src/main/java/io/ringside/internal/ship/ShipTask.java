package io.ringside.internal.ship;

import io.ringside.RingsideException;

/** A recording that is being shipped. Not thread-safe. */
public interface ShipTask extends AutoCloseable {
    /**
     * Ship what is there, up to a bound. Waits for the carrier, and for a while if that cannot be reached.
     *
     * @return records that were sent, or of which it is known now that they were accepted; 0 if there were none
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

    /** Events that were recorded when the recording's end was read last. */
    default long recorded() {
        return events();
    }

    /** Bytes of the excerpts that the carrier has accepted since the recording was first shipped. */
    default long bytes() {
        return 0;
    }

    /** Failures after which this task has tried again, or is about to. */
    default long failures() {
        return 0;
    }

    @Override
    void close();
}
