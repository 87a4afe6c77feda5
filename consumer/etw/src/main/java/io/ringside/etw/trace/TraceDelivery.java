package io.ringside.etw.trace;

import io.ringside.reader.EventFilter;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.session.LossCause;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Calls the callbacks of one trace, and decides by them whether processing continues. For the processing thread. */
final class TraceDelivery implements EventHandler {
    private final TraceContext context;
    private final EventFilter window;
    /** The end of the window, in nanoseconds since 1970. */
    private final long untilNs;
    private boolean isBehindWindow;
    /** Whether events are delivered after a stop once they were read: a session has lost them, a recording has not. */
    private final boolean deliversRest;
    private @Nullable TraceRecords records;
    private @Nullable TraceStatus status;
    private long buffersRead;
    private long newestTicks = Long.MIN_VALUE;
    private long lastTimeNs;

    TraceDelivery(final TraceContext context, final EventFilter window, final long untilNs) {
        this.context = context;
        this.window = window;
        this.untilNs = untilNs;
        this.deliversRest = context.logFile() == null;
    }

    /**
     * Delivers the header, before anything else, and a record of discarded events that no gap reports.
     *
     * @param discardedInGaps discarded events of the header that gaps report
     */
    void begin(final TraceRecords made, final TraceHeader header, final long discardedInGaps) {
        records = made;
        lastTimeNs = header.clock().startNs();
        call(made.header(header));
        final long givenUp = header.losses().realTimeBuffersLost() - discardedInGaps;
        if (givenUp > 0) {
            call(made.lostFile(givenUp, lastTimeNs));
        }
    }

    /** Why processing is to end; null if it continues. */
    @Nullable
    TraceStatus status() {
        return status;
    }

    /**
     * Whether everything in the window of time was delivered by a consumer that has merged up to a time. An event after
     * the window alone does not decide it: with a time that its writer gave, it may come before others.
     */
    boolean isBehindWindow(final long mergedNs) {
        return isBehindWindow && mergedNs > untilNs;
    }

    /** The latest time of an event, in ticks of the session's clock. */
    long newestTicks() {
        return newestTicks;
    }

    @Override
    public void onEvent(final EventView event) {
        newestTicks = Math.max(newestTicks, event.timeTicks());
        lastTimeNs = event.timeNs();
        if (isDelivering()) {
            isBehindWindow |= lastTimeNs > untilNs;
            if (window.accepts(event)) {
                call(event);
            }
        }
    }

    @Override
    public void onGap(final GapView gap) {
        if (!isDelivering() || !window.accepts(gap)) {
            return;
        }
        final long damaged = gap.count(LossCause.CORRUPT);
        final long discarded = gap.count(LossCause.DISCARDED);
        record(TraceEvents.LOST_BUFFER_OPCODE, damaged, gap);
        record(TraceEvents.LOST_FILE_OPCODE, discarded, gap);
        record(TraceEvents.LOST_EVENT_OPCODE, gap.total() - damaged - discarded, gap);
        try {
            context.eventCallback().onGap(gap);
        } catch (final Throwable e) {
            failed(e);
        }
    }

    private void record(final int opcode, final long lost, final GapView gap) {
        if (lost > 0) {
            call(Objects.requireNonNull(records).loss(opcode, lost, gap, lastTimeNs));
        }
    }

    /** A buffer was delivered; once processing is to end the handler is not called any more. */
    void onBuffer(final int filledBytes, final long eventsInIt) {
        if (status != null) {
            return;
        }
        buffersRead++;
        try {
            if (!context.bufferCallback().onBuffer(new BufferStatistics(buffersRead, filledBytes, eventsInIt))) {
                status = TraceStatus.CANCELLED;
            }
        } catch (final Throwable e) {
            failed(e);
        }
    }

    private boolean isDelivering() {
        return status == null || deliversRest;
    }

    private void call(final EventView event) {
        try {
            context.eventCallback().onEvent(event);
        } catch (final Throwable e) {
            failed(e);
        }
    }

    private void failed(final Throwable cause) {
        if (status == null) {
            status = TraceStatus.NOACCESS;
        }
        context.errorHandler().onError(cause);
    }
}
