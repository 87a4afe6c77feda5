package io.ringside.bench.tail;

import io.ringside.bench.fixture.Arguments;
import io.ringside.bench.report.Observation;
import io.ringside.bench.tail.TailTimes.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Program that measures the tail of a writer's times, and its page faults, once. */
public final class WriterTailMain {
    private static final double[] PERCENTILES = {50, 99, 99.9, 99.99};
    private static final int LANE_BYTES = 256 * 1024;
    /** Smallest size of a lane, so that blocks change as often as possible. */
    private static final int SMALL_LANE_BYTES = 64 * 1024;
    private static final int WARM_UP_EVENTS = 1_000_000;
    private static final int EVENTS = 4_000_000;
    private static final int WARM_UP_BLOCKS = 10_000;
    /** Number of blocks, every fourth of which begins the lane anew. */
    private static final int BLOCKS = 240_000;
    private static final int LAPS = 400;
    /** Number of threads; the worst one counts. */
    private static final int FAULTS_THREADS = 3;
    private static final int THREADS = 520;
    private static final int ENABLINGS = 1_000;
    /** Minimum number of times beyond a percentile that is reported. */
    private static final double BEYOND = 5;

    private WriterTailMain() {}

    /**
     * Measures all kinds of events.
     *
     * @param args see {@link Arguments#ONE_ROUND}
     * @throws Exception if something cannot be measured
     */
    public static void main(final String[] args) throws Exception {
        final Arguments arguments = Arguments.parse(Arguments.ONE_ROUND, args);
        final TailTimes times = new TailTimes();
        final List<Observation> observations = new ArrayList<>();
        try (TailSession small = new TailSession(SMALL_LANE_BYTES)) {
            final WriterTail tail = new WriterTail(small, times);
            tail.changeBlocks(WARM_UP_BLOCKS);
            times.reset();
            tail.changeBlocks(arguments.times(BLOCKS));
        }
        try (TailSession session = new TailSession(LANE_BYTES)) {
            // Times of the warm-up are discarded; the times of the first session must remain.
            final WriterTail warmUp = new WriterTail(session, new TailTimes());
            warmUp.writeSteadily(WARM_UP_EVENTS);
            if (FaultCounter.isAvailable()) {
                observations.add(faults(session, arguments));
            }
            warmUp.writeFirsts(arguments.times(THREADS / 4));
            warmUp.writeAfterEnabling(arguments.times(ENABLINGS / 4));
            final WriterTail tail = new WriterTail(session, times);
            tail.writeSteadily(arguments.times(EVENTS));
            tail.writeFirsts(arguments.times(THREADS));
            tail.writeAfterEnabling(arguments.times(ENABLINGS));
        }
        for (final Kind kind : Kind.values()) {
            observations.add(observation(kind, times.of(kind), arguments.number("round")));
        }
        Observation.append(arguments.results(), observations);
    }

    private static Observation faults(final TailSession session, final Arguments arguments)
            throws InterruptedException {
        // Discarded: the first thread has additional faults, probably from the JVM's profiles of new code.
        WriterFaults.count(session, arguments.times(LAPS));
        long most = 0;
        for (int i = 0; i < FAULTS_THREADS; i++) {
            most = Math.max(most, WriterFaults.count(session, arguments.times(LAPS)));
        }
        return Observation.of("tail", Map.of(), arguments.number("round"), "faults",
                Map.of("pageFaults", (double) most));
    }

    private static Observation observation(final Kind kind, final Histogram times, final int round) {
        final Map<String, Double> figures = new TreeMap<>();
        for (final double percentile : PERCENTILES) {
            if (times.getTotalCount() * (1 - percentile / 100) >= BEYOND) {
                figures.put("p" + (percentile == Math.rint(percentile) ? (int) percentile + "" : percentile),
                        (double) times.getValueAtPercentile(percentile));
            }
        }
        figures.put("most", (double) times.getMaxValue());
        figures.put("events", (double) times.getTotalCount());
        return Observation.of("tail." + kind.label(), Map.of(), round, "ns", figures);
    }
}
