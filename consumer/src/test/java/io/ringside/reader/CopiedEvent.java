package io.ringside.reader;

import io.ringside.schema.EventSchema;
import io.ringside.typed.TypedReceiver;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** An event that was taken, or made by hand, and can be received as often as wanted. */
final class CopiedEvent implements TypedReceiver.Event {
    private final UUID providerId;
    private final EventSchema schema;
    private final DirectBuffer payload;
    private final int length;

    /** A copy of an event. */
    CopiedEvent(final EventView event, final MutableDirectBuffer into) {
        this(event.providerId(), event.schema(), into, event.payloadLength());
        into.putBytes(0, event.buffer(), event.payloadOffset(), event.payloadLength());
    }

    /** An event whose payload is the beginning of a buffer. */
    CopiedEvent(final UUID providerId, final EventSchema schema, final DirectBuffer payload, final int length) {
        this.providerId = providerId;
        this.schema = schema;
        this.payload = payload;
        this.length = length;
    }

    @Override
    public UUID providerId() {
        return providerId;
    }

    @Override
    public EventSchema schema() {
        return schema;
    }

    @Override
    public DirectBuffer buffer() {
        return payload;
    }

    @Override
    public int payloadOffset() {
        return 0;
    }

    @Override
    public int payloadLength() {
        return length;
    }

    @Override
    public long activityMost() {
        return 0;
    }

    @Override
    public long activityLeast() {
        return 0;
    }

    @Override
    public long timeNs() {
        return 0;
    }

    @Override
    public UUID relatedActivityId() {
        return null;
    }
}
