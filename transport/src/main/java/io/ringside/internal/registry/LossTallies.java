package io.ringside.internal.registry;

import io.ringside.internal.layout.ProcessPageDescriptor;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import static io.ringside.internal.layout.ProcessPageDescriptor.GUARDED_TALLIES;
import static io.ringside.internal.layout.ProcessPageDescriptor.LOSS_LENGTH;
import static io.ringside.internal.layout.ProcessPageDescriptor.LOSS_SESSION_ID_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.SHARED_TALLY;
import static io.ringside.internal.layout.ProcessPageDescriptor.SLOTS;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_FIRST_TIME_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_LAST_TIME_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_LENGTH;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_NOT_ATTACHED_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_NO_LANE_OFFSET;

/**
 * Counts the losses without a lane in the page of this process, with plain loads and stores only: an interpreted atomic
 * change of a mapped file ends the JVM if somebody has truncated the file. A thread takes one of the slot's guarded
 * tallies; if suspended threads hold all of them, it counts in the shared tally.
 * <p>
 * Any thread may count losses; a slot is opened by one thread, while none counts in it.
 */
final class LossTallies {
    static final long NO_TIME = 0;

    private final UnsafeBuffer page;
    private final LossGuards guards = new LossGuards();
    private final SharedTally shared;

    LossTallies(final UnsafeBuffer page) {
        this.page = page;
        this.shared = new SharedTally(page);
        // The JDK allocates at the first use of each operation, so a thread without memory must not make it.
        guards.release(0, guards.take(0));
        shared.rehearse();
    }

    /** Returns the guards, which assign tallies to threads. */
    LossGuards guards() {
        return guards;
    }

    /** Reset the slot to zero, unless it counts this session already. */
    void open(final int slot, final long sessionId) {
        final int offset = ProcessPageDescriptor.lossOffset(slot);
        if (page.getLongVolatile(offset + LOSS_SESSION_ID_OFFSET) != sessionId) {
            page.putLongRelease(offset + LOSS_SESSION_ID_OFFSET, SessionRow.NULL_SESSION_ID);
            VarHandle.releaseFence();
            for (int word = LOSS_SESSION_ID_OFFSET + Long.BYTES; word < LOSS_LENGTH; word += Long.BYTES) {
                page.putLong(offset + word, 0);
            }
            shared.reset(slot);
            guards.reset(slot);
            page.putLongRelease(offset + LOSS_SESSION_ID_OFFSET, sessionId);
        }
    }

    /**
     * Add the losses that threads still counted in a page after its content was copied to this page, which replaces it.
     *
     * @param old   page, in which no thread counts any more
     * @param taken bytes that were copied from it
     */
    void settle(final DirectBuffer old, final DirectBuffer taken) {
        for (int slot = 0; slot < SLOTS; slot++) {
            final int session = ProcessPageDescriptor.lossOffset(slot) + LOSS_SESSION_ID_OFFSET;
            if (page.getLong(session) != SessionRow.NULL_SESSION_ID && page.getLong(session) == old.getLong(session)) {
                shared.publish(slot);
                for (int tally = 0; tally < GUARDED_TALLIES; tally++) {
                    final int offset = ProcessPageDescriptor.tallyOffset(slot, tally);
                    settle(slot, offset, TALLY_NO_LANE_OFFSET, old, taken);
                    settle(slot, offset, TALLY_NOT_ATTACHED_OFFSET, old, taken);
                }
            }
        }
    }

    private void settle(final int slot, final int offset, final int countOffset, final DirectBuffer old,
            final DirectBuffer taken) {
        final long missing = old.getLong(offset + countOffset) - taken.getLong(offset + countOffset);
        if (missing > 0) {
            add(slot, countOffset, old.getLong(offset + TALLY_LAST_TIME_OFFSET), missing);
        }
    }

    /**
     * Count losses.
     *
     * @param slot        slot of the session
     * @param countOffset of the count in a tally
     * @param time        of the last event in ticks of the session's clock
     * @param events      that were lost
     */
    void add(final int slot, final int countOffset, final long time, final long events) {
        final int tally = guards.take(slot);
        if (tally == LossGuards.NULL_TALLY) {
            shared.add(slot, countOffset, time, events);
            return;
        }
        try {
            count(ProcessPageDescriptor.tallyOffset(slot, tally), countOffset, time, events);
        } finally {
            // Released even if the page was truncated, because the JVM throws in that case.
            guards.release(slot, tally);
        }
    }

