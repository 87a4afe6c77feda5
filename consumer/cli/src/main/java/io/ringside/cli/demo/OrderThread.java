package io.ringside.cli.demo;

import io.ringside.cli.emit.WriteTally;
import io.ringside.provider.Ringside;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A thread of the demo's provider: order flow in bursts, as a market has it. */
final class OrderThread implements Runnable {
    private static final int EVENTS_PER_SECOND = 20_000;
    private static final int MAX_BURST = 400;
    private static final long ORDER_IDS_PER_THREAD = 1_000_000_000L;

    private final Ringside ringside;
    private final OrderEvents events;
    private final SplittableRandom random;
    private final OrderFlow flow;
    private final WriteTally tally = new WriteTally();
    private final Thread thread;
    private volatile boolean ending;

    private OrderThread(
            final Ringside ringside, final OrderEvents events, final long seed, final int number) {
        this.ringside = ringside;
        this.events = events;
        random = new SplittableRandom(seed);
        flow = new OrderFlow(seed, number * ORDER_IDS_PER_THREAD);
        thread = new Thread(this, "orders-" + number);
    }

    static OrderThread start(
            final Ringside ringside, final OrderEvents events, final long seed, final int number) {
        final OrderThread thread = new OrderThread(ringside, events, seed, number);
        thread.thread.start();
        return thread;
    }

    /** Ends the thread and waits for it. */
    void end() {
        ending = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Adds what the thread was told by its writes. */
    void addTo(final WriteTally total) {
        synchronized (tally) {
            total.add(tally);
        }
    }

    @Override
    public void run() {
        // So that the thread has its lanes before the first event.
        ringside.writer();
        long dueNs = System.nanoTime();
        while (!ending) {
            final int burst = random.nextInt(1, MAX_BURST + 1);
            synchronized (tally) {
                for (int i = 0; i < burst; i++) {
                    tally.add(flow.next(events));
                }
            }
            dueNs += burst * TimeUnit.SECONDS.toNanos(1) / EVENTS_PER_SECOND;
            LockSupport.parkNanos(dueNs - System.nanoTime());
        }
    }
}
