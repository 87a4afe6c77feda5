package io.ringside.transport.lane;

import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/** An event as it came out of a lane. Immutable. */
public final class TakenEvent {
    private final int lane;
    private final long number;
    private final long ownerThreadId;
    private final UnsafeBuffer record;

    TakenEvent(final int lane, final long number, final long ownerThreadId, final byte[] record) {
        this.lane = lane;
        this.number = number;
        this.ownerThreadId = ownerThreadId;
        this.record = new UnsafeBuffer(record);
    }

    /** Index of its lane in the session. */
    public int lane() {
        return lane;
    }

    /** Number of its attempt in the lane. */
    public long number() {
        return number;
    }

    /** Thread that wrote it. */
    public long ownerThreadId() {
        return ownerThreadId;
    }

    /** Time in ticks of the session's clock. */
    public long time() {
        return record.getLong(FrameDescriptor.TIME_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }

    /** Index of the event in its schema. */
    public int eventIndex() {
        return FrameDescriptor.eventIndex(record.getLong(FrameDescriptor.WORD_OFFSET, ByteOrder.LITTLE_ENDIAN));
    }

    /** Header and payload. */
    public byte[] bytes() {
        return record.byteArray().clone();
    }

    /** Id of the virtual thread that wrote it; 0 if none did. */
    public long virtualThreadId() {
        final int item = ExtendedItems.find(record, 0, itemsLength(), ExtendedItemDescriptor.TYPE_VIRTUAL_THREAD);
        return item < 0 ? 0 : record.getLong(item + ExtendedItemDescriptor.VIRTUAL_THREAD_ID_OFFSET);
    }

    /** Bytes behind header and extended items. */
    public byte[] payload() {
        return Arrays.copyOfRange(record.byteArray(), payloadOffset(), record.capacity());
    }

    /** The first eight bytes of the payload. */
    public long value() {
        return record.getLong(payloadOffset(), ByteOrder.LITTLE_ENDIAN);
    }

    private int payloadOffset() {
        return FrameDescriptor.RECORD_HEADER_LENGTH + itemsLength();
    }

    private int itemsLength() {
        return ExtendedItems.length(record, 0, record.capacity());
    }

    @Override
    public String toString() {
        return "lane=" + lane + ", number=" + number + ", owner=" + ownerThreadId + ", length=" + record.capacity();
    }
}
