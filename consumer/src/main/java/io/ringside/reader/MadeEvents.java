package io.ringside.reader;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.RegisteredSchema;
import io.ringside.schema.ProviderSchema;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Creates events that no process wrote: a reader adds them to report about a session itself, in the form of the
 * session's events. Not thread-safe.
 */
public final class MadeEvents {
    private static final Incarnation NOBODY = new Incarnation(0, 0);

    private final SessionFacts session;
    private final List<RegisteredSchema> registered;
    private final ExpandableArrayBuffer record = new ExpandableArrayBuffer();
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);

    /**
     * Creates the events of one session.
     *
     * @param schema         schema that declares the events
     * @param sessionId      id of the session
     * @param ticksToEpochNs offset from the host's monotonic clock to nanoseconds since 1970, by the session's start
     * @param ownShiftNs     offset that the reader's time namespace adds to the monotonic clock
     */
    public MadeEvents(final ProviderSchema schema, final long sessionId, final long ticksToEpochNs,
            final long ownShiftNs) {
        this.session = new SessionFacts(sessionId, new SessionTime(new ClockPair(ticksToEpochNs, 0), ownShiftNs),
                name -> schema, new EventFields(), null);
        this.registered = List.of(new RegisteredSchema(0, schema.id(), schema.contentHash(), 0));
    }

    /**
     * Returns an event without a process.
     *
     * @param eventIndex index in the schema
     * @param timeNs     time of the event, in nanoseconds since 1970
     * @param payload    payload of the event, which is copied
     * @param length     length of the payload
     * @return the event, valid until the next one is created
     */
    public EventView event(final int eventIndex, final long timeNs, final DirectBuffer payload, final int length) {
        return event(new ProcessEvents(NOBODY, () -> null, this::entry, id -> null, session), eventIndex, timeNs,
                GapView.NULL_THREAD_ID, payload, length);
    }

    /**
     * Returns an event on behalf of the process and thread of a gap.
     *
     * @param gap        gap that the event reports
     * @param eventIndex index in the schema
     * @param timeNs     time of the event, in nanoseconds since 1970
     * @param payload    payload of the event, which is copied
     * @param length     length of the payload
     * @return the event, valid until the next one is created
     */
    public EventView event(final GapView gap, final int eventIndex, final long timeNs, final DirectBuffer payload,
            final int length) {
        final ProcessEvents of = gap.processEvents();
        return event(new ProcessEvents(of.incarnation(), of::identity, this::entry, of::threadName, session),
                eventIndex, timeNs, gap.ownerThreadId(), payload, length);
    }

    private @Nullable RegisteredSchema entry(final int index) {
        return ProcessEvents.entry(registered, index);
    }

    private EventView event(final ProcessEvents events, final int eventIndex, final long timeNs, final long threadId,
            final DirectBuffer payload, final int length) {
        record.putLong(FrameDescriptor.WORD_OFFSET, FrameDescriptor.reference(0, eventIndex));
        record.putLong(FrameDescriptor.TIME_OFFSET, timeNs - events.toEpochNs(0));
        record.putLong(FrameDescriptor.ACTIVITY_MOST_OFFSET, 0);
        record.putLong(FrameDescriptor.ACTIVITY_LEAST_OFFSET, 0);
        record.putBytes(FrameDescriptor.RECORD_HEADER_LENGTH, payload, 0, length);
        final int recordLength = FrameDescriptor.RECORD_HEADER_LENGTH + length;
        view.wrap(record, 0, recordLength);
        return events.event().begin(GapView.NULL_LANE, view, threadId).record(0, recordLength);
    }
}
