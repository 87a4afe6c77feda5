package io.ringside.cli.latency;

import io.ringside.reader.GapView;

/** From when to when events were lost: whether the other half of a pair may have been among them. */
final class GapSpan {
    private boolean any;
    private long firstNs = Long.MAX_VALUE;
    private long lastNs = Long.MIN_VALUE;

    /** A loss of which the times are unknown may have been at any. */
    void add(final long fromNs, final long toNs) {
        any = true;
        firstNs = Math.min(firstNs, fromNs == GapView.NULL_TIME_NS ? Long.MIN_VALUE : fromNs);
        lastNs = Math.max(lastNs, toNs == GapView.NULL_TIME_NS ? Long.MAX_VALUE : toNs);
    }

    boolean endsBehind(final long timeNs) {
        return any && lastNs >= timeNs;
    }

    boolean beginsBefore(final long timeNs) {
        return any && firstNs <= timeNs;
    }
}
