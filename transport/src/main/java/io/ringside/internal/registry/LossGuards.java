package io.ringside.internal.registry;

import java.util.concurrent.atomic.AtomicIntegerArray;

import static io.ringside.internal.layout.ProcessPageDescriptor.GUARDED_TALLIES;
import static io.ringside.internal.layout.ProcessPageDescriptor.SLOTS;

/**
 * Which tallies of the process's page have a thread in them at this moment. On the heap, as only plain loads and stores
 * may meet a mapped file that somebody cuts. A thread that is stopped inside, or that an error has thrown out without a
 * release, keeps its tally from the others, who take the next one. Thread-safe.
 */
final class LossGuards {
    static final int NULL_TALLY = -1;

    private static final int FREE = 0;
    private static final int TAKEN = 1;
    /** A thread is inside for a few stores: who has looked so often waits for threads that do not run. */
    private static final int ROUNDS = 32;

    private final AtomicIntegerArray guards = new AtomicIntegerArray(SLOTS * GUARDED_TALLIES);

    /** Let go of all. No thread counts in the slot. */
    void reset(final int slot) {
        for (int tally = 0; tally < GUARDED_TALLIES; tally++) {
            release(slot, tally);
        }
    }

    /**
     * Take one of a slot's guarded tallies.
     *
     * @param slot of the session
     * @return its index, to be released; {@link #NULL_TALLY} if there was none in a bounded time
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
     * Let others have it.
     *
     * @param slot  of the session
     * @param tally that was taken
     */
    void release(final int slot, final int tally) {
        guards.setRelease(slot * GUARDED_TALLIES + tally, FREE);
    }
}
