package io.ringside.bench.choice;

import io.ringside.bench.fixture.Arguments;
import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.bench.fixture.SessionControl;
import io.ringside.bench.fixture.Timing;
import io.ringside.bench.fixture.TracedProcess;
import io.ringside.bench.report.Observation;
import io.ringside.control.EnableRequest;
import io.ringside.event.Keyword;
import io.ringside.event.Level;
import io.ringside.internal.machine.AsymmetricBarrier;
import io.ringside.provider.RingsideContext;
import io.ringside.session.Enablement;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.UnsafeBuffer;

/** Program that measures the chosen values and their alternatives once. */
public final class ChoicesMain {
    private static final int PAYLOAD_BYTES = 32;
    /** Repetitions of the measurement of all lanes in turn. */
    private static final int REPEATS = 9;
    private static final int BARRIERS = 101;
    /** Number of processes for each number of threads and of spare lanes. */
    private static final int PROCESSES = 25;

    private ChoicesMain() {}

    /**
     * Measures all choices.
     *
     * @param args see {@link Arguments#ONE_ROUND}
     * @throws Exception if something cannot be measured
     */
    public static void main(final String[] args) throws Exception {
        final Arguments arguments = Arguments.parse(Arguments.ONE_ROUND, args);
        final int round = arguments.number("round");
        try (LaneCases lanes = new LaneCases()) {
            lanes.addSizes(PAYLOAD_BYTES, 64, 256, 1_024, 4_096, 16_384);
            lanes.addBlocks(PAYLOAD_BYTES, 8, 16, 32, 64, 128);
            for (final int payloadBytes : new int[]{24, 40}) {
                lanes.addAlignments(payloadBytes, 8, 16, 32, 64);
            }
            lanes.addFence(PAYLOAD_BYTES);
            Observation.append(arguments.results(), lanes.measure(round, arguments.times(REPEATS)));
        }
        final List<Observation> observations = new ArrayList<>();
        observations.add(Observation.of("choice.barrier", Map.of(), round, "ns",
                Map.of("crossing", barrierNs(arguments.times(BARRIERS)))));
        for (final int threads : new int[]{4, 6, 8, 16}) {
            for (final int spareLanes : new int[]{4, 8, 16}) {
                observations.add(Observation.of("choice.firstEvents", Map.of("threads", String.valueOf(threads),
                        "spareLanes", String.valueOf(spareLanes)), round, "%",
                        Map.of("laneless",
                                NewThreads.lanelessPercent(threads, spareLanes, arguments.times(PROCESSES)))));
            }
        }
        Observation.append(arguments.results(), observations);
    }

    /** Returns the cost of this JDK's best barrier: a wait, or a system call that interrupts all running threads. */
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

    /**
     * Threads that write their first event as soon as all of them are running, processors permitting, into a session
     * that has a few spare lanes. Stateless.
     */
    static final class NewThreads {
        private static final String SESSION = "choice";
        private static final int PAYLOAD_BYTES = 32;

        private NewThreads() {}

        /**
         * Returns the share of first events that found no lane.
         *
         * @param threads    number of threads that begin at the same time
         * @param spareLanes number of lanes that are kept ready
         * @param processes  number of processes, one after the other, each new to the session
         * @return percent
         */
        static double lanelessPercent(final int threads, final int spareLanes, final int processes)
                throws IOException, InterruptedException {
            int lost = 0;
            try (MemoryFolder folder = MemoryFolder.create();
                    SessionControl control = SessionControl.open(folder.path())) {
                control.start(SESSION, List.of(EnableRequest.of(TracedProcess.PROVIDER,
                        Enablement.of(Level.MAX, Keyword.NONE, Keyword.NONE))));
                for (int i = 0; i < processes; i++) {
                    try (TracedProcess process = TracedProcess.connect(
                            new RingsideContext().directory(folder.path()).spareLanes(spareLanes), 1)) {
                        lost += lostOf(threads, process.event());
                    }
                }
                final LedgerTotals totals = control.end(SESSION);
                final long laneless = totals.lost().of(LossCause.NO_LANE);
                final long untaken = totals.lost().of(LossCause.DISCARDED);
                if (totals.wanted() != (long) threads * processes || laneless != lost
                        || totals.lost().total() != lost + untaken) {
                    throw new IllegalStateException("the ledger differs: written=" + threads * processes
                            + ", unwritten=" + lost + ", totals=" + totals);
                }
            }
            return 100.0 * lost / (threads * processes);
        }

        private static int lostOf(final int count, final ProviderEvent event) throws InterruptedException {
            final UnsafeBuffer payload = new UnsafeBuffer(new byte[PAYLOAD_BYTES]);
            final AtomicInteger lost = new AtomicInteger();
            final CountDownLatch ready = new CountDownLatch(count);
            final List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                threads.add(new Thread(() -> {
                    ready.countDown();
                    while (ready.getCount() != 0) {
                        Thread.onSpinWait();
                    }
                    if (WriteResult.written(event.write(payload, 0, PAYLOAD_BYTES)) == 0) {
                        lost.incrementAndGet();
                    }
                }, "new-" + i));
            }
            threads.forEach(Thread::start);
            for (final Thread thread : threads) {
                thread.join();
            }
            return lost.get();
        }
    }
}
