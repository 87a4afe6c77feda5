package io.ringside.internal.lane;

/** A lane's loss counters at one moment, as counted by its writer. Not thread-safe. */
public final class Losses {
    /** Position up to which frames existed at that moment. */
    public long tail;
    /** Attempts lost because the lane was full. */
    public long full;
    /** Attempts lost because the event was too large. */
    public long tooLarge;
    /** Attempts that ended with an error of the writing thread. */
    public long error;
    /** Time of the first loss of the last gap. */
    public long firstTime;
    /** Time of the last loss of the last gap. */
    public long lastTime;

    /** Returns the losses of all causes. */
    public long total() {
        return full + tooLarge + error;
    }

    /**
     * Raise a checkpoint's losses to these values.
     *
     * @param books checkpoint with at most these losses; the caller sets its next number
     */
    public void tell(final Checkpoint books) {
        books.lostFull = full;
        books.lostTooLarge = tooLarge;
        books.lostError = error;
    }
}
