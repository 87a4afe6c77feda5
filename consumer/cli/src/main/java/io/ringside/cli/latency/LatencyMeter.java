package io.ringside.cli.latency;

import io.ringside.cli.console.Console;
import io.ringside.timeline.Timelines;
import io.ringside.timeline.Timelines.Pairs.Pair;
import io.ringside.timeline.Timelines.Pairs.Pairing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Statistics of the time between two events: distribution, slowest pairs, and groups. Not thread-safe. */
public final class LatencyMeter {
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final long BYTES_PER_PAIR = 2_048;
    /** Maximum number of slowest pairs, limited by the heap size. */
    private static final int SLOWEST_MAX = (int) Math.min(1_000_000, Runtime.getRuntime().maxMemory() / BYTES_PER_PAIR);

    private final EventPair events;
    private final @Nullable LatencyGroups groups;
    private final SlowestPairs slowest;
    private final int slowestWanted;
    private final Histogram histogram = new Histogram(SIGNIFICANT_DIGITS);
    private final Timelines.Pairs pairs;
    private long maxNs;

    /**
     * Creates a meter of a pair of events.
     *
     * @param timelines find the pairs; must not have processed events yet
     * @param events    the two events
     * @param pairing   the first event with which a second one is paired if a key has several first events
     * @param slowest   number of slowest pairs to keep, at least 0
     * @param groups    receives the latencies by group; null for no groups
     */
    public LatencyMeter(final Timelines timelines, final EventPair events, final Pairing pairing, final int slowest,
            final @Nullable LatencyGroups groups) {
        this.events = events;
        this.groups = groups;
        this.slowest = new SlowestPairs(Math.min(slowest, SLOWEST_MAX));
        this.slowestWanted = slowest;
        this.pairs = timelines.between(events.from(), events.to(), pairing,
                event -> groups == null ? null : groups.of(event), this::add);
    }

    public EventPair events() {
        return events;
    }

    /** The pairs that were found, and the events that are in none. */
    public Timelines.Pairs pairs() {
        return pairs;
    }

    /** Returns the measurements so far; first events that are still waiting count as without an end. */
    public LatencyReport report() {
        return new LatencyReport(histogram.copy(), maxNs, slowest.list(), pairs);
    }

    /** Returns lines for people, including those of groups. */
    public List<CharSequence> text() {
        final LatencyLines lines = new LatencyLines(events, report());
        return groups == null ? lines.text() : joined(lines.text(), lines.text(groups));
    }

    /** Returns JSON lines, including those of groups. */
    public List<CharSequence> json() {
        final LatencyLines lines = new LatencyLines(events, report());
        return groups == null ? lines.json() : joined(lines.json(), lines.json(groups));
    }

    /** Reports pairs and events that were left out because of limited memory. */
    public void tellBound(final Console console) {
        if (Math.min(slowestWanted, pairs.count()) > SLOWEST_MAX) {
            console.tell("too many pairs to show: pair=" + events + ", shown=" + SLOWEST_MAX + ", pairs="
                    + pairs.count() + ": select events with --where, --since and --until");
        }
        if (pairs.evicted() > 0) {
            console.tell("too many events waited for their other half: pair=" + events + ", givenUp="
                    + pairs.evicted() + ": they are among those without end; select events with --where, --since and "
                    + "--until");
        }
    }

    /**
     * Rejects a grouping field that no event has.
     *
     * @throws io.ringside.RingsideException with {@link io.ringside.ErrorCode#INVALID_ARGUMENT}
     */
    public void requireFits() {
        if (groups != null) {
            groups.requireFits();
        }
    }

    /** Returns existing fields, for the message that no event has a key; empty if the key is not a field. */
    public static String fieldsThere(final Timelines timelines) {
        return timelines.otherFields().isEmpty() ? "" : ", fields=" + timelines.otherFields();
    }

    /** Returns the names of the columns of {@link #csv}. */
    public static String csvHeading() {
        return LatencyLines.csvHeading();
    }

    /** Returns CSV lines, including those of groups. */
    public List<CharSequence> csv() {
        final LatencyLines lines = new LatencyLines(events, report());
        return groups == null ? List.of(lines.csv()) : joined(List.of(lines.csv()), lines.csv(groups));
    }

    private static List<CharSequence> joined(final List<CharSequence> first, final List<CharSequence> second) {
        final List<CharSequence> both = new ArrayList<>(first);
        both.addAll(second);
        return both;
    }

    private void add(final Pair pair) {
        final long latencyNs = pair.durationNs();
        histogram.recordValue(latencyNs);
        if (groups != null) {
            groups.add(pair.label(), latencyNs, pair.weight());
        }
        maxNs = Math.max(maxNs, latencyNs);
        slowest.add(pair);
    }

    /** A bounded collection of the slowest pairs. */
    private static final class SlowestPairs {
        private static final Comparator<Pair> FASTEST_FIRST = Comparator.comparingLong(Pair::durationNs)
                .thenComparing(Comparator.comparingLong(Pair::fromNs).reversed());

        private final int limit;
        private final PriorityQueue<Pair> pairs = new PriorityQueue<>(FASTEST_FIRST);

        SlowestPairs(final int limit) {
            this.limit = limit;
        }

        /** Adds a pair if it is among the slowest. Among equal ones, the first is kept. */
        void add(final Pair pair) {
            final Pair fastest = pairs.peek();
            if (pairs.size() < limit) {
                pairs.add(pair);
            } else if (fastest != null && pair.durationNs() > fastest.durationNs()) {
                pairs.add(pair);
                pairs.remove();
            }
        }

        /** Returns the pairs, slowest first. */
        List<Pair> list() {
            final List<Pair> list = new ArrayList<>(pairs);
            list.sort(FASTEST_FIRST.reversed());
            return list;
        }
    }
}
