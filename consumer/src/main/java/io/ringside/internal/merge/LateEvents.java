package io.ringside.internal.merge;

/** Counts late events: events older than one delivered before. Not thread-safe. */
public final class LateEvents {
    private long newestNs = Long.MIN_VALUE;
    private long count;

    /**
     * Checks an event that is being delivered.
     *
     * @param timeNs time of the event, in nanoseconds since 1970
     * @return whether it is late
     */
    public boolean onEvent(final long timeNs) {
        if (timeNs < newestNs) {
            count++;
            return true;
        }
        newestNs = timeNs;
        return false;
    }

    /** Returns the number of late events so far. */
    public long count() {
        return count;
    }
}
