package io.ringside.internal.reader;

import io.ringside.event.EventDescriptor;
import io.ringside.internal.lane.ExtendedItems;
import io.ringside.internal.layout.ExtendedItemDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.reader.EventView;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a record that only classic providers write: the record is either an event or a message. Flyweight: valid
 * as long as the record.
 */
public final class ClassicItems {
    private static final int NONE = ExtendedItems.NULL_OFFSET;
    private static final int BYTE_MASK = 0xFF;
    private static final int SHORT_MASK = 0xFFFF;

    private DirectBuffer buffer = new UnsafeBuffer(0, 0);
    private int event = NONE;
    private int instance = NONE;
    private int message = NONE;

    /** Creates a flyweight, which must be wrapped before each use. */
    public ClassicItems() {}

    /**
     * Returns the parts of an event.
     *
     * @param event event from a reader
     * @return its parts; null if no classic provider wrote it
     */
    public static @Nullable ClassicItems of(final EventView event) {
        if (!isIn(event)) {
            return null;
        }
        final ClassicItems parts = new ClassicItems();
        final int itemsOffset = event.recordOffset() + FrameDescriptor.RECORD_HEADER_LENGTH;
        parts.wrap(event.buffer(), event.recordOffset(), event.payloadOffset() - itemsOffset);
        return parts.isThere() ? parts : null;
    }

    /**
     * Returns whether a classic provider wrote an event. Such an event has a level of its own.
     *
     * @param event event from a reader
     * @return whether a classic provider wrote it
     */
    public static boolean isIn(final EventView event) {
        return event.eventIndex() == FrameDescriptor.CLASSIC_EVENT_INDEX;
    }

    /** Wraps the parts of a record. */
    public void wrap(final DirectBuffer record, final int offset, final int itemsLength) {
        buffer = record;
        event = ExtendedItems.find(record, offset, itemsLength, ExtendedItemDescriptor.TYPE_CLASSIC);
        instance = ExtendedItems.find(record, offset, itemsLength, ExtendedItemDescriptor.TYPE_INSTANCE);
        message = event == NONE
                ? ExtendedItems.find(record, offset, itemsLength, ExtendedItemDescriptor.TYPE_MESSAGE)
                : NONE;
    }

    /** Clears the flyweight: there are no parts. */
    public void clear() {
        event = NONE;
        instance = NONE;
        message = NONE;
    }

    /** {@return whether a classic provider wrote the record} */
    public boolean isThere() {
        return event != NONE || message != NONE;
    }

    /** {@return whether the record is an event, which has a class, a type and a version} */
    public boolean isEvent() {
        return event != NONE;
    }

    /** {@return whether the record is a message, whose payload begins with the items in {@link #messageFlags}} */
    public boolean isMessage() {
        return message != NONE;
    }

    /** Returns whether this is an event of a given class. */
    public boolean isOf(final UUID classId) {
        return event != NONE
                && buffer.getLong(event + ExtendedItemDescriptor.CLASSIC_CLASS_MOST_OFFSET) == classId
                        .getMostSignificantBits()
                && buffer.getLong(event + ExtendedItemDescriptor.CLASSIC_CLASS_LEAST_OFFSET) == classId
                        .getLeastSignificantBits();
    }

    /** {@return the id of the event's class, or of the message; all zeros if it has none} Allocates. */
    public UUID id() {
        return event != NONE
                ? uuid(event + ExtendedItemDescriptor.CLASSIC_CLASS_MOST_OFFSET)
                : uuid(message + ExtendedItemDescriptor.MESSAGE_ID_MOST_OFFSET);
    }

    /** {@return the type of the event in its class, 0 to 255; 0 for a message} */
    public int type() {
        return event == NONE ? 0 : buffer.getShort(event + ExtendedItemDescriptor.CLASSIC_TYPE_OFFSET) & BYTE_MASK;
    }

    /** {@return the version of the event's fields, 0 to 65,535; 0 for a message} */
    public int version() {
        return event == NONE ? 0 : buffer.getShort(event + ExtendedItemDescriptor.CLASSIC_VERSION_OFFSET) & SHORT_MASK;
    }

    /** {@return ETW's flags for the items before the message's arguments; 0 for an event} */
    public int messageFlags() {
        return message == NONE ? 0 : buffer.getInt(message + ExtendedItemDescriptor.MESSAGE_FLAGS_OFFSET);
    }

    /** {@return the descriptor that the record itself contains} Allocates. */
    public EventDescriptor descriptor() {
        return event == NONE
                ? EventDescriptor.of(buffer.getInt(message + ExtendedItemDescriptor.MESSAGE_NUMBER_OFFSET) & SHORT_MASK,
                        0, 0)
                : EventDescriptor.of(0, version() & BYTE_MASK, 0,
                        buffer.getShort(event + ExtendedItemDescriptor.CLASSIC_LEVEL_OFFSET) & BYTE_MASK, 0, type(), 0);
    }

    /** {@return the number of the instance that the event refers to; null if there is none} */
    public @Nullable Long instanceId() {
        return number(ExtendedItemDescriptor.INSTANCE_ID_OFFSET);
    }

    /** {@return the number of that instance's parent; null if there is none} */
    public @Nullable Long parentInstanceId() {
        return number(ExtendedItemDescriptor.INSTANCE_PARENT_ID_OFFSET);
    }

    /** {@return the class of that instance's parent; null if there is none} Allocates. */
    public @Nullable UUID parentClassId() {
        return parentInstanceId() == null
                ? null
                : uuid(instance + ExtendedItemDescriptor.INSTANCE_PARENT_CLASS_MOST_OFFSET);
    }

    /** Returns a number of the record, in which 0 means none. */
    private @Nullable Long number(final int offset) {
        final int number = instance == NONE ? 0 : buffer.getInt(instance + offset);
        return number == 0 ? null : Long.valueOf(Integer.toUnsignedLong(number));
    }

    private UUID uuid(final int offset) {
        return new UUID(buffer.getLong(offset), buffer.getLong(offset + Long.BYTES));
    }
}