    private void count(final int offset, final int countOffset, final long time, final long events) {
        // The times are stored before the count, so that a reader that sees the loss sees its time.
        final long first = page.getLong(offset + TALLY_FIRST_TIME_OFFSET);
        if (first == NO_TIME || time < first) {
            page.putLongRelease(offset + TALLY_FIRST_TIME_OFFSET, time);
        }
        if (first == NO_TIME || time > page.getLong(offset + TALLY_LAST_TIME_OFFSET)) {
            page.putLongRelease(offset + TALLY_LAST_TIME_OFFSET, time);
        }
        page.putLongRelease(offset + countOffset, page.getLong(offset + countOffset) + events);
    }

    /**
     * Guards of the page's tallies: each is taken while a thread counts in the tally. They are on the heap, because a
     * mapped file that may be truncated allows plain loads and stores only. A thread that is suspended while it counts,
     * or that an error has thrown out without a release, keeps its tally; others use the next one. Thread-safe.
     */
    static final class LossGuards {
        static final int NULL_TALLY = -1;

        private static final int FREE = 0;
        private static final int TAKEN = 1;
        /** A tally is taken for a few stores: after so many attempts its threads must be suspended. */
        private static final int ROUNDS = 32;

        private final AtomicIntegerArray guards = new AtomicIntegerArray(SLOTS * GUARDED_TALLIES);

        /** Release all tallies of a slot. No thread may be counting in the slot. */
        void reset(final int slot) {
            for (int tally = 0; tally < GUARDED_TALLIES; tally++) {
                release(slot, tally);
            }
        }

        /**
         * Take one of a slot's guarded tallies.
         *
         * @param slot slot of the session
         * @return its index, to be released; {@link #NULL_TALLY} if none became free within a bounded time
         */
        int take(final int slot) {
            for (int round = 0; round < ROUNDS; round++) {
                for (int tally = 0; tally < GUARDED_TALLIES; tally++) {
                    final int guard = slot * GUARDED_TALLIES + tally;
                    if (guards.getOpaque(guard) == FREE && guards.compareAndSet(guard, FREE, TAKEN)) {
                        return tally;
                    }
                }
                Thread.onSpinWait();
            }
            return NULL_TALLY;
        }

        /**
         * Release a tally.
         *
         * @param slot  slot of the session
         * @param tally that was taken
         */
        void release(final int slot, final int tally) {
            guards.setRelease(slot * GUARDED_TALLIES + tally, FREE);
        }
    }

    /**
     * The unguarded tally of each slot, in which many threads may count at a time. The exact counts are on the heap and
     * are changed atomically; the page has a copy. A thread that has changed a count copies all counts, until none has
     * changed meanwhile. A thread that is suspended before its stores may overwrite the copy with older counts, but
     * corrects it afterwards. Thread-safe.
     */
    private static final class SharedTally {
        private static final int WORDS = TALLY_LENGTH / Long.BYTES;

        private final UnsafeBuffer page;
        private final AtomicLongArray truth = new AtomicLongArray(SLOTS * WORDS);

        SharedTally(final UnsafeBuffer page) {
            this.page = page;
        }

        /** Reset the counts on the heap. No thread may be counting in the slot. */
        void reset(final int slot) {
            for (int word = 0; word < WORDS; word++) {
                truth.set(slot * WORDS + word, 0);
            }
        }

        /** Uses each operation once, without changing a count. */
        void rehearse() {
            truth.compareAndSet(0, truth.get(0), truth.getAndAdd(0, 0));
        }

        /** Count losses in one of the two counts of a tally. */
        void add(final int slot, final int countOffset, final long time, final long events) {
            // The times are stored before the count, here and in the copy: a reader that sees the loss sees its time.
            enclose(slot, time);
            truth.getAndAdd(index(slot, countOffset), events);
            publish(slot);
        }

        /** Copy the exact counts into the page. */
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
                // A thread that changes a count after the next loads sees these stores.
                VarHandle.fullFence();
            } while (truth.get(index(slot, TALLY_NO_LANE_OFFSET)) != noLane
                    || truth.get(index(slot, TALLY_NOT_ATTACHED_OFFSET)) != notAttached);
        }

        private void enclose(final int slot, final long time) {
            final int first = index(slot, TALLY_FIRST_TIME_OFFSET);
            long seen = truth.get(first);
            while ((seen == NO_TIME || time < seen) && !truth.compareAndSet(first, seen, time)) {
                seen = truth.get(first);
            }
            final int last = index(slot, TALLY_LAST_TIME_OFFSET);
            seen = truth.get(last);
            while ((seen == NO_TIME || time > seen) && !truth.compareAndSet(last, seen, time)) {
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
}
