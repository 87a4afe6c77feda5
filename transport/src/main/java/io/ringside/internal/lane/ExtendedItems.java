package io.ringside.internal.lane;

import io.ringside.internal.layout.ExtendedItemDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import org.agrona.DirectBuffer;

import static io.ringside.internal.layout.FrameDescriptor.RECORD_HEADER_LENGTH;

/** Reads the extended items of a record in a private copy, and checks them before use. Stateless. */
public final class ExtendedItems {
    /** Length if items are not within their record, which is then damaged. */
    public static final int DAMAGED_LENGTH = -1;
    /** Offset if a record does not have an item. */
    public static final int NULL_OFFSET = -1;

    private ExtendedItems() {}

    /**
     * Returns the length of all items of a record, after checking each. The payload follows them.
     *
     * @param buffer       private copy
     * @param recordOffset of the record's header
     * @param recordLength length of the record in bytes, at least that of the header
     * @return length in bytes, aligned; 0 if the record has none; or {@link #DAMAGED_LENGTH}
     */
    public static int length(final DirectBuffer buffer, final int recordOffset, final int recordLength) {
        if (!FrameDescriptor.isExtended(buffer.getLong(recordOffset + FrameDescriptor.WORD_OFFSET))) {
            return 0;
        }
        int offset = RECORD_HEADER_LENGTH;
        boolean followed = true;
        while (followed) {
            if (recordLength - offset < ExtendedItemDescriptor.HEADER_LENGTH) {
                return DAMAGED_LENGTH;
            }
            final long word = buffer.getLong(recordOffset + offset);
            final int length = ExtendedItemDescriptor.length(word);
            if (length < leastLength(ExtendedItemDescriptor.type(word))
                    || FrameDescriptor.align(length) > recordLength - offset) {
                return DAMAGED_LENGTH;
            }
            offset += FrameDescriptor.align(length);
            followed = ExtendedItemDescriptor.isFollowed(word);
        }
        return offset - RECORD_HEADER_LENGTH;
    }

    /**
     * Find an item.
     *
     * @param buffer       private copy
     * @param recordOffset of the record's header
     * @param itemsLength  result of {@link #length}, not {@link #DAMAGED_LENGTH}
     * @param type         type of the item
     * @return offset of the first such item in the buffer, or {@link #NULL_OFFSET}
     */
    public static int find(final DirectBuffer buffer, final int recordOffset, final int itemsLength, final int type) {
        int offset = recordOffset + RECORD_HEADER_LENGTH;
        final int end = offset + itemsLength;
        while (offset < end) {
            final long word = buffer.getLong(offset);
            if (ExtendedItemDescriptor.type(word) == type) {
                return offset;
            }
            offset += FrameDescriptor.align(ExtendedItemDescriptor.length(word));
        }
        return NULL_OFFSET;
    }

    private static int leastLength(final int type) {
        return switch (type) {
            case ExtendedItemDescriptor.TYPE_VIRTUAL_THREAD -> ExtendedItemDescriptor.VIRTUAL_THREAD_LENGTH;
            case ExtendedItemDescriptor.TYPE_RELATED_ACTIVITY -> ExtendedItemDescriptor.RELATED_ACTIVITY_LENGTH;
            case ExtendedItemDescriptor.TYPE_EVENT_KEY -> ExtendedItemDescriptor.EVENT_KEY_LENGTH;
            case ExtendedItemDescriptor.TYPE_PROCESS_START_KEY -> ExtendedItemDescriptor.PROCESS_START_KEY_LENGTH;
            case ExtendedItemDescriptor.TYPE_EVENT_PROPERTY -> ExtendedItemDescriptor.EVENT_PROPERTY_LENGTH;
            case ExtendedItemDescriptor.TYPE_RATE -> ExtendedItemDescriptor.RATE_LENGTH;
            case ExtendedItemDescriptor.TYPE_STRING -> ExtendedItemDescriptor.STRING_LENGTH;
            case ExtendedItemDescriptor.TYPE_CLASSIC -> ExtendedItemDescriptor.CLASSIC_LENGTH;
            case ExtendedItemDescriptor.TYPE_INSTANCE -> ExtendedItemDescriptor.INSTANCE_LENGTH;
            case ExtendedItemDescriptor.TYPE_MESSAGE -> ExtendedItemDescriptor.MESSAGE_LENGTH;
            default -> ExtendedItemDescriptor.HEADER_LENGTH;
        };
    }
}
