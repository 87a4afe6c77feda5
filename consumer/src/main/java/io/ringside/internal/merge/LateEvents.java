package io.ringside.internal.merge;

/** Says which events come out late: older than one that came out before. Not thread-safe. */
public final class LateEvents {
    private long newestNs = Long.MIN_VALUE;
    private long count;

    /**
     * An event comes out.
     *
     * @param timeNs of the event, in nanoseconds since 1970
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

    /** Late events up to now. */
    public long count() {
        return count;
    }
}
