package io.ringside.internal.reader;

import io.ringside.reader.GapView;

/** Time range in which events were lost; it shows whether a missing event may be among them. Not thread-safe. */
public final class GapSpan {
    private boolean any;
    private long firstNs = Long.MAX_VALUE;
    private long lastNs = Long.MIN_VALUE;

    /** Adds a loss. A loss without known times may have occurred at any time. */
    public void add(final GapView gap) {
        any = true;
        firstNs = Math.min(firstNs, gap.fromTimeNs() == null ? Long.MIN_VALUE : gap.fromTimeNs());
        lastNs = Math.max(lastNs, gap.toTimeNs() == null ? Long.MAX_VALUE : gap.toTimeNs());
    }

    /** Returns whether events may have been lost at this time or later. */
    public boolean endsBehind(final long timeNs) {
        return any && lastNs >= timeNs;
    }

    /** Returns whether events may have been lost at this time or earlier. */
    public boolean beginsBefore(final long timeNs) {
        return any && firstNs <= timeNs;
    }
}
