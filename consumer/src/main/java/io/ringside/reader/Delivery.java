package io.ringside.reader;

import io.ringside.internal.files.MappedFault;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.merge.LateEvents;
import io.ringside.internal.merge.TimeOrder;
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
    private final long eventLimit;

    /**
     * Delivers to the handler of the current poll, unless the source has one of its own. Whether events are late is
     * checked only if they are merged, among all of the same order.
     */
    Delivery(final DeliveryTally tally, final @Nullable EventHandler ownHandler, final ErrorHandler errorHandler,
            final @Nullable TimeOrder order, final long eventLimit) {
        this.eventLimit = eventLimit;
        this.tally = tally;
        this.ownHandler = ownHandler;
        this.errorHandler = errorHandler;
        this.late = order == null ? null : order.late();
    }

    long events() {
        return tally.events;
    }

    /** Consecutive events of a lane. */
    void records(final ProcessEvents process, final int lane, final DirectBuffer buffer, final int offset,
            final int end, final long ownerThreadId) {
        final EventView event = process.event().begin(lane, buffer, ownerThreadId);
        final long toEpochNs = process.toEpochNs(0);
        final EventHandler receiver = handler();
        int next = offset;
        try {
            while (next < end && tally.events < eventLimit) {
                final int length = FrameDescriptor.length(buffer.getLong(next));
                tally.events++;
                event.record(next, length);
                next += FrameDescriptor.align(length);
                if (late != null) {
                    event.late(late.onEvent(event.timeTicks() + toEpochNs));
                }
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

    /** Consecutive events of a recorded lane. */
    void records(final ProcessEvents process, final int lane, final Batch batch, final Batch.Piece piece,
            final int begin, final int end) {
        final DirectBuffer buffer = batch.bytes();
        final EventView event = process.event().begin(lane, buffer, piece.ownerThreadId())
                .ownerName(piece.ownerName());
        final LongUnaryOperator related = process.related();
        final long toEpochNs = process.toEpochNs(0);
        final EventHandler receiver = handler();
        int length = 0;
        int distance = 0;
        int next = begin;
        try {
            while (next < end && tally.events < eventLimit) {
                // Most records are as long as the one before: then their places do not wait for their lengths.
                final int nextLength = FrameDescriptor.length(buffer.getLong(next));
                if (nextLength != length) {
                    length = nextLength;
                    distance = piece.next(0, nextLength);
                }
                tally.events++;
                event.record(next, length);
                next += distance;
                if (late != null) {
                    final long ticks = event.timeTicks();
                    event.late(late.onEvent(related == null ? ticks + toEpochNs : related.applyAsLong(ticks)));
                }
                try {
                    receiver.onEvent(event);
                } catch (final Throwable e) {
                    onHandlerError(e);
                }
            }
        } finally {
            batch.delivered(next);
            process.lastTimeTicks(lane, event.timeTicks());
        }
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
