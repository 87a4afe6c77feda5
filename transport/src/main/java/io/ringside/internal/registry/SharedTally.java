package io.ringside.internal.registry;

import io.ringside.internal.layout.ProcessPageDescriptor;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLongArray;
import org.agrona.concurrent.UnsafeBuffer;

import static io.ringside.internal.layout.ProcessPageDescriptor.SHARED_TALLY;
import static io.ringside.internal.layout.ProcessPageDescriptor.SLOTS;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_FIRST_TIME_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_LAST_TIME_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_LENGTH;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_NOT_ATTACHED_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_NO_LANE_OFFSET;

/**
 * The tally of each slot that has no guard: many threads may count in it at a time. Its truth is on the heap, changed
 * atomically; the page has a copy. Whoever changed the truth copies all of it, and again until it stayed the same
 * meanwhile: a thread that was stopped before its stores may take the copy back, but repairs it behind them.
 * Thread-safe.
 */
final class SharedTally {
    private static final int WORDS = TALLY_LENGTH / Long.BYTES;

    private final UnsafeBuffer page;
    private final AtomicLongArray truth = new AtomicLongArray(SLOTS * WORDS);

    SharedTally(final UnsafeBuffer page) {
        this.page = page;
    }

    /** Begin again, on the heap only. No thread counts in the slot. */
    void reset(final int slot) {
        for (int word = 0; word < WORDS; word++) {
            truth.set(slot * WORDS + word, 0);
        }
    }

    /** Count a loss, at one of the two counts of a tally. */
    void add(final int slot, final int countOffset, final long time) {
        // Times before the count, here and in the copy: who sees the loss sees when it was.
        enclose(slot, time);
        truth.getAndIncrement(index(slot, countOffset));
        publish(slot);
    }

    /** Copy the truth into the page. */
    void publish(final int slot) {
        final int offset = ProcessPageDescriptor.tallyOffset(slot, SHARED_TALLY);
        long noLane;
        long notAttached;
        do {
            noLane = truth.get(index(slot, TALLY_NO_LANE_OFFSET));
            notAttached = truth.get(index(slot, TALLY_NOT_ATTACHED_OFFSET));
            copy(slot, offset, TALLY_FIRST_TIME_OFFSET);
            copy(slot, offset, TALLY_LAST_TIME_OFFSET);
            page.putLongRelease(offset + TALLY_NO_LANE_OFFSET, noLane);
            page.putLongRelease(offset + TALLY_NOT_ATTACHED_OFFSET, notAttached);
            // The stores are visible to who changes the truth behind the next loads.
            VarHandle.fullFence();
        } while (truth.get(index(slot, TALLY_NO_LANE_OFFSET)) != noLane
                || truth.get(index(slot, TALLY_NOT_ATTACHED_OFFSET)) != notAttached);
    }

    private void enclose(final int slot, final long time) {
        final int first = index(slot, TALLY_FIRST_TIME_OFFSET);
        long seen = truth.get(first);
        while ((seen == LossTallies.NO_TIME || time < seen) && !truth.compareAndSet(first, seen, time)) {
            seen = truth.get(first);
        }
        final int last = index(slot, TALLY_LAST_TIME_OFFSET);
        seen = truth.get(last);
        while ((seen == LossTallies.NO_TIME || time > seen) && !truth.compareAndSet(last, seen, time)) {
            seen = truth.get(last);
        }
    }

    private void copy(final int slot, final int offset, final int wordOffset) {
        page.putLongRelease(offset + wordOffset, truth.get(index(slot, wordOffset)));
    }

    private static int index(final int slot, final int wordOffset) {
        return slot * WORDS + wordOffset / Long.BYTES;
    }
}
