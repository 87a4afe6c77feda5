package io.ringside.cli.latency;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The slowest of all pairs. */
final class SlowestPairs {
    private static final Comparator<LatencyPair> FASTEST_FIRST = Comparator.comparingLong(LatencyPair::latencyNs)
            .thenComparing(Comparator.comparingLong(LatencyPair::fromNs).reversed());

    private final int limit;
    private final PriorityQueue<LatencyPair> pairs = new PriorityQueue<>(FASTEST_FIRST);

    SlowestPairs(final int limit) {
        this.limit = limit;
    }

    /** Whether a pair of that latency would be kept; of equal ones the first is. */
    boolean isSlow(final long latencyNs) {
        final LatencyPair fastest = pairs.peek();
        return pairs.size() < limit || (fastest != null && latencyNs > fastest.latencyNs());
    }

    void add(final LatencyPair pair) {
        pairs.add(pair);
        if (pairs.size() > limit) {
            pairs.remove();
        }
    }

    /** Slowest first. */
    List<LatencyPair> list() {
        final List<LatencyPair> list = new ArrayList<>(pairs);
        list.sort(FASTEST_FIRST.reversed());
        return list;
    }
}
