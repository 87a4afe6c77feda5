package io.ringside.proof;

import io.ringside.provider.ProviderRegistration;
import io.ringside.write.EventClaim;
import io.ringside.write.ProviderEvent;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Writes the numbers of one virtual thread, which leaves its carrier between writes and, at times, while a claim is
 * open.
 */
final class VirtualWriter implements Runnable {
    private static final int CLAIM_INTERVAL = 8;
    /** One claim in a hundred is open while its thread waits. */
    private static final int PARKED_CLAIM_INTERVAL = 100;
    private static final int BURST = 10;
    private static final int SHORT_BURST = 32;
    private static final long CLAIM_PARK_NS = TimeUnit.MICROSECONDS.toNanos(200);
    private static final int LENGTH_MAX = 128;

    private final WriterPlan plan;
    private final TruthFile truth;
    private final int thread;
    private final ProviderEvent[] events;

    VirtualWriter(final WriterPlan plan, final TruthFile truth, final int thread,
            final ProviderRegistration provider) {
        this.plan = plan;
        this.truth = truth;
        this.thread = thread;
        this.events = new ProviderEvent[]{provider.event("coarse"), provider.event("fine")};
    }

    @Override
    public void run() {
        truth.threadId(thread, Thread.currentThread().getId());
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[LENGTH_MAX]);
        final EventClaim claim = EventClaim.create();
        final long periodNs = plan.paceNs() * BURST;
        long dueNs = System.nanoTime() + periodNs * thread / plan.slots();
        for (long number = 0; number < plan.count(); number++) {
            if (periodNs > 0 && number % BURST == 0) {
                parkUntil(dueNs);
                dueNs += periodNs;
            } else if (number % SHORT_BURST == thread % SHORT_BURST) {
                LockSupport.parkNanos(1);
            }
            truth.begin(thread, number);
            truth.end(thread, number, Outcome.of(write(number, bytes, claim), false));
        }
    }

    private long write(final long number, final UnsafeBuffer bytes, final EventClaim claim) {
        final ProviderEvent event = events[Numbers.eventIndex(number)];
        final int length = Numbers.length(number);
        if (number % CLAIM_INTERVAL != CLAIM_INTERVAL - 1) {
            Numbers.encode(bytes, 0, plan.process(), thread, number);
            return event.write(bytes, 0, length);
        }
        if (!event.tryClaim(claim, length)) {
            return claim.result();
        }
        Numbers.encode(claim.buffer(), 0, plan.process(), thread, number);
        if ((thread * 7L + number) % PARKED_CLAIM_INTERVAL == 0) {
            LockSupport.parkNanos(CLAIM_PARK_NS);
        }
        return claim.commit();
    }

    private static void parkUntil(final long dueNs) {
        for (long restNs = dueNs - System.nanoTime(); restNs > 0; restNs = dueNs - System.nanoTime()) {
            LockSupport.parkNanos(restNs);
        }
    }
}
