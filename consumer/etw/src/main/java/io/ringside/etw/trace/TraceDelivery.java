package io.ringside.etw.trace;

import io.ringside.reader.EventFilter;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.session.LossCause;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Calls the callbacks of one trace, which decide whether processing continues. Used by the processing thread. */
final class TraceDelivery implements EventHandler {
    private final TraceContext context;
    private final EventFilter window;
    /** End of the time window, in nanoseconds since 1970. */
    private final long untilNs;
    private boolean isBehindWindow;
    /** Whether events already read are delivered after a stop. True for sessions, which no longer hold them. */
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
     * Delivers the header before anything else, and then a record of discarded events that no gap reports.
     *
     * @param discardedInGaps number of the header's discarded events that gaps report
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

    /** {@return the reason to end processing; null to continue} */
    @Nullable
    TraceStatus status() {
        return status;
    }

    /**
     * {@return whether everything in the time window was delivered, given the time up to which the reader has merged}
     * An event after the window is not enough: if its writer set its time, older events may follow.
     */
    boolean isBehindWindow(final long mergedNs) {
        return isBehindWindow && mergedNs > untilNs;
    }

    /** {@return the latest time of an event, in ticks of the session's clock} */
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

    /** Calls the buffer callback after a buffer was delivered, unless processing is about to end. */
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
