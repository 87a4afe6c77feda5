package io.ringside.etw.trace;

import io.ringside.internal.event.ExtendedItemType;
import io.ringside.internal.event.GuidEncoding;
import io.ringside.internal.layout.ExtendedItemDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** ETW's type numbers of our records' extended items. Stateless. */
final class EtwItemTypes {
    /** Length in bytes of the longest item whose stored bytes differ from ETW's. */
    static final int IMAGE_LENGTH = Long.BYTES + GuidEncoding.LENGTH;

    private EtwItemTypes() {}

    /** {@return whether ETW has any of a record's items} */
    static boolean areIn(final DirectBuffer buffer, final int begin, final int itemsLength) {
        for (int offset = begin; offset < begin + itemsLength; offset = behind(buffer, offset)) {
            if (of(ExtendedItemDescriptor.type(buffer.getLong(offset))) != 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Passes the items that ETW has to a visitor, with ETW's bytes.
     *
     * @param image buffer of {@link #IMAGE_LENGTH}, for items whose stored bytes differ
     */
    static void read(final DirectBuffer buffer, final int begin, final int itemsLength, final MutableDirectBuffer image,
            final EventRecord.ItemVisitor visitor) {
        for (int offset = begin; offset < begin + itemsLength; offset = behind(buffer, offset)) {
            final long word = buffer.getLong(offset);
            final int type = of(ExtendedItemDescriptor.type(word));
            if (type == ExtendedItemType.RELATED_ACTIVITY_ID) {
                GuidEncoding.put(image, 0, buffer.getLong(offset + ExtendedItemDescriptor.RELATED_ACTIVITY_MOST_OFFSET),
                        buffer.getLong(offset + ExtendedItemDescriptor.RELATED_ACTIVITY_LEAST_OFFSET));
                visitor.onItem(type, image, 0, GuidEncoding.LENGTH);
            } else if (type == ExtendedItemType.INSTANCE_INFO) {
                image.putLong(0, buffer.getLong(offset + ExtendedItemDescriptor.INSTANCE_ID_OFFSET));
                GuidEncoding.put(image, Long.BYTES,
                        buffer.getLong(offset + ExtendedItemDescriptor.INSTANCE_PARENT_CLASS_MOST_OFFSET),
                        buffer.getLong(offset + ExtendedItemDescriptor.INSTANCE_PARENT_CLASS_LEAST_OFFSET));
                visitor.onItem(type, image, 0, IMAGE_LENGTH);
            } else if (type != 0) {
                visitor.onItem(type, buffer, offset + ExtendedItemDescriptor.HEADER_LENGTH,
                        ExtendedItemDescriptor.length(word) - ExtendedItemDescriptor.HEADER_LENGTH);
            }
        }
    }

    private static int behind(final DirectBuffer buffer, final int offset) {
        return offset + BitUtil.align(ExtendedItemDescriptor.length(buffer.getLong(offset)),
                FrameDescriptor.ALIGNMENT);
    }

    /** {@return ETW's type of an item; 0 if ETW has no such item} */
    private static int of(final int type) {
        return switch (type) {
            case ExtendedItemDescriptor.TYPE_RELATED_ACTIVITY -> ExtendedItemType.RELATED_ACTIVITY_ID;
            case ExtendedItemDescriptor.TYPE_INSTANCE -> ExtendedItemType.INSTANCE_INFO;
            case ExtendedItemDescriptor.TYPE_STACK -> ExtendedItemType.STACK_TRACE;
            case ExtendedItemDescriptor.TYPE_EVENT_KEY -> ExtendedItemType.EVENT_KEY;
            case ExtendedItemDescriptor.TYPE_PROCESS_START_KEY -> ExtendedItemType.PROCESS_START_KEY;
            default -> 0;
        };
    }
}
