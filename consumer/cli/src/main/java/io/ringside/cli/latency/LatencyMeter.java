package io.ringside.cli.latency;

import io.ringside.cli.latency.LatencyReport.LatencyPair;
import io.ringside.internal.reader.EventKeys;
import io.ringside.internal.reader.EventSelector;
import io.ringside.internal.reader.GapSpan;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long it takes from events of one kind to events of another. To be run as the handler of a consumer that
 * merges, since an end that is delivered before its begin finds none. Not thread-safe.
 * <p>
 * One begin of a key is open at a time: of two without an end between them, {@link Pairing} says which of them the end
 * goes with, and the other has none. What may have lost its other half in a gap is told apart from what never had one.
 */
public final class LatencyMeter implements EventHandler {
    /** Begins that may wait for their ends; beyond it the oldest is given up. */
    public static final int DEFAULT_OPEN_LIMIT = 1_000_000;

    private static final int SIGNIFICANT_DIGITS = 3;

    /** Which of several begins of one key an end goes with. */
    public enum Pairing {
        /** The first: a request that is repeated or changed while it is open counts from its beginning. */
        OLDEST,
        /** The last: each attempt counts by itself. */
        NEWEST
    }

    private final EventSelector.Matcher from;
    private final EventSelector.Matcher to;
    private final EventKeys keys;
    private final Pairing pairing;
    private final int openLimit;
    private final SlowestPairs slowest;
    private final Histogram histogram = new Histogram(SIGNIFICANT_DIGITS);
    private final Map<Object, Begin> open = new LinkedHashMap<>();
    private final @Nullable LatencyGroups groups;
    private final GapSpan gaps = new GapSpan();
    private long begins;
    private long ends;
    private long maxNs;
    private long withoutKey;
    private boolean hasKey;
    private long withoutEnd;
    private long begunAgain;
    private long withoutBegin;
    private long maybeLost;
    private boolean isSampled;
    private long standFor;

    /**
     * A meter that has seen nothing.
     *
     * @param from    first events of pairs
     * @param to      second events of pairs; the same as the first for the distances of one kind of event
     * @param keys    what the two events of a pair have in common
     * @param pairing which of several begins of one key an end goes with
     * @param slowest how many of the slowest pairs to keep, at least 0
     */
    public LatencyMeter(final EventSelector from, final EventSelector to, final EventKeys keys, final Pairing pairing,
            final int slowest) {
        this(from, to, keys, pairing, slowest, DEFAULT_OPEN_LIMIT, null);
    }

    /**
     * A meter of a pair of events that shows latencies also by group.
     *
     * @param pair    the two events
     * @param keys    what the two events of a pair have in common
     * @param pairing which of several begins of one key an end goes with
     * @param slowest how many of the slowest pairs to keep, at least 0
     * @param groups  gets the latencies; null for none
     */
    public LatencyMeter(final EventPair pair, final EventKeys keys, final Pairing pairing, final int slowest,
            final @Nullable LatencyGroups groups) {
        this(pair.from(), pair.to(), keys, pairing, slowest, DEFAULT_OPEN_LIMIT, groups);
    }

    LatencyMeter(final EventSelector from, final EventSelector to, final EventKeys keys, final Pairing pairing,
            final int slowest, final int openLimit) {
        this(from, to, keys, pairing, slowest, openLimit, null);
    }

    private LatencyMeter(final EventSelector from, final EventSelector to, final EventKeys keys,
            final Pairing pairing, final int slowest, final int openLimit, final @Nullable LatencyGroups groups) {
        this.groups = groups;
        this.from = from.matcher();
        this.to = to.matcher();
        this.keys = keys;
        this.pairing = pairing;
        this.slowest = new SlowestPairs(slowest);
        this.openLimit = openLimit;
    }

    @Override
    public void onEvent(final EventView event) {
        final boolean isEnd = to.matches(event);
        final boolean isBegin = from.matches(event);
        if (!isEnd && !isBegin) {
            return;
        }
        begins += isBegin ? 1 : 0;
        ends += isEnd ? 1 : 0;
        hasKey = false;
        final long weight = event.weight();
        isSampled |= weight != 1;
        final Begin moment = new Begin(event.timeNs(), groups == null ? null : groups.of(event), weight);
        keys.of(event, key -> {
            hasKey = true;
            if (isEnd) {
                end(key, moment, event.processId(), isBegin);
            }
            if (isBegin) {
                begin(key, moment);
            }
        });
        withoutKey += hasKey ? 0 : 1;
    }

    @Override
    public void onGap(final GapView gap) {
        gaps.add(gap);
    }

    /** Events up to now that are of the first kind, with or without a key. */
    public long begins() {
        return begins;
    }

    /** Events up to now that are of the second kind, with or without a key. */
    public long ends() {
        return ends;
    }

    /** What was measured up to now; begins that are open count as without an end. */
    public LatencyReport report() {
        long openAndMaybeLost = 0;
        for (final Begin begin : open.values()) {
            openAndMaybeLost += gaps.endsBehind(begin.timeNs) ? 1 : 0;
        }
        final List<LatencyPair> pairs = slowest.list();
        return new LatencyReport(histogram.copy(), maxNs, pairs, new LatencyReport.Unpaired(withoutEnd + open.size(),
                begunAgain, withoutBegin, maybeLost + openAndMaybeLost, withoutKey), isSampled, standFor);
    }

    private void begin(final Object pairKey, final Begin begin) {
        final Begin older = open.get(pairKey);
        if (older != null) {
            begunAgain++;
            if (pairing == Pairing.OLDEST) {
                withoutEnd(begin.timeNs);
                return;
            }
            withoutEnd(older.timeNs);
            // To the end of the order: the oldest begin comes first.
            open.remove(pairKey);
        }
        open.put(pairKey, begin);
        if (open.size() > openLimit) {
            final Iterator<Begin> oldest = open.values().iterator();
            withoutEnd(oldest.next().timeNs);
            oldest.remove();
        }
    }

    private void end(final Object pairKey, final Begin end, final long processId, final boolean isChain) {
        final Begin begin = open.remove(pairKey);
        final long timeNs = end.timeNs;
        if (begin != null && timeNs >= begin.timeNs) {
            final long latencyNs = timeNs - begin.timeNs;
            histogram.recordValue(latencyNs);
            final long weight = Math.max(begin.weight, end.weight);
            standFor += weight;
            if (groups != null) {
                groups.add(begin.group == null ? end.group : begin.group, latencyNs, weight);
            }
            maxNs = Math.max(maxNs, latencyNs);
            if (slowest.isSlow(latencyNs)) {
                slowest.add(new LatencyPair(pairKey.toString(), begin.timeNs, timeNs, processId));
            }
        } else if (begin != null) {
            // Times of different clocks: neither of them belongs to the other.
            withoutEnd(begin.timeNs);
            withoutBegin++;
        } else if (!isChain) {
            withoutBegin++;
            maybeLost += gaps.beginsBefore(timeNs) ? 1 : 0;
        }
    }

    private void withoutEnd(final long beganNs) {
        withoutEnd++;
        maybeLost += gaps.endsBehind(beganNs) ? 1 : 0;
    }

    /** When an event was, its group, null if there are none or it has no such field, and how many it stands for. */
    private record Begin(long timeNs, @Nullable String group, long weight) {}

    /** The slowest of all pairs. */
    static final class SlowestPairs {
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
}
