package io.ringside.reader;

import io.ringside.internal.files.MappedFault;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.merge.LateEvents;
import io.ringside.internal.merge.TimeOrder;
import io.ringside.session.LossCause;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import org.agrona.DirectBuffer;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Passes events and gaps to a handler, as views, and counts them. An exception of the handler is passed to the error
 * handler, and delivery continues with the next event; without an error handler it ends the poll, and the next poll
 * delivers the rest. Not thread-safe.
 */
final class Delivery {
    private final DeliveryTally tally;
    private final @Nullable EventHandler ownHandler;
    private final @Nullable ErrorHandler errorHandler;
    private final @Nullable LateEvents late;
    private final @Nullable EventFilter filter;
    private final long eventLimit;
    /** Bytes between two records of the current piece. */
    private int skip;
    /** Name of the thread that wrote the current records, if it is stored with them. */
    private @Nullable String ownerName;

    /**
     * Delivers to the handler of the current poll, unless the source has its own handler. Late events are detected only
     * if events are merged, among all sources of the same order.
     */
    Delivery(final DeliveryTally tally, final @Nullable EventHandler ownHandler,
            final @Nullable ErrorHandler errorHandler, final @Nullable TimeOrder order, final long eventLimit,
            final @Nullable EventFilter filter) {
        this.eventLimit = eventLimit;
        this.filter = filter;
        this.tally = tally;
        this.ownHandler = ownHandler;
        this.errorHandler = errorHandler;
        this.late = order == null ? null : order.late();
    }

    long events() {
        return tally.events;
    }

    /** Delivers consecutive events of a lane. */
    void records(final ProcessEvents process, final int lane, final Batch batch, final Batch.Piece piece,
            final int begin, final int end) {
        skip = piece.skip();
        ownerName(piece.ownerName());
        deliver(process, lane, batch.bytes(), begin, end, piece.ownerThreadId());
    }

    private void ownerName(final @Nullable String name) {
        if (!Objects.equals(ownerName, name)) {
            // Skipped if the name is the same, as it mostly is, because storing a reference costs a barrier.
            ownerName = name;
        }
    }

    private void deliver(final ProcessEvents process, final int lane, final DirectBuffer buffer, final int begin,
            final int end, final long ownerThreadId) {
        if (tally.isHolding()) {
            hold(process, lane, buffer, begin, end, ownerThreadId);
            return;
        }
        final EventView event = process.event().begin(lane, buffer, ownerThreadId).ownerName(ownerName);
        final int between = skip;
        final LongUnaryOperator related = process.related();
        final long toEpochNs = process.toEpochNs(0);
        final EventHandler receiver = handler();
        final EventFilter wanted = filter;
        final long limit = Math.min(eventLimit, tally.heldLimit);
        int length = 0;
        int distance = 0;
        int next = begin;
        try {
            while (next < end && tally.events < limit) {
                // Most records are as long as the previous one; then the next position is known without the length.
                final int nextLength = FrameDescriptor.length(buffer.getLong(next));
                if (nextLength != length) {
                    length = nextLength;
                    distance = FrameDescriptor.align(nextLength) + between;
                }
                event.record(next, length);
                next += distance;
                if (late != null) {
                    final long ticks = event.timeTicks();
                    event.late(late.onEvent(related == null ? ticks + toEpochNs : related.applyAsLong(ticks)));
                }
                try {
                    if (wanted == null || wanted.accepts(event)) {
                        tally.events++;
                        receiver.onEvent(event);
                    } else {
                        tally.leftOut++;
                        tally.isBehindFilter |= event.timeNs() > wanted.untilNs();
                    }
                } catch (final Throwable e) {
                    onHandlerError(e);
                    if (tally.isHolding()) {
                        break;
                    }
                }
            }
        } finally {
            if (next > begin) {
                process.lastTimeTicks(lane, event.timeTicks());
            }
            if (next < end && tally.events < eventLimit) {
                hold(process, lane, buffer, next, end, ownerThreadId);
            }
        }
    }

    private void hold(final ProcessEvents process, final int lane, final DirectBuffer buffer, final int begin,
            final int end, final long ownerThreadId) {
        final int between = skip;
        final String name = ownerName;
        final byte[] copy = new byte[end - begin];
        buffer.getBytes(begin, copy);
        final DirectBuffer bytes = new UnsafeBuffer(copy);
        int events = 0;
        for (int at = 0; at < copy.length; events++) {
            at += FrameDescriptor.align(FrameDescriptor.length(bytes.getLong(at))) + between;
        }
        tally.hold(events, () -> {
            skip = between;
            ownerName(name);
            deliver(process, lane, bytes, 0, copy.length, ownerThreadId);
        });
    }

    void gap(final ProcessEvents process, final int lane, final LaneGap gap, final long ownerThreadId) {
        if (tally.isHolding()) {
            final LaneGap copy = new LaneGap().set(gap);
            tally.hold(0, () -> gap(process, lane, copy, ownerThreadId));
        } else {
            gap(process.gap().wrap(lane, gap, ownerThreadId));
        }
    }

    void lanelessLoss(final ProcessEvents process, final LossCause cause, final long count,
            final long firstTimeTicks, final long lastTimeTicks) {
        if (tally.isHolding()) {
            tally.hold(0, () -> lanelessLoss(process, cause, count, firstTimeTicks, lastTimeTicks));
        } else {
            gap(process.gap().wrap(cause, count, firstTimeTicks, lastTimeTicks));
        }
    }

    private void gap(final GapView gap) {
        if (filter != null && !filter.accepts(gap)) {
            return;
        }
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
        if (cause instanceof final InternalError fault && MappedFault.isIn(fault)) {
            // Not a fault of the handler: a file of a process was truncated while its checkpoint was stored, or before.
            tally.holdRest();
            throw fault;
        }
        final ErrorHandler receiver = errorHandler;
        if (receiver == null || cause instanceof AgentTerminationException) {
            tally.fail(cause);
            return;
        }
        tally.handlerErrors++;
        try {
            receiver.onError(cause);
        } catch (final Throwable e) {
            tally.fail(e);
        }
    }
}
