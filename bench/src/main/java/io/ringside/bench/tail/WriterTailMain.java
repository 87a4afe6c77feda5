package io.ringside.bench.tail;

import io.ringside.bench.fixture.RoundPlan;
import io.ringside.bench.result.HarnessTarget;
import io.ringside.bench.result.Observation;
import io.ringside.bench.result.ResultLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Measures the tail of a writer's times, and its page faults, once. */
public final class WriterTailMain {
    private static final String TITLE = "A single event of 32 bytes, by what is special about it";
    private static final double[] PERCENTILES = {50, 99, 99.9, 99.99};
    private static final int LANE_BYTES = 256 * 1024;
    /** The smallest that there are, so that blocks change as often as can be. */
    private static final int SMALL_LANE_BYTES = 64 * 1024;
    private static final int WARM_UP_EVENTS = 1_000_000;
    private static final int EVENTS = 4_000_000;
    private static final int WARM_UP_BLOCKS = 10_000;
    /** Every fourth begins the lane anew. */
    private static final int BLOCKS = 240_000;
    private static final int LAPS = 400;
    /** Of which the worst one counts. */
    private static final int FAULTS_THREADS = 3;
    private static final int THREADS = 520;
    private static final int ENABLINGS = 1_000;
    /** Of so many times, this many lie beyond a percentile that is told. */
    private static final double BEYOND = 5;

    private WriterTailMain() {}

    /**
     * Measures.
     *
     * @param args of a {@link RoundPlan}
     * @throws Exception if something cannot be measured
     */
    public static void main(final String[] args) throws Exception {
        final RoundPlan plan = RoundPlan.parse(args);
        final TailTimes times = new TailTimes();
        final List<Observation> observations = new ArrayList<>();
        try (TailSession small = new TailSession(SMALL_LANE_BYTES)) {
            final WriterTail tail = new WriterTail(small, times);
            tail.changeBlocks(WARM_UP_BLOCKS);
            times.reset();
            tail.changeBlocks(plan.times(BLOCKS));
        }
        try (TailSession session = new TailSession(LANE_BYTES)) {
            // Into times that are forgotten: those of the first session are to stay.
            final WriterTail warmUp = new WriterTail(session, new TailTimes());
            warmUp.writeSteadily(WARM_UP_EVENTS);
            if (FaultCounter.isAvailable()) {
                countFaults(observations, session, plan);
            }
            warmUp.writeFirsts(plan.times(THREADS / 4));
            warmUp.writeAfterEnabling(plan.times(ENABLINGS / 4));
            final WriterTail tail = new WriterTail(session, times);
            tail.writeSteadily(plan.times(EVENTS));
            tail.writeFirsts(plan.times(THREADS));
            tail.writeAfterEnabling(plan.times(ENABLINGS));
        }
        show(observations, "clock alone, two readings", times.clock(), plan.round());
        for (final EventKind kind : EventKind.values()) {
            show(observations, "Ringside, " + kind.label(), times.of(kind), plan.round());
            judge(observations, kind, times, plan.round());
        }
        observations.forEach(one -> System.out.printf("%-60s %-24s %12.2f %s%n",
                one.target() == null ? one.name() : one.target(), one.params(), one.value(), one.unit()));
        ResultLines.append(plan.file(), observations);
    }

    private static void countFaults(final List<Observation> observations, final TailSession session,
            final RoundPlan plan) throws InterruptedException {
        // Forgotten: probably as the JVM keeps profiles of code that is new to it, this one has faults of its own.
        WriterFaults.count(session, plan.times(LAPS));
        for (int i = 0; i < FAULTS_THREADS; i++) {
            observations.add(Observation.of(HarnessTarget.TAIL_FAULTS, "", plan.round(),
                    (double) WriterFaults.count(session, plan.times(LAPS))));
        }
    }

    private static void show(final List<Observation> observations, final String name, final Histogram times,
            final int round) {
        for (final double percentile : PERCENTILES) {
            if (isTold(times, percentile)) {
                observations.add(Observation.of(TITLE, name, Map.of("percentile", "p" + percentile), round, "ns",
                        (double) times.getValueAtPercentile(percentile)));
            }
        }
        observations.add(Observation.of(TITLE, name, Map.of("percentile", "most"), round, "ns",
                (double) times.getMaxValue()));
        observations.add(Observation.of(TITLE, name, Map.of("percentile", "times"), round, "events",
                (double) times.getTotalCount()));
    }

    private static void judge(final List<Observation> observations, final EventKind kind, final TailTimes times,
            final int round) {
        kind.judged().forEach((percentile, target) -> {
            if (isTold(times.of(kind), percentile)) {
                observations.add(Observation.of(target, "", round,
                        (double) times.of(kind).getValueAtPercentile(percentile)
                                / times.clock().getValueAtPercentile(percentile)));
            }
        });
    }

    private static boolean isTold(final Histogram times, final double percentile) {
        return times.getTotalCount() * (1 - percentile / 100) >= BEYOND;
    }
}
