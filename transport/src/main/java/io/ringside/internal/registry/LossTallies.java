package io.ringside.internal.registry;

import io.ringside.internal.layout.ProcessPageDescriptor;
import java.lang.invoke.VarHandle;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import static io.ringside.internal.layout.ProcessPageDescriptor.GUARDED_TALLIES;
import static io.ringside.internal.layout.ProcessPageDescriptor.LOSS_LENGTH;
import static io.ringside.internal.layout.ProcessPageDescriptor.LOSS_SESSION_ID_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.SLOTS;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_FIRST_TIME_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_LAST_TIME_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_NOT_ATTACHED_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_NO_LANE_OFFSET;

/**
 * Counts the losses without a lane in this process's own page, by loads and stores alone: an atomic change of a mapped
 * file, interpreted, ends the JVM if somebody has cut the file. A thread takes one of the slot's guarded tallies, and
 * only if threads that do not run hold all of them it counts in the shared one.
 * <p>
 * Losses may be counted by any thread; a slot is opened by one, while none counts in it.
 */
final class LossTallies {
    static final long NO_TIME = 0;

    private final UnsafeBuffer page;
    private final LossGuards guards = new LossGuards();
    private final SharedTally shared;

    LossTallies(final UnsafeBuffer page) {
        this.page = page;
        this.shared = new SharedTally(page);
    }

    /** Who counts where. */
    LossGuards guards() {
        return guards;
    }

    /** Begin with zeros, unless the slot counts this session already. */
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
     * Count what threads have yet counted in a page that this one has replaced.
     *
     * @param old   page, in which no thread counts any more
     * @param taken its bytes when they were copied
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
        for (long i = 0; i < missing; i++) {
            add(slot, countOffset, old.getLong(offset + TALLY_LAST_TIME_OFFSET));
        }
    }

    /**
     * Count a loss.
     *
     * @param slot        of the session
     * @param countOffset of the count in a tally
     * @param time        of the event in ticks of the session's clock
     */
    void add(final int slot, final int countOffset, final long time) {
        final int tally = guards.take(slot);
        if (tally == LossGuards.NULL_TALLY) {
            shared.add(slot, countOffset, time);
            return;
        }
        try {
            count(ProcessPageDescriptor.tallyOffset(slot, tally), countOffset, time);
        } finally {
            // Also if the page was cut: the JVM throws then.
            guards.release(slot, tally);
        }
    }

    private void count(final int offset, final int countOffset, final long time) {
        // Times before the count: who sees the loss sees when it was.
        final long first = page.getLong(offset + TALLY_FIRST_TIME_OFFSET);
        if (first == NO_TIME || time < first) {
            page.putLongRelease(offset + TALLY_FIRST_TIME_OFFSET, time);
        }
        if (first == NO_TIME || time > page.getLong(offset + TALLY_LAST_TIME_OFFSET)) {
            page.putLongRelease(offset + TALLY_LAST_TIME_OFFSET, time);
        }
        page.putLongRelease(offset + countOffset, page.getLong(offset + countOffset) + 1);
    }
}
