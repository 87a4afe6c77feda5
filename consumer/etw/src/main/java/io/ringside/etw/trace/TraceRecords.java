package io.ringside.etw.trace;

import io.ringside.internal.registry.ClockPair;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.reader.MadeEvents;
import io.ringside.schema.PayloadWriter;
import org.agrona.ExpandableArrayBuffer;

/** Encoder of the events that a trace generates itself. Not thread-safe. */
final class TraceRecords {
    private static final int LOSS_BYTES = Long.BYTES;
    /** Enough for numbers and two texts as long as a path can be. */
    private static final int HEADER_BYTES_MAX = 64 * 1024;

    private final MadeEvents headers;
    private final MadeEvents losses;
    private final ExpandableArrayBuffer payload = new ExpandableArrayBuffer(HEADER_BYTES_MAX);
    private final PayloadWriter writer = new PayloadWriter();

    TraceRecords(final long sessionId, final ClockPair start, final long ownShiftNs) {
        this.headers = new MadeEvents(TraceEvents.EVENT_TRACE, sessionId, start.toEpochNs(0), ownShiftNs);
        this.losses = new MadeEvents(TraceEvents.LOST_EVENT, sessionId, start.toEpochNs(0), ownShiftNs);
    }

    /** Returns the header, at the time of the session's start. */
    EventView header(final TraceHeader header) {
        writer.wrap(payload, 0, payload.capacity())
                .putInt(header.bufferBytes())
                .putLong(header.endNs())
                .putInt(header.logFileMode())
                .putLong(header.buffersWritten())
                .putInt(TraceEvents.POINTER_BYTES)
                .putLong(header.eventsLost())
                .putString(header.loggerName())
                .putString(header.logFileName())
                .putLong(header.clock().ticksPerSecond())
                .putLong(header.clock().startNs())
                .putInt(header.clock().type())
                .putLong(header.buffersLost());
        return headers.event(0, header.clock().startNs(), payload, writer.length());
    }

    /** Returns a record of events lost in a gap, at the gap's end, or at another time if that is unknown. */
    EventView loss(final int opcode, final long events, final GapView gap, final long timeNs) {
        final Long toNs = gap.toTimeNs();
        return losses.event(gap, opcode - TraceEvents.LOST_EVENT_OPCODE, toNs == null ? timeNs : toNs,
                payload, write(events));
    }

    /** Returns a record of discarded events of any process. */
    EventView lostFile(final long events, final long timeNs) {
        return losses.event(TraceEvents.LOST_FILE_OPCODE - TraceEvents.LOST_EVENT_OPCODE, timeNs, payload,
                write(events));
    }

    private int write(final long events) {
        return writer.wrap(payload, 0, LOSS_BYTES).putLong(events).length();
    }
}
