package io.ringside.internal.reader;

/**
 * From when to when events are wanted, both ends included. Immutable.
 *
 * @param sinceNs in nanoseconds since 1970
 * @param untilNs in nanoseconds since 1970, not before the begin
 */
public record TimeWindow(long sinceNs, long untilNs) {
    /** All times. */
    public static final TimeWindow ALWAYS = new TimeWindow(Long.MIN_VALUE, Long.MAX_VALUE);

    /** Check the order. */
    public TimeWindow {
        if (untilNs < sinceNs) {
            throw new IllegalArgumentException(
                    "window of time ends before it begins: sinceNs=" + sinceNs + ", untilNs=" + untilNs);
        }
    }

    /**
     * Whether a moment lies within.
     *
     * @param timeNs in nanoseconds since 1970
     */
    public boolean contains(final long timeNs) {
        return timeNs >= sinceNs && timeNs <= untilNs;
    }

    /**
     * Whether a span of time touches it.
     *
     * @param fromNs begin, or {@link io.ringside.reader.GapView#NULL_TIME_NS} if unknown
     * @param toNs   end, or {@link io.ringside.reader.GapView#NULL_TIME_NS} if unknown
     */
    public boolean touches(final long fromNs, final long toNs) {
        final boolean endsBefore = toNs != Long.MIN_VALUE && toNs < sinceNs;
        return !endsBefore && fromNs <= untilNs;
    }
}
