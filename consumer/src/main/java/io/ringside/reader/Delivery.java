package io.ringside.reader;

import io.ringside.internal.files.MappedFault;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.merge.LateEvents;
import io.ringside.internal.merge.TimeOrder;
import io.ringside.internal.recording.RecordRun;
import io.ringside.session.LossCause;
import java.util.function.LongUnaryOperator;
import org.agrona.DirectBuffer;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AgentTerminationException;
import org.jspecify.annotations.Nullable;

/**
 * Hands events and gaps to a handler, as views, and counts them. What the handler throws is counted, reported, and does
 * not keep the next event from it. Not thread-safe.
 */
final class Delivery {
    private final DeliveryTally tally;
    private final @Nullable EventHandler ownHandler;
    private final ErrorHandler errorHandler;
    private final @Nullable LateEvents late;

    /**
     * Delivers to the handler of the current poll, unless the source has one of its own. Whether events are late is
     * checked only if they are merged, among all of the same order.
     */
    Delivery(final DeliveryTally tally, final @Nullable EventHandler ownHandler, final ErrorHandler errorHandler,
            final @Nullable TimeOrder order) {
        this.tally = tally;
        this.ownHandler = ownHandler;
        this.errorHandler = errorHandler;
        this.late = order == null ? null : order.late();
    }

    long events() {
        return tally.events;
    }

    void event(final ProcessEvents process, final int lane, final DirectBuffer buffer, final int offset,
            final int length, final long ownerThreadId) {
        process.lastTimeTicks(lane, buffer.getLong(offset + FrameDescriptor.TIME_OFFSET));
        event(process, process.event().begin(lane, buffer, ownerThreadId), offset, length);
    }

    /** Consecutive events of a lane. */
    void records(final ProcessEvents process, final int lane, final DirectBuffer buffer, final int offset,
            final int end, final long ownerThreadId) {
        final EventView event = process.event().begin(lane, buffer, ownerThreadId);
        final EventHandler receiver = handler();
        int next = offset;
        try {
            while (next < end) {
                final int length = FrameDescriptor.length(buffer.getLong(next));
                tally.events++;
                event.record(next, length);
                if (late != null) {
                    event.late(late.onEvent(process.toEpochNs(event.timeTicks())));
                }
                next += FrameDescriptor.align(length);
                try {
                    receiver.onEvent(event);
                } catch (final Throwable e) {
                    onHandlerError(e);
                }
            }
        } finally {
            process.lastTimeTicks(lane, event.timeTicks());
        }
    }

    private void event(final ProcessEvents process, final EventView event, final int offset, final int length) {
        tally.events++;
        event.record(offset, length);
        event.late(late != null && late.onEvent(process.toEpochNs(event.timeTicks())));
        try {
            handler().onEvent(event);
        } catch (final Throwable e) {
            onHandlerError(e);
        }
    }

    /** Events of a run that are due; returns how many. */
    int events(final ProcessEvents process, final int lane, final RecordRun run, final long untilNs,
            final int eventLimit) {
        final DirectBuffer bytes = run.bytes();
        final EventView event = process.event().begin(lane, bytes, run.ownerThreadId()).ownerName(run.ownerName());
        final EventHandler receiver = handler();
        final long toEpochNs = process.toEpochNs(0);
        final long ticksToDueNs = run.ticksToEpochNs();
        final LongUnaryOperator related = run.related();
        int next = run.head();
        long ticks = bytes.getLong(next + FrameDescriptor.TIME_OFFSET);
        int taken = 0;
        try {
            do {
                final int offset = next;
                final int length = FrameDescriptor.length(bytes.getLong(offset));
                next = run.behind(offset, length);
                taken++;
                tally.events++;
                event.record(offset, length);
                event.late(late != null
                        && late.onEvent(related == null ? ticks + toEpochNs : process.toEpochNs(ticks)));
                try {
                    receiver.onEvent(event);
                } catch (final Throwable e) {
                    onHandlerError(e);
                }
                if (next >= run.end()) {
                    break;
                }
                ticks = bytes.getLong(next + FrameDescriptor.TIME_OFFSET);
            } while (taken < eventLimit
                    && (related == null ? ticks + ticksToDueNs : related.applyAsLong(ticks)) <= untilNs);
        } finally {
            run.takeUntil(next);
            process.lastTimeTicks(lane, event.timeTicks());
        }
        return taken;
    }

    void gap(final ProcessEvents process, final int lane, final LaneGap gap, final long ownerThreadId) {
        gap(process.gap().wrap(lane, gap, ownerThreadId));
    }

    void lanelessLoss(final ProcessEvents process, final LossCause cause, final long count,
            final long firstTimeTicks, final long lastTimeTicks) {
        gap(process.gap().wrap(cause, count, firstTimeTicks, lastTimeTicks));
    }

    private void gap(final GapView gap) {
        tally.gaps++;
        tally.lostEvents += gap.total();
        try {
            handler().onGap(gap);
        } catch (final Throwable e) {
            onHandlerError(e);
        }
    }

    private EventHandler handler() {
        final EventHandler own = ownHandler;
        return own == null ? tally.handler : own;
    }

    private void onHandlerError(final Throwable cause) {
        if (cause instanceof final AgentTerminationException termination) {
            throw termination;
        }
        if (cause instanceof final InternalError fault && MappedFault.isIn(fault)) {
            // Not the handler's: a file of a process was cut while its checkpoint was stored, or before.
            throw fault;
        }
        tally.handlerErrors++;
        errorHandler.onError(cause);
    }
}
