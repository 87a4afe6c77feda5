package io.ringside.bench.tail;

import io.ringside.bench.result.Observation;
import io.ringside.bench.result.ResultLines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Measures the tail of a writer's times, once. */
public final class WriterTailMain {
    private static final String HARNESS = "tail";
    private static final String TITLE = "A single event of 32 bytes, by what is special about it";
    private static final double[] PERCENTILES = {50, 99, 99.9, 99.99};
    private static final double[] JUDGED = {99.9, 99.99};
    private static final double AT_MOST = 2;
    private static final long WARM_UP_EVENTS = 1_000_000;
    private static final long EVENTS = 6_000_000;
    private static final int THREADS = 600;
    private static final int ENABLINGS = 1_000;
    /** Of so many times, this many lie beyond a percentile that is told. */
    private static final double BEYOND = 5;

    private WriterTailMain() {}

    /**
     * Measures.
     *
     * @param args file that the figures are added to, and number of the round
     * @throws Exception if something cannot be measured
     */
    public static void main(final String[] args) throws Exception {
        if (args.length != 2) {
            throw new IllegalArgumentException("arguments are missing: FILE ROUND");
        }
        final int round = Integer.parseInt(args[1]);
        final List<Observation> observations = new ArrayList<>();
        try (WriterTail tail = new WriterTail()) {
            tail.writeSteadily(WARM_UP_EVENTS);
            tail.writeFirsts(THREADS / 4);
            tail.writeAfterEnabling(ENABLINGS / 4);
            tail.reset();
            tail.writeSteadily(EVENTS);
            tail.writeFirsts(THREADS);
            tail.writeAfterEnabling(ENABLINGS);
            final Histogram clock = tail.clockTimes();
            show(observations, "clock alone, two readings", clock, round);
            for (final EventKind kind : EventKind.values()) {
                show(observations, "Ringside, " + kind.label(), tail.times(kind), round);
                judge(observations, kind, tail.times(kind), clock, round);
            }
            if (tail.clockSum() == 0) {
                throw new IllegalStateException("the clock was not read");
            }
        }
        observations.forEach(one -> System.out.printf("%-40s %-32s %12.2f %s%n",
                one.target() == null ? one.name() : one.target(), one.params(), one.value(), one.unit()));
        ResultLines.append(Path.of(args[0]), observations);
    }

    private static void show(final List<Observation> observations, final String name, final Histogram times,
            final int round) {
        for (final double percentile : PERCENTILES) {
            if (isTold(times, percentile)) {
                observations.add(observation(name, Map.of("percentile", "p" + percentile), round, "ns",
                        (double) times.getValueAtPercentile(percentile), null));
            }
        }
        observations.add(observation(name, Map.of("percentile", "most"), round, "ns", (double) times.getMaxValue(),
                null));
        observations.add(observation(name, Map.of("percentile", "times"), round, "events",
                (double) times.getTotalCount(), null));
    }

    private static void judge(final List<Observation> observations, final EventKind kind, final Histogram times,
            final Histogram clock, final int round) {
        for (final double percentile : JUDGED) {
            if (isTold(times, percentile)) {
                final double ratio = (double) times.getValueAtPercentile(percentile)
                        / clock.getValueAtPercentile(percentile);
                observations.add(observation(Observation.OURS, Map.of(), round, "×", ratio,
                        "p" + percentile + " of an event, " + kind.label() + ", by that of the clock alone"));
            }
        }
    }

    private static boolean isTold(final Histogram times, final double percentile) {
        return times.getTotalCount() * (1 - percentile / 100) >= BEYOND;
    }

    private static Observation observation(final String name, final Map<String, String> params, final int round,
            final String unit, final double value, final @Nullable String target) {
        return new Observation(HARNESS, TITLE, name, params, System.getProperty("java.version"), round, unit, value,
                target, target == null ? null : AT_MOST, null);
    }
}
