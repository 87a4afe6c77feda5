package io.ringside.etw.trace;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.event.EventProperty;
import io.ringside.internal.event.Filetime;
import io.ringside.internal.event.GuidEncoding;
import io.ringside.reader.EventView;
import java.util.UUID;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

/**
 * Encoder of ETW's 80-byte EVENT_HEADER, for exports to formats that contain it. Flyweight: wrap, then set; wrapping
 * zeroes the bytes and sets {@link HeaderFlags#ALWAYS}. Used by one thread at a time. {@link EtwHeaderLayout} describes
 * the bytes.
 */
public final class EtwHeaderEncoder {
    private static final int UNKNOWN_ID = -1;
    private static final UUID NO_ID = new UUID(0, 0);
    private static final int SIZE_MAX = 0xFFFF;

    private MutableDirectBuffer buffer = new UnsafeBuffer(new byte[EtwHeaderLayout.LENGTH]);
    private int offset;

    /** Creates an encoder with a buffer of its own, until it is wrapped. */
    public EtwHeaderEncoder() {}

    /**
     * Writes the whole header of an event. Ids of processes and threads are truncated to 32 bits. The size is limited
     * to 65,535, because the field is too small for our longest events with this longer header.
     *
     * @param record record of the event.
     * @param target to write into.
     * @param index  of the first of {@link EtwHeaderLayout#LENGTH} bytes.
     */
    public void encode(final EventRecord record, final MutableDirectBuffer target, final int index) {
        final EventView event = record.event();
        wrap(target, index).size(Math.min(EtwHeaderLayout.LENGTH + event.payloadLength(), SIZE_MAX))
                .flags(record.headerFlags()).eventProperty(record.eventProperty())
                .writer(event.processId() == null ? UNKNOWN_ID : event.processId().intValue(), (int) event.threadId())
                .timestamp(record.timestamp()).event(orNone(event.providerId()), event.descriptor())
                .activityId(orNone(event.activityId()));
    }

    private static UUID orNone(final @Nullable UUID id) {
        return id == null ? NO_ID : id;
    }

    /**
     * Begins a header.
     *
     * @param buffer to write into.
     * @param offset of the first byte.
     * @return this.
     */
    public EtwHeaderEncoder wrap(final MutableDirectBuffer buffer, final int offset) {
        buffer.boundsCheck(offset, EtwHeaderLayout.LENGTH);
        this.buffer = buffer;
        this.offset = offset;
        for (int i = 0; i < EtwHeaderLayout.LENGTH; i += Long.BYTES) {
            buffer.putLong(offset + i, 0L);
        }
        return flags(HeaderFlags.ALWAYS);
    }

    /**
     * Sets the length of the whole event.
     *
     * @param size bytes of header, extended items and payload, 0..65535.
     * @return this.
     * @throws RingsideException if the size does not fit.
     */
    public EtwHeaderEncoder size(final int size) {
        if (size < 0 || size > SIZE_MAX) {
            throw RingsideException.invalidArgument(
                    "size of event out of range: size=" + size + ", min=0, max=" + SIZE_MAX);
        }
        buffer.putShort(offset + EtwHeaderLayout.SIZE_OFFSET, (short) size, LITTLE_ENDIAN);
        return this;
    }

    /**
     * Sets the flags.
     *
     * @param flags of {@link HeaderFlags}.
     * @return this.
     */
    public EtwHeaderEncoder flags(final int flags) {
        buffer.putShort(offset + EtwHeaderLayout.FLAGS_OFFSET, (short) flags, LITTLE_ENDIAN);
        return this;
    }

    /**
     * Sets the properties.
     *
     * @param properties of {@link EventProperty}.
     * @return this.
     */
    public EtwHeaderEncoder eventProperty(final int properties) {
        buffer.putShort(offset + EtwHeaderLayout.EVENT_PROPERTY_OFFSET, (short) properties, LITTLE_ENDIAN);
        return this;
    }

    /**
     * Sets the writing process and thread.
     *
     * @param processId of the writer, u32.
     * @param threadId  of the writer, u32.
     * @return this.
     */
    public EtwHeaderEncoder writer(final int processId, final int threadId) {
        buffer.putInt(offset + EtwHeaderLayout.THREAD_ID_OFFSET, threadId, LITTLE_ENDIAN);
        buffer.putInt(offset + EtwHeaderLayout.PROCESS_ID_OFFSET, processId, LITTLE_ENDIAN);
        return this;
    }

    /**
     * Sets the time.
     *
     * @param timestamp {@link Filetime}, or ticks of the session's clock if the reader wants them raw.
     * @return this.
     */
    public EtwHeaderEncoder timestamp(final long timestamp) {
        buffer.putLong(offset + EtwHeaderLayout.TIMESTAMP_OFFSET, timestamp, LITTLE_ENDIAN);
        return this;
    }

    /**
     * Sets provider and descriptor of the event.
     *
     * @param providerId of the provider; of the event class for a classic event.
     * @param descriptor of the event.
     * @return this.
     */
    public EtwHeaderEncoder event(final UUID providerId, final EventDescriptor descriptor) {
        GuidEncoding.put(buffer, offset + EtwHeaderLayout.PROVIDER_ID_OFFSET, providerId);
        descriptor.encode(buffer, offset + EtwHeaderLayout.DESCRIPTOR_OFFSET);
        return this;
    }

    /**
     * Sets the activity.
     *
     * @param activityId of the activity; all zeros if it is not set.
     * @return this.
     */
    public EtwHeaderEncoder activityId(final UUID activityId) {
        GuidEncoding.put(buffer, offset + EtwHeaderLayout.ACTIVITY_ID_OFFSET, activityId);
        return this;
    }
}
