package io.ringside.internal.reader;

import io.ringside.reader.GapView;

/** From when to when events were lost: whether what is missing may have been among them. Not thread-safe. */
public final class GapSpan {
    private boolean any;
    private long firstNs = Long.MAX_VALUE;
    private long lastNs = Long.MIN_VALUE;

    /** Adds a loss. If its times are unknown, it may have been at any. */
    public void add(final GapView gap) {
        any = true;
        firstNs = Math.min(firstNs, gap.fromTimeNs() == null ? Long.MIN_VALUE : gap.fromTimeNs());
        lastNs = Math.max(lastNs, gap.toTimeNs() == null ? Long.MAX_VALUE : gap.toTimeNs());
    }

    /** Whether events may have been lost at that time or later. */
    public boolean endsBehind(final long timeNs) {
        return any && lastNs >= timeNs;
    }

    /** Whether events may have been lost at that time or before. */
    public boolean beginsBefore(final long timeNs) {
        return any && firstNs <= timeNs;
    }
}
