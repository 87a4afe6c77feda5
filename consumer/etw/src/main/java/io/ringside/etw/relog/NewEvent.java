package io.ringside.etw.relog;

import io.ringside.RingsideException;
import io.ringside.event.EventLimits;
import io.ringside.internal.event.EventProperty;
import io.ringside.internal.layout.ExtendedItemDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.schema.EventSchema;
import io.ringside.schema.ProviderSchema;
import java.util.Objects;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Event that a relogger adds, of any provider and any time. Its writer is the relogging process and thread. Not
 * thread-safe.
 */
public final class NewEvent {
    private static final int PROPERTY_MAX = 0xFFFF;

    private final ProviderSchema provider;
    private final EventSchema schema;
    private final long timeNs;
    private UUID activityId = new UUID(0, 0);
    private int property = EventProperty.NONE;
    private byte[] payload = {};

    /**
     * Creates an event without fields; {@link #payload} sets them.
     *
     * @param provider that declares it
     * @param schema   one of the provider's events
     * @param timeNs   in nanoseconds since 1970
     */
    public NewEvent(final ProviderSchema provider, final EventSchema schema, final long timeNs) {
        this.provider = Objects.requireNonNull(provider);
        this.schema = Objects.requireNonNull(schema);
        this.timeNs = timeNs;
        if (!schema.equals(provider.eventAt(schema.index()))) {
            throw RingsideException.invalidArgument("event is not one of the provider's: provider=" + provider.name()
                    + ", event=" + schema.name());
        }
    }

    /**
     * Set the payload: the fields in the order of the schema, as in every event.
     *
     * @param buffer with the bytes, which are copied
     * @param offset of the first byte
     * @param length at most the space in an event of {@link EventLimits#EVENT_LENGTH_MAX} bytes
     * @return this
     */
    public NewEvent payload(final DirectBuffer buffer, final int offset, final int length) {
        if (length > EventLimits.EVENT_LENGTH_MAX - FrameDescriptor.RECORD_HEADER_LENGTH
                - ExtendedItemDescriptor.EVENT_PROPERTY_LENGTH) {
            throw RingsideException.invalidArgument("payload is too long for an event: length=" + length);
        }
        payload = new byte[length];
        buffer.getBytes(offset, payload);
        return this;
    }

    /**
     * Set the activity that the event is part of.
     *
     * @param id of the activity
     * @return this
     */
    public NewEvent activityId(final UUID id) {
        activityId = Objects.requireNonNull(id);
        return this;
    }

    /**
     * Set the properties of ETW's header.
     *
     * @param bits of {@link EventProperty}, a u16
     * @return this
     */
    public NewEvent property(final int bits) {
        if (bits < 0 || bits > PROPERTY_MAX) {
            throw RingsideException.invalidArgument("property has 16 bits: property=" + bits);
        }
        property = bits;
        return this;
    }

    ProviderSchema provider() {
        return provider;
    }

    long timeNs() {
        return timeNs;
    }

    /** Encodes the record in its buffer and returns the buffer. */
    DirectBuffer record(final int schemaIndex, final long timeTicks) {
        final boolean isExtended = property != EventProperty.NONE;
        final int payloadOffset = FrameDescriptor.RECORD_HEADER_LENGTH
                + (isExtended ? ExtendedItemDescriptor.EVENT_PROPERTY_LENGTH : 0);
        final UnsafeBuffer record = new UnsafeBuffer(new byte[payloadOffset + payload.length]);
        record.putLong(FrameDescriptor.WORD_OFFSET, FrameDescriptor.reference(schemaIndex, schema.index())
                | (isExtended ? FrameDescriptor.EXTENDED : 0) | record.capacity());
        record.putLong(FrameDescriptor.TIME_OFFSET, timeTicks);
        record.putLong(FrameDescriptor.ACTIVITY_MOST_OFFSET, activityId.getMostSignificantBits());
        record.putLong(FrameDescriptor.ACTIVITY_LEAST_OFFSET, activityId.getLeastSignificantBits());
        if (isExtended) {
            ExtendedItemDescriptor.putEventProperty(record, FrameDescriptor.RECORD_HEADER_LENGTH, property, false);
        }
        record.putBytes(payloadOffset, payload);
        return record;
    }
}
