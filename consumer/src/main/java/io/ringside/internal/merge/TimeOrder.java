package io.ringside.internal.merge;

/**
 * One order of time for the lanes of all sources that share it, sessions and recordings. What is due of a session is
 * chosen first, then committed, then delivered; a source that delivers what is taken from it at once has what was
 * chosen before {@link #deliverChosen delivered} first. Not thread-safe.
 */
public final class TimeOrder {
    private final LaneMerge lanes = new LaneMerge();
    private final MergeBatch chosen = new MergeBatch();
    private final LateEvents late = new LateEvents();

    /** Returns the merge of lanes, whose heads are taken in the order of their times. */
    public LaneMerge lanes() {
        return lanes;
    }

    /** Which events come out after a younger one of any source. */
    public LateEvents late() {
        return late;
    }

    MergeBatch chosen() {
        return chosen;
    }

    /**
     * Deliver what is due. Throws nothing but what who receives it throws.
     *
     * @param watermarkNs up to which, and including it, heads are due, in nanoseconds since 1970
     * @param eventLimit  most events to take
     * @return events taken
     */
    public int poll(final long watermarkNs, final int eventLimit) {
        final int events = lanes.poll(watermarkNs, eventLimit);
        chosen.flush();
        return events;
    }

    /** Commit and deliver what was chosen up to now, before anything else is delivered. */
    public void deliverChosen() {
        if (!chosen.isEmpty()) {
            chosen.flush();
        }
    }

    /**
     * Up to when everything was delivered but for late events.
     *
     * @param watermarkNs that was polled to last
     * @return nanoseconds since 1970, not after the watermark
     */
    public long mergedNs(final long watermarkNs) {
        final long leastNs = lanes.leastNs();
        return leastNs > watermarkNs ? watermarkNs : Math.max(leastNs, Long.MIN_VALUE + 1) - 1;
    }

    /** Let lanes of sessions no longer take part: what was seen of them stays in their rings. */
    public void leaveSessions() {
        lanes.removeIf(StagedLane.class::isInstance);
    }

    /** Whether nothing waits for its turn. */
    public boolean isEmpty() {
        return lanes.isEmpty();
    }
}
