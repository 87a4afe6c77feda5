package io.ringside.internal.registry;

import io.ringside.internal.layout.ProcessPageDescriptor;
import java.lang.invoke.VarHandle;
import org.agrona.concurrent.AtomicBuffer;

import static io.ringside.internal.layout.ProcessPageDescriptor.LOSS_NOT_ATTACHED_REPORTED_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.LOSS_NO_LANE_REPORTED_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.LOSS_SESSION_ID_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLIES;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_FIRST_TIME_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_LAST_TIME_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_NOT_ATTACHED_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_NO_LANE_OFFSET;

/** Reads a slot's losses without a lane: the sums of its tallies, and the times that enclose them. Stateless. */
final class LossFields {
    /** Of one count of one tally: sums of all tallies and both counts do not overflow, whatever stands in the page. */
    private static final long COUNT_MAX = Long.MAX_VALUE / (2 * TALLIES);

    private LossFields() {}

    static LanelessLosses load(final AtomicBuffer page, final int slot, final long sessionId) {
        final int offset = ProcessPageDescriptor.lossOffset(slot);
        if (page.getLongAcquire(offset + LOSS_SESSION_ID_OFFSET) != sessionId) {
            return LanelessLosses.none(sessionId);
        }
        final LanelessLosses losses = sum(page, slot, sessionId);
        VarHandle.acquireFence();
        // Another session's words, if the slot was taken over meanwhile: this one has ended.
        return page.getLongVolatile(offset + LOSS_SESSION_ID_OFFSET) == sessionId
                ? losses
                : LanelessLosses.none(sessionId);
    }

    private static LanelessLosses sum(final AtomicBuffer page, final int slot, final long sessionId) {
        long noLane = 0;
        long notAttached = 0;
        long firstTime = Long.MAX_VALUE;
        long lastTime = Long.MIN_VALUE;
        for (int tally = 0; tally < TALLIES; tally++) {
            final int offset = ProcessPageDescriptor.tallyOffset(slot, tally);
            final long noLaneHere = count(page, offset + TALLY_NO_LANE_OFFSET, COUNT_MAX);
            final long notAttachedHere = count(page, offset + TALLY_NOT_ATTACHED_OFFSET, COUNT_MAX);
            if (noLaneHere + notAttachedHere > 0) {
                noLane += noLaneHere;
                notAttached += notAttachedHere;
                firstTime = Math.min(firstTime, page.getLongAcquire(offset + TALLY_FIRST_TIME_OFFSET));
                lastTime = Math.max(lastTime, page.getLongAcquire(offset + TALLY_LAST_TIME_OFFSET));
            }
        }
        if (noLane + notAttached == 0) {
            return LanelessLosses.none(sessionId);
        }
        final int offset = ProcessPageDescriptor.lossOffset(slot);
        return new LanelessLosses(sessionId, noLane, notAttached, firstTime, lastTime,
                count(page, offset + LOSS_NO_LANE_REPORTED_OFFSET, noLane),
                count(page, offset + LOSS_NOT_ATTACHED_REPORTED_OFFSET, notAttached));
    }

    private static long count(final AtomicBuffer page, final int offset, final long max) {
        return Math.max(0, Math.min(page.getLongAcquire(offset), max));
    }
}
