package io.ringside.bench.growth;

import io.ringside.bench.fixture.CountingSink;
import io.ringside.bench.fixture.Timing;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.ProviderSchema;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

/** Session with a number of writing threads, each with a lane of its own. Not thread-safe. */
final class ManyLanes implements AutoCloseable {
    private static final String PROVIDER = "Ringside-Bench-Lanes";
    private static final String SESSION = "growth";
    private static final long REGISTER_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final int STACK_BYTES = 256 * 1024;
    /** Maximum number of events per round, across all lanes. A single lane gets at most half. */
    private static final int EVENTS = 8_000;
    private static final int ROUNDS = 25;
    private static final int IDLE_POLLS = 500;

    private final TracedFolder folder = new TracedFolder();
    private final CountingSink counter = new CountingSink();
    private final List<Thread> threads = new ArrayList<>();
    private final SessionDrain drain;
    private final Ringside ringside;
    private final ProviderEvent event;
    private final CyclicBarrier turn;
    private final CountDownLatch ready;
    private final int lanes;
    private volatile boolean isOver;

    /** Measured figures: times in ns, the share in percent of a core. */
    record Figures(double idlePollNs, double drainedEventNs, double sharePercent) {}

    ManyLanes(final int lanes) throws Exception {
        this.lanes = lanes;
        turn = new CyclicBarrier(lanes + 1);
        ready = new CountDownLatch(lanes);
        final long sessionId = folder.start(SESSION);
        folder.enable(SESSION, PROVIDER, 255, false);
        drain = folder.drain(sessionId);
        ringside = Ringside.connect(new RingsideContext().directory(folder.path())
                .registerTimeoutNs(REGISTER_TIMEOUT_NS));
        final ProviderRegistration registration = ringside.register(ProviderSchema.builder(PROVIDER)
                .event("written", EventDescriptor.of(1, 4, 0)).build());
        event = registration.event("written");
        for (int i = 0; i < lanes; i++) {
            final Thread thread = new Thread(null, this::write, "growth-" + i, STACK_BYTES);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
        ready.await();
    }

    /**
     * Measures the drain. All lanes are known before the first round, so no timed round searches for any.
     *
     * @param shareNs time for which the idle control thread is watched, in nanoseconds
     */
    Figures measure(final long shareNs) throws Exception {
        drain.scanSoon();
        drain.poll(counter, Integer.MAX_VALUE);
        takeAll();
        double drainedNs = Double.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            turn.await();
            turn.await();
            final long begin = System.nanoTime();
            final long taken = takeAll();
            drainedNs = Math.min(drainedNs, (double) (System.nanoTime() - begin) / taken);
            if (taken != EVENTS) {
                throw new IllegalStateException("not all events were taken: taken=" + taken + ", lanes=" + lanes);
            }
        }
        final double idleNs = Timing.bestNs(IDLE_POLLS, lanes, i -> drain.poll(counter, Integer.MAX_VALUE), i -> {});
        return new Figures(idleNs, drainedNs, IdleAgent.watch(shareNs).sharePercent());
    }

    private long takeAll() {
        while (!drain.isEmpty()) {
            drain.poll(counter, Integer.MAX_VALUE);
        }
        return counter.take();
    }

    private void write() {
        try {
            ringside.takeLanes();
            ready.countDown();
            while (true) {
                turn.await();
                if (isOver) {
                    return;
                }
                for (int i = 0; i < EVENTS / lanes; i++) {
                    if (WriteResult.written(event.write()) != 1) {
                        throw new IllegalStateException("an event was not written: lanes=" + lanes);
                    }
                }
                turn.await();
            }
        } catch (final InterruptedException | BrokenBarrierException | RuntimeException e) {
            turn.reset();
            throw new IllegalStateException("a writer of the bench has ended", e);
        }
    }

    @Override
    public void close() {
        isOver = true;
        try {
            turn.await();
            for (final Thread thread : threads) {
                thread.join();
            }
        } catch (final InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException("the writers of the bench do not end", e);
        }
        ringside.close();
        drain.close();
        folder.close();
    }
}
