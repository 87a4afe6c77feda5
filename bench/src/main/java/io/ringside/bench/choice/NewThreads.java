package io.ringside.bench.choice;

import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.bench.fixture.SessionControl;
import io.ringside.bench.fixture.TracedProcess;
import io.ringside.control.EnableRequest;
import io.ringside.event.Keyword;
import io.ringside.event.Level;
import io.ringside.provider.RingsideContext;
import io.ringside.session.Enablement;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Threads that write their first event as soon as all of them run, as far as there are processors for it, into a
 * session that has a few lanes ahead. Stateless.
 */
final class NewThreads {
    private static final String SESSION = "choice";
    private static final int PAYLOAD_BYTES = 32;

    private NewThreads() {}

    /**
     * The share of first events that found no lane.
     *
     * @param threads    that begin at once
     * @param spareLanes that are kept ahead of them
     * @param processes  one after the other, each new to the session
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
                throw new IllegalStateException("the ledger tells something else: written=" + threads * processes
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
