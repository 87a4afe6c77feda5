package io.ringside.bench.choice;

import io.ringside.bench.fixture.RoundPlan;
import io.ringside.bench.fixture.Timing;
import io.ringside.bench.result.Observation;
import io.ringside.bench.result.ResultLines;
import io.ringside.internal.machine.AsymmetricBarrier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** Measures what was chosen beside its alternatives, once. */
public final class ChoicesMain {
    private static final int PAYLOAD_BYTES = 32;
    /** Of all lanes in turn. */
    private static final int REPEATS = 9;
    private static final int BARRIERS = 101;
    /** For each number of threads and of spare lanes. */
    private static final int PROCESSES = 25;

    private ChoicesMain() {}

    /**
     * Measures.
     *
     * @param args of a {@link RoundPlan}
     * @throws Exception if something cannot be measured
     */
    public static void main(final String[] args) throws Exception {
        final RoundPlan plan = RoundPlan.parse(args);
        final int round = plan.round();
        final List<Observation> observations = new ArrayList<>();
        try (LaneCases lanes = new LaneCases()) {
            lanes.addSizes(PAYLOAD_BYTES, 64, 256, 1_024, 4_096, 16_384);
            lanes.addBlocks(PAYLOAD_BYTES, 8, 16, 32, 64, 128);
            for (final int payloadBytes : new int[]{24, 40}) {
                lanes.addAlignments(payloadBytes, 8, 16, 32, 64);
            }
            lanes.addFence(PAYLOAD_BYTES);
            observations.addAll(lanes.measure(round, plan.times(REPEATS)));
        }
        observations.add(Observation.of("The barrier of a session's end, another thread running", Observation.OURS,
                Map.of(), round, "ns", barrierNs(plan.times(BARRIERS))));
        for (final int threads : new int[]{4, 6, 8, 16}) {
            for (final int spareLanes : new int[]{4, 8, 16}) {
                observations.add(Observation.of("First events that found no lane", Observation.OURS,
                        Map.of("threads that begin at once", Integer.toString(threads), "spare lanes",
                                Integer.toString(spareLanes)),
                        round, "%", NewThreads.lanelessPercent(threads, spareLanes, plan.times(PROCESSES))));
            }
        }
        observations.forEach(one -> System.out.printf("%-64s %-18s %-70s %12.2f %s%n", one.title(), one.name(),
                one.params(), one.value(), one.unit()));
        ResultLines.append(plan.file(), observations);
    }

    /** The best that this JDK has: a call into the system, which interrupts all other threads that run, or a wait. */
    private static double barrierNs(final int crossings) throws Exception {
        final AsymmetricBarrier barrier = AsymmetricBarrier.best();
        final AtomicBoolean isOver = new AtomicBoolean();
        final Thread other = new Thread(() -> {
            while (!isOver.get()) {
                Thread.onSpinWait();
            }
        }, "running");
        other.start();
        try {
            Timing.medianNs(crossings, i -> cross(barrier));
            return Timing.medianNs(crossings, i -> cross(barrier));
        } finally {
            isOver.set(true);
            other.join();
        }
    }

    private static void cross(final AsymmetricBarrier barrier) {
        final long completeNs = barrier.begin(System.nanoTime());
        while (System.nanoTime() - completeNs < 0) {
            Thread.onSpinWait();
        }
    }
}
