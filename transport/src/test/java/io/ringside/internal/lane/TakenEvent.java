package io.ringside.internal.lane;

import io.ringside.internal.layout.ExtendedItemDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

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
        final int item = item(ExtendedItemDescriptor.TYPE_VIRTUAL_THREAD);
        return item < 0 ? 0 : record.getLong(item + ExtendedItemDescriptor.VIRTUAL_THREAD_ID_OFFSET);
    }

    /** Id of its activity. */
    public UUID activityId() {
        return id(FrameDescriptor.ACTIVITY_MOST_OFFSET, FrameDescriptor.ACTIVITY_LEAST_OFFSET);
    }

    /** Whether its header says that it has extended items. */
    public boolean isExtended() {
        return FrameDescriptor.isExtended(record.getLong(FrameDescriptor.WORD_OFFSET, ByteOrder.LITTLE_ENDIAN));
    }

    /** Types of its extended items, in their order. */
    public List<Integer> itemTypes() {
        final List<Integer> types = new ArrayList<>();
        int offset = FrameDescriptor.RECORD_HEADER_LENGTH;
        while (offset < payloadOffset()) {
            final long word = record.getLong(offset, ByteOrder.LITTLE_ENDIAN);
            types.add(ExtendedItemDescriptor.type(word));
            offset += FrameDescriptor.align(ExtendedItemDescriptor.length(word));
        }
        return types;
    }

    /** Id of the related activity; null if it has none. */
    public @Nullable UUID relatedActivityId() {
        final int item = item(ExtendedItemDescriptor.TYPE_RELATED_ACTIVITY);
        return item < 0
                ? null
                : id(item + ExtendedItemDescriptor.RELATED_ACTIVITY_MOST_OFFSET,
                        item + ExtendedItemDescriptor.RELATED_ACTIVITY_LEAST_OFFSET);
    }

    /** The word behind the first of an item; null if it has no such item. */
    public @Nullable Long itemValue(final int type) {
        final int item = item(type);
        return item < 0
                ? null
                : Long.valueOf(record.getLong(item + ExtendedItemDescriptor.HEADER_LENGTH, ByteOrder.LITTLE_ENDIAN));
    }

    /** Keyword of a string. */
    public long stringKeyword() {
        return record.getLong(item(ExtendedItemDescriptor.TYPE_STRING) + ExtendedItemDescriptor.STRING_KEYWORD_OFFSET,
                ByteOrder.LITTLE_ENDIAN);
    }

    /** Frames of its stack, innermost first; empty if it has none. */
    public List<String> stack() {
        final int item = item(ExtendedItemDescriptor.TYPE_STACK);
        if (item < 0) {
            return List.of();
        }
        final int length = ExtendedItemDescriptor.length(record.getLong(item, ByteOrder.LITTLE_ENDIAN));
        return record.getStringWithoutLengthUtf8(item + ExtendedItemDescriptor.HEADER_LENGTH,
                length - ExtendedItemDescriptor.HEADER_LENGTH).lines().toList();
    }

    /** Bytes behind header and extended items. */
    public byte[] payload() {
        return Arrays.copyOfRange(record.byteArray(), payloadOffset(), record.capacity());
    }

    /** The first eight bytes of the payload. */
    public long value() {
        return record.getLong(payloadOffset(), ByteOrder.LITTLE_ENDIAN);
    }

    private int item(final int type) {
        return ExtendedItems.find(record, 0, itemsLength(), type);
    }

    private UUID id(final int mostOffset, final int leastOffset) {
        return new UUID(record.getLong(mostOffset, ByteOrder.LITTLE_ENDIAN),
                record.getLong(leastOffset, ByteOrder.LITTLE_ENDIAN));
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
