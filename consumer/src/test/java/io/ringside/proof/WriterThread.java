package io.ringside.proof;

import io.ringside.event.DataDescriptors;
import io.ringside.provider.ProviderRegistration;
import io.ringside.write.EventClaim;
import io.ringside.write.ProviderEvent;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;

/** Writes the numbers of one thread in all the ways there are, and notes each call before and after it. */
final class WriterThread implements Runnable {
    private static final int WAYS = 8;
    private static final int NESTING_INTERVAL = 64;

    private final WriterPlan plan;
    private final TruthFile truth;
    private final int thread;
    private final ProviderEvent[] events;
    private final BooleanSupplier stopped;
    private final UnsafeBuffer scratch = new UnsafeBuffer(new byte[Numbers.LENGTH_MAX]);
    private final DataDescriptors blocks = new DataDescriptors();
    private final EventClaim claim = EventClaim.create();

    WriterThread(final WriterPlan plan, final TruthFile truth, final int thread, final ProviderRegistration provider,
            final BooleanSupplier stopped) {
        this.stopped = stopped;
        this.plan = plan;
        this.truth = truth;
        this.thread = thread;
        this.events = new ProviderEvent[]{provider.event("coarse"), provider.event("fine")};
    }

    @Override
    public void run() {
        truth.threadId(thread, Thread.currentThread().getId());
        long dueNs = System.nanoTime();
        for (long number = 0; number < plan.count() && !stopped.getAsBoolean(); number++) {
            if (plan.paceNs() > 0) {
                dueNs += plan.paceNs();
                while (System.nanoTime() - dueNs < 0) {
                    LockSupport.parkNanos(dueNs - System.nanoTime());
                }
            }
            if (plan.nested() && mayNest(number)) {
                writeNested(number);
                number++;
            } else {
                truth.begin(thread, number);
                truth.end(thread, number, Outcome.of(write(number), false));
            }
        }
    }

    /** Whether a thread that nests writes this number inside of a claim. */
    static boolean mayNest(final long number) {
        return number % NESTING_INTERVAL == NESTING_INTERVAL - 2;
    }

    private long write(final long number) {
        final ProviderEvent event = events[Numbers.eventIndex(number)];
        final int length = Numbers.length(number);
        final int way = (int) (number % WAYS);
        if (way == WAYS - 1) {
            return writeInPlace(event, number, length);
        }
        Numbers.encode(scratch, 0, plan.process(), thread, number);
        if (way >= WAYS / 2) {
            blocks.reset().add(scratch, 0, Numbers.NUMBER_OFFSET).add(scratch, Numbers.NUMBER_OFFSET, 0)
                    .add(scratch, Numbers.NUMBER_OFFSET, length - Numbers.NUMBER_OFFSET);
            return event.write(blocks);
        }
        return event.write(scratch, 0, length);
    }

    private long writeInPlace(final ProviderEvent event, final long number, final int length) {
        if (number % (WAYS * 2) == WAYS - 1) {
            // Given up, it counts nothing; refused, it is the attempt.
            if (!event.tryClaim(claim, length)) {
                return claim.result();
            }
            claim.buffer().putLong(0, number);
            claim.abort();
        }
        if (!event.tryClaim(claim, length)) {
            return claim.result();
        }
        Numbers.encode(claim.buffer(), 0, plan.process(), thread, number);
        return claim.commit();
    }

    /** The number itself is written inside a claim, which the next number fills. */
    private void writeNested(final long number) {
        final ProviderEvent event = events[Numbers.eventIndex(number)];
        truth.begin(thread, number);
        if (event.tryClaim(claim, Numbers.length(number + 1))) {
            truth.end(thread, number, Outcome.of(write(event, number), true));
            truth.begin(thread, number + 1);
            Numbers.encode(claim.buffer(), 0, plan.process(), thread, number + 1);
            claim.commit();
            truth.end(thread, number + 1, Outcome.of(claim.result(), false));
        } else {
            truth.end(thread, number, Outcome.of(claim.result(), false));
            truth.begin(thread, number + 1);
            truth.end(thread, number + 1, Outcome.of(write(event, number + 1), false));
        }
    }

    private long write(final ProviderEvent event, final long number) {
        Numbers.encode(scratch, 0, plan.process(), thread, number);
        return event.write(scratch, 0, Numbers.length(number));
    }
}
