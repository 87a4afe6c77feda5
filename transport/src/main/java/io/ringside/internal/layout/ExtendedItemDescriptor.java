package io.ringside.internal.layout;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Byte offsets of the fields of extended items: the rare parts of a record, between its header and its payload, which
 * exist if {@link FrameDescriptor#EXTENDED} is set. Every item begins at a multiple of eight bytes with one 64-bit
 * word. Picture and meaning: {@code transport/docs/layout-ring.md}.
 * <pre>
 * word: bits 0-15 type | 16-31 length in bytes with the word, without alignment | 32 another item follows | 33-63 zero
 * </pre>
 */
public final class ExtendedItemDescriptor {
    /** Type, length, and whether another item follows, i64. */
    public static final int WORD_OFFSET = 0;
    /** Length of an item's header, which is followed by the content. */
    public static final int HEADER_LENGTH = 8;

    /** Type: the event was written by a virtual thread. */
    public static final int TYPE_VIRTUAL_THREAD = 1;

    /** Word of a virtual thread's item, i64. */
    public static final int VIRTUAL_THREAD_WORD_OFFSET = 0;
    /** Java's id of the virtual thread, i64; the lane's owner is its carrier. */
    public static final int VIRTUAL_THREAD_ID_OFFSET = 8;
    /** Length of a virtual thread's item. */
    public static final int VIRTUAL_THREAD_LENGTH = 16;

    /** Type: name of the virtual thread that wrote the event. */
    public static final int TYPE_THREAD_NAME = 11;
    /** Word of a thread name's item, i64; the name follows, UTF-8. */
    public static final int THREAD_NAME_WORD_OFFSET = 0;

    /** Type: the event is part of a transfer from another activity. */
    public static final int TYPE_RELATED_ACTIVITY = 2;
    /** Word of a related activity's item, i64. */
    public static final int RELATED_ACTIVITY_WORD_OFFSET = 0;
    /** Most significant half of the related activity's id, i64. */
    public static final int RELATED_ACTIVITY_MOST_OFFSET = 8;
    /** Least significant half of the related activity's id, i64. */
    public static final int RELATED_ACTIVITY_LEAST_OFFSET = 16;
    /** Length of a related activity's item. */
    public static final int RELATED_ACTIVITY_LENGTH = 24;

    /** Type: key of the event. */
    public static final int TYPE_EVENT_KEY = 3;
    /** Word of an event key's item, i64. */
    public static final int EVENT_KEY_WORD_OFFSET = 0;
    /** Key of the event, the same in all sessions, i64. */
    public static final int EVENT_KEY_VALUE_OFFSET = 8;
    /** Length of an event key's item. */
    public static final int EVENT_KEY_LENGTH = 16;

    /** Type: key of the process, which distinguishes it from later processes with the same pid. */
    public static final int TYPE_PROCESS_START_KEY = 4;
    /** Word of a process start key's item, i64. */
    public static final int PROCESS_START_KEY_WORD_OFFSET = 0;
    /** Key of the process, i64. */
    public static final int PROCESS_START_KEY_VALUE_OFFSET = 8;
    /** Length of a process start key's item. */
    public static final int PROCESS_START_KEY_LENGTH = 16;

    /** Type: descriptor of a string, which no schema declares. */
    public static final int TYPE_STRING = 5;
    /** Word of a string's item, i64. */
    public static final int STRING_WORD_OFFSET = 0;
    /** Level of the string, i32. */
    public static final int STRING_LEVEL_OFFSET = 8;
    /** Keyword of the string, i64. */
    public static final int STRING_KEYWORD_OFFSET = 16;
    /** Length of a string's item. */
    public static final int STRING_LENGTH = 24;

    /** Type: stack of the writing thread. */
    public static final int TYPE_STACK = 6;
    /** Word of a stack's item, i64; the text follows. */
    public static final int STACK_WORD_OFFSET = 0;
    /** Maximum length of a stack's text in bytes. */
    public static final int STACK_TEXT_LENGTH_MAX = 0xFFFF - HEADER_LENGTH;

    /** Type: properties of ETW's header, for an event that has any. */
    public static final int TYPE_EVENT_PROPERTY = 7;
    /** Word of a property's item, i64. */
    public static final int EVENT_PROPERTY_WORD_OFFSET = 0;
    /** Bits of {@link io.ringside.internal.event.EventProperty}, i64. */
    public static final int EVENT_PROPERTY_VALUE_OFFSET = 8;
    /** Length of a property's item. */
    public static final int EVENT_PROPERTY_LENGTH = 16;

    /** Type: the event is a classic one, with the facts of its header. */
    public static final int TYPE_CLASSIC = 8;
    /** Word of a classic event's item, i64. */
    public static final int CLASSIC_WORD_OFFSET = 0;
    /** Most significant half of the class's id, i64. */
    public static final int CLASSIC_CLASS_MOST_OFFSET = 8;
    /** Least significant half of the class's id, i64. */
    public static final int CLASSIC_CLASS_LEAST_OFFSET = 16;
    /** Type of the event in its class, i16. */
    public static final int CLASSIC_TYPE_OFFSET = 24;
    /** Level of the event, i16. */
    public static final int CLASSIC_LEVEL_OFFSET = 26;
    /** Version of the event's fields, i16, unsigned. */
    public static final int CLASSIC_VERSION_OFFSET = 28;
    /** Length of a classic event's item. */
    public static final int CLASSIC_LENGTH = 32;

    /** Type: the classic event describes an instance. */
    public static final int TYPE_INSTANCE = 9;
    /** Word of an instance's item, i64. */
    public static final int INSTANCE_WORD_OFFSET = 0;
    /** Number of the instance, i32, unsigned. */
    public static final int INSTANCE_ID_OFFSET = 8;
    /** Number of its parent, i32, unsigned; 0 if there is none. */
    public static final int INSTANCE_PARENT_ID_OFFSET = 12;
    /** Most significant half of the parent's class, i64. */
    public static final int INSTANCE_PARENT_CLASS_MOST_OFFSET = 16;
    /** Least significant half of the parent's class, i64. */
    public static final int INSTANCE_PARENT_CLASS_LEAST_OFFSET = 24;
    /** Length of an instance's item. */
    public static final int INSTANCE_LENGTH = 32;

    /** Type: the event is a message. */
    public static final int TYPE_MESSAGE = 10;
    /** Word of a message's item, i64. */
    public static final int MESSAGE_WORD_OFFSET = 0;
    /** Most significant half of the message's id, i64; 0 if it has none. */
    public static final int MESSAGE_ID_MOST_OFFSET = 8;
    /** Least significant half of the message's id, i64; 0 if it has none. */
    public static final int MESSAGE_ID_LEAST_OFFSET = 16;
    /** Number of the message under its id, i32. */
    public static final int MESSAGE_NUMBER_OFFSET = 24;
    /** Flags of the parts of the payload that precede the arguments, i32. */
    public static final int MESSAGE_FLAGS_OFFSET = 28;
    /** Length of a message's item. */
    public static final int MESSAGE_LENGTH = 32;

    /** Type: the session samples events, with the sampling weight of this event. */
    public static final int TYPE_RATE = 16;
    /** Word of a rate's item, i64. */
    public static final int RATE_WORD_OFFSET = 0;
    /** Sampling interval, i32: one of this number of events is in the sample; 1 if all are. */
    public static final int RATE_SAMPLE_ONE_IN_OFFSET = 8;
    /** Number of sampled events that a limit has dropped since the thread's previous record of the event, i64. */
    public static final int RATE_OVER_LIMIT_OFFSET = 16;
    /** Length of a rate's item. */
    public static final int RATE_LENGTH = 24;

    private static final int LENGTH_SHIFT = 16;
    private static final int FIELD_MASK = 0xFFFF;
    private static final long WEIGHT_MAX = 1L << 40;
    private static final long FOLLOWED = 1L << 32;

    private ExtendedItemDescriptor() {}

    public static long word(final int type, final int length, final boolean followed) {
        return (followed ? FOLLOWED : 0) | (long) length << LENGTH_SHIFT | type;
    }

    /**
     * Returns the type of an item.
     *
     * @param word of the item
     * @return 0 to 65,535; readers skip unknown types
     */
    public static int type(final long word) {
        return (int) word & FIELD_MASK;
    }

    /**
     * Returns the length of an item; the next item, or the payload, begins at the next multiple of eight bytes.
     *
     * @param word of the item
     * @return bytes including the word, without alignment
     */
    public static int length(final long word) {
        return (int) (word >>> LENGTH_SHIFT) & FIELD_MASK;
    }

    /**
     * Returns whether another item follows, and not the payload.
     *
     * @param word of the item
     * @return true if it is not the record's last item
     */
    public static boolean isFollowed(final long word) {
        return (word & FOLLOWED) != 0;
    }

    /**
     * Write the item of a virtual thread.
     *
     * @param buffer   to write to
     * @param offset   of the item
     * @param threadId Java's id of the virtual thread
     * @param followed whether another item follows
     */
    public static void putVirtualThread(final MutableDirectBuffer buffer, final int offset, final long threadId,
            final boolean followed) {
        buffer.putLong(offset + VIRTUAL_THREAD_WORD_OFFSET,
                word(TYPE_VIRTUAL_THREAD, VIRTUAL_THREAD_LENGTH, followed));
        buffer.putLong(offset + VIRTUAL_THREAD_ID_OFFSET, threadId);
    }

    /**
     * Returns the length of the item of a thread's name.
     *
     * @param nameLength length in bytes, positive
     * @return length with alignment
     */
    public static int threadNameLength(final int nameLength) {
        return FrameDescriptor.align(HEADER_LENGTH + nameLength);
    }

    /**
     * Write the item of a thread's name.
     *
     * @param buffer     buffer to write to
     * @param offset     of the item
     * @param name       buffer that begins with the name
     * @param nameLength length in bytes, positive
     * @param followed   whether another item follows
     */
    public static void putThreadName(final MutableDirectBuffer buffer, final int offset, final DirectBuffer name,
            final int nameLength, final boolean followed) {
        // Zeros the last word first, for the padding after the name.
        buffer.putLong(offset + threadNameLength(nameLength) - HEADER_LENGTH, 0);
        buffer.putLong(offset + THREAD_NAME_WORD_OFFSET,
                word(TYPE_THREAD_NAME, HEADER_LENGTH + nameLength, followed));
        buffer.putBytes(offset + HEADER_LENGTH, name, 0, nameLength);
    }

    /**
     * Write the item of a related activity.
     *
     * @param buffer   to write to
     * @param offset   of the item
     * @param most     most significant half of its id
     * @param least    least significant half of its id
     * @param followed whether another item follows
     */
    public static void putRelatedActivity(final MutableDirectBuffer buffer, final int offset, final long most,
            final long least, final boolean followed) {
        buffer.putLong(offset + RELATED_ACTIVITY_WORD_OFFSET,
                word(TYPE_RELATED_ACTIVITY, RELATED_ACTIVITY_LENGTH, followed));
        buffer.putLong(offset + RELATED_ACTIVITY_MOST_OFFSET, most);
        buffer.putLong(offset + RELATED_ACTIVITY_LEAST_OFFSET, least);
    }

    /**
     * Write the item of an event key.
     *
     * @param buffer   to write to
     * @param offset   of the item
     * @param key      of the event
     * @param followed whether another item follows
     */
    public static void putEventKey(final MutableDirectBuffer buffer, final int offset, final long key,
            final boolean followed) {
        buffer.putLong(offset + EVENT_KEY_WORD_OFFSET, word(TYPE_EVENT_KEY, EVENT_KEY_LENGTH, followed));
        buffer.putLong(offset + EVENT_KEY_VALUE_OFFSET, key);
    }

    /**
     * Write the item of a process start key.
     *
     * @param buffer   to write to
     * @param offset   of the item
     * @param key      of the process
     * @param followed whether another item follows
     */
    public static void putProcessStartKey(final MutableDirectBuffer buffer, final int offset, final long key,
            final boolean followed) {
        buffer.putLong(offset + PROCESS_START_KEY_WORD_OFFSET,
                word(TYPE_PROCESS_START_KEY, PROCESS_START_KEY_LENGTH, followed));
        buffer.putLong(offset + PROCESS_START_KEY_VALUE_OFFSET, key);
    }

    /**
     * Write the item of a rate.
     *
     * @param buffer      to write to
     * @param offset      of the item
     * @param sampleOneIn sampling interval, positive
     * @param overLimit   number of sampled events beyond the limit since the last record
     * @param followed    whether another item follows
     */
    public static void putRate(final MutableDirectBuffer buffer, final int offset, final int sampleOneIn,
            final long overLimit, final boolean followed) {
        buffer.putLong(offset + RATE_WORD_OFFSET, word(TYPE_RATE, RATE_LENGTH, followed));
        // Includes the reserved word.
        buffer.putLong(offset + RATE_SAMPLE_ONE_IN_OFFSET, sampleOneIn);
        buffer.putLong(offset + RATE_OVER_LIMIT_OFFSET, overLimit);
    }

    /**
     * Returns the sampling weight of a record: the number of events that it represents.
     *
     * @param buffer private copy
     * @param offset of a rate's item
     * @return at least 1, and limited whatever the item contains, so that a sum of many records cannot overflow
     */
    public static long weight(final DirectBuffer buffer, final int offset) {
        final long sampleOneIn = Math.max(1, buffer.getInt(offset + RATE_SAMPLE_ONE_IN_OFFSET));
        final long overLimit = buffer.getLong(offset + RATE_OVER_LIMIT_OFFSET);
        return sampleOneIn * (1 + Math.max(0, Math.min(overLimit, WEIGHT_MAX / sampleOneIn - 1)));
    }

    /**
     * Write the item of a string.
     *
     * @param buffer   to write to
     * @param offset   of the item
     * @param level    of the string
     * @param keyword  of the string
     * @param followed whether another item follows
     */
    public static void putString(final MutableDirectBuffer buffer, final int offset, final int level,
            final long keyword, final boolean followed) {
        buffer.putLong(offset + STRING_WORD_OFFSET, word(TYPE_STRING, STRING_LENGTH, followed));
        // Includes the reserved word.
        buffer.putLong(offset + STRING_LEVEL_OFFSET, level);
        buffer.putLong(offset + STRING_KEYWORD_OFFSET, keyword);
    }

    /**
     * Write the item of properties.
     *
     * @param buffer   to write to
     * @param offset   of the item
     * @param property bits of {@link io.ringside.internal.event.EventProperty}
     * @param followed whether another item follows
     */
    public static void putEventProperty(final MutableDirectBuffer buffer, final int offset, final int property,
            final boolean followed) {
        buffer.putLong(offset + EVENT_PROPERTY_WORD_OFFSET,
                word(TYPE_EVENT_PROPERTY, EVENT_PROPERTY_LENGTH, followed));
        buffer.putLong(offset + EVENT_PROPERTY_VALUE_OFFSET, property);
    }

    /**
     * Combines type, level and version of a classic event in one value.
     *
     * @param type    of the event in its class, 0 to 255
     * @param level   0 to 255
     * @param version 0 to 65,535
     * @return facts for {@link #putClassic}
     */
    public static long classicFacts(final int type, final int level, final int version) {
        return (long) version << Integer.SIZE | (long) level << Short.SIZE | type;
    }

    /**
     * Write the item of a classic event.
     *
     * @param buffer   to write to
     * @param offset   of the item
     * @param most     most significant half of the class's id
     * @param least    least significant half of the class's id
     * @param facts    of {@link #classicFacts}
     * @param followed whether another item follows
     */
    public static void putClassic(final MutableDirectBuffer buffer, final int offset, final long most,
            final long least, final long facts, final boolean followed) {
        buffer.putLong(offset + CLASSIC_WORD_OFFSET, word(TYPE_CLASSIC, CLASSIC_LENGTH, followed));
        buffer.putLong(offset + CLASSIC_CLASS_MOST_OFFSET, most);
        buffer.putLong(offset + CLASSIC_CLASS_LEAST_OFFSET, least);
        buffer.putLong(offset + CLASSIC_TYPE_OFFSET, facts);
    }

    /**
     * Write the item of an instance.
     *
     * @param buffer      to write to
     * @param offset      of the item
     * @param ids         number of the instance, and in the upper half that of its parent
     * @param parentMost  most significant half of the parent's class
     * @param parentLeast least significant half of the parent's class
     * @param followed    whether another item follows
     */
    public static void putInstance(final MutableDirectBuffer buffer, final int offset, final long ids,
            final long parentMost, final long parentLeast, final boolean followed) {
        buffer.putLong(offset + INSTANCE_WORD_OFFSET, word(TYPE_INSTANCE, INSTANCE_LENGTH, followed));
        buffer.putLong(offset + INSTANCE_ID_OFFSET, ids);
        buffer.putLong(offset + INSTANCE_PARENT_CLASS_MOST_OFFSET, parentMost);
        buffer.putLong(offset + INSTANCE_PARENT_CLASS_LEAST_OFFSET, parentLeast);
    }

    /**
     * Write the item of a message.
     *
     * @param buffer   to write to
     * @param offset   of the item
     * @param most     most significant half of its id
     * @param least    least significant half of its id
     * @param facts    number of the message, and in the upper half its flags
     * @param followed whether another item follows
     */
    public static void putMessage(final MutableDirectBuffer buffer, final int offset, final long most,
            final long least, final long facts, final boolean followed) {
        buffer.putLong(offset + MESSAGE_WORD_OFFSET, word(TYPE_MESSAGE, MESSAGE_LENGTH, followed));
        buffer.putLong(offset + MESSAGE_ID_MOST_OFFSET, most);
        buffer.putLong(offset + MESSAGE_ID_LEAST_OFFSET, least);
        buffer.putLong(offset + MESSAGE_NUMBER_OFFSET, facts);
    }

    /**
     * Returns the length of the item of a stack.
     *
     * @param text of the stack, at most {@link #STACK_TEXT_LENGTH_MAX} bytes
     * @return length of the item with alignment
     */
    public static int stackLength(final byte[] text) {
        return FrameDescriptor.align(HEADER_LENGTH + text.length);
    }

    /**
     * Write the item of a stack, the last of a record.
     *
     * @param buffer to write to
     * @param offset of the item
     * @param text   of the stack, at most {@link #STACK_TEXT_LENGTH_MAX} bytes
     */
    public static void putStack(final MutableDirectBuffer buffer, final int offset, final byte[] text) {
        // Zeros the last word first, for the padding after the text.
        buffer.putLong(offset + stackLength(text) - HEADER_LENGTH, 0);
        buffer.putLong(offset + STACK_WORD_OFFSET, word(TYPE_STACK, HEADER_LENGTH + text.length, false));
        buffer.putBytes(offset + HEADER_LENGTH, text);
    }
}
