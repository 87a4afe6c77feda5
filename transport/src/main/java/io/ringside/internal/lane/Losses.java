package io.ringside.internal.lane;

/** A lane's loss counters at one moment, as its writer counts them. Not thread-safe. */
public final class Losses {
    /** Position up to which frames existed then. */
    public long tail;
    /** Attempts lost because the lane was full. */
    public long full;
    /** Attempts lost because the event was too large. */
    public long tooLarge;
    /** Attempts that ended by an error of the writing thread. */
    public long error;
    /** Time of the first loss of the last gap. */
    public long firstTime;
    /** Time of the last loss. */
    public long lastTime;

    /** Losses of all causes. */
    public long total() {
        return full + tooLarge + error;
    }

    /**
     * Add to a checkpoint these losses.
     *
     * @param books with fewer, or as many; their next number is left to the caller
     */
    public void tell(final Checkpoint books) {
        books.lostFull = full;
        books.lostTooLarge = tooLarge;
        books.lostError = error;
    }
}
