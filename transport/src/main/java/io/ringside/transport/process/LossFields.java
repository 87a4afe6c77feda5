package io.ringside.transport.process;

import java.lang.invoke.VarHandle;
import org.agrona.concurrent.AtomicBuffer;

import static io.ringside.transport.process.ProcessPageDescriptor.LOSS_FIRST_TIME_OFFSET;
import static io.ringside.transport.process.ProcessPageDescriptor.LOSS_LAST_TIME_OFFSET;
import static io.ringside.transport.process.ProcessPageDescriptor.LOSS_NOT_ATTACHED_OFFSET;
import static io.ringside.transport.process.ProcessPageDescriptor.LOSS_NOT_ATTACHED_REPORTED_OFFSET;
import static io.ringside.transport.process.ProcessPageDescriptor.LOSS_NO_LANE_OFFSET;
import static io.ringside.transport.process.ProcessPageDescriptor.LOSS_NO_LANE_REPORTED_OFFSET;
import static io.ringside.transport.process.ProcessPageDescriptor.LOSS_SESSION_ID_OFFSET;

/** Reads a slot's losses without a lane. Stateless. */
final class LossFields {
    private LossFields() {}

    static LanelessLosses load(final AtomicBuffer page, final int slot, final long sessionId) {
        final int offset = ProcessPageDescriptor.lossOffset(slot);
        if (page.getLongAcquire(offset + LOSS_SESSION_ID_OFFSET) != sessionId) {
            return LanelessLosses.none(sessionId);
        }
        final long noLane = count(page, offset + LOSS_NO_LANE_OFFSET, Long.MAX_VALUE);
        final long notAttached = count(page, offset + LOSS_NOT_ATTACHED_OFFSET, Long.MAX_VALUE);
        final LanelessLosses losses = new LanelessLosses(sessionId, noLane, notAttached,
                page.getLongAcquire(offset + LOSS_FIRST_TIME_OFFSET),
                page.getLongAcquire(offset + LOSS_LAST_TIME_OFFSET),
                count(page, offset + LOSS_NO_LANE_REPORTED_OFFSET, noLane),
                count(page, offset + LOSS_NOT_ATTACHED_REPORTED_OFFSET, notAttached));
        VarHandle.acquireFence();
        // Another session's words, if the slot was taken over meanwhile: this one has ended.
        return page.getLongVolatile(offset + LOSS_SESSION_ID_OFFSET) == sessionId
                ? losses
                : LanelessLosses.none(sessionId);
    }

    private static long count(final AtomicBuffer page, final int offset, final long max) {
        return Math.max(0, Math.min(page.getLongAcquire(offset), max));
    }
}
