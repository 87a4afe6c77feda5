package io.ringside.internal.layout;

import io.ringside.internal.counterset.CounterLimits;
import org.agrona.BitUtil;

/**
 * Byte offsets of the words of a file of counters: a header, the encoded set, and the slots, each with room for an
 * instance. Picture, orders and meaning: {@code transport/docs/layout-counters.md}.
 */
public final class CounterFileDescriptor {
    /** "RS-COUNT" in memory order; written last. */
    public static final long MAGIC = 0x544E554F432D5352L;
    /** Version of this layout. */
    public static final int VERSION = 1;

    /** {@link #MAGIC}, i64. */
    public static final int MAGIC_OFFSET = FileHeader.MAGIC_OFFSET;
    /** {@link #VERSION}, i32. */
    public static final int VERSION_OFFSET = FileHeader.VERSION_OFFSET;
    /** Length of the file, i32. */
    public static final int FILE_LENGTH_OFFSET = FileHeader.FILE_LENGTH_OFFSET;
    /** Bits of features that a reader must know, i64. */
    public static final int FEATURES_OFFSET = FileHeader.FEATURES_OFFSET;
    /** Most significant half of the incarnation, i64. */
    public static final int INCARNATION_MOST_OFFSET = 24;
    /** Least significant half of the incarnation, i64. */
    public static final int INCARNATION_LEAST_OFFSET = 32;
    /** Process id in its own namespace, i64. */
    public static final int PID_OFFSET = 40;
    /** Number of the set in its process, i32. */
    public static final int SET_NUMBER_OFFSET = 48;
    /** Number of the file among those of the set, i32. */
    public static final int SEGMENT_OFFSET = 52;
    /** Number of values of an instance, i32. */
    public static final int VALUES_OFFSET = 56;
    /** Length of a slot's room for a name in bytes, i32, a multiple of 64. */
    public static final int NAME_ROOM_OFFSET = 60;
    /** Number of slots, i32. */
    public static final int SLOTS_OFFSET = 64;
    /** Length of the encoded set in bytes, i32. */
    public static final int CONTENT_LENGTH_OFFSET = 68;
    /** Flags, i32: {@link #HAS_CALLBACK}. */
    public static final int FLAGS_OFFSET = 72;

    /** Number of slots that were ever used, i64; the slots after them need not be read. */
    public static final int SLOTS_USED_OFFSET = 128;
    /** State of the set, i64: {@link #OPEN} or {@link #CLOSED}. */
    public static final int STATE_OFFSET = 136;

    /** Length of the header, which is followed by the encoded set. */
    public static final int HEADER_LENGTH = 192;

    /** State: the set is open, and its instances are valid. */
    public static final long OPEN = 1;
    /** State: the set has been closed; it has no instances any more. */
    public static final long CLOSED = 2;

    /** Flag: the set has a callback, which may know of more instances. */
    public static final int HAS_CALLBACK = 1;

    /** Number of the instance in the process, i64; 0 if the slot is empty. Stored last, and cleared first. */
    public static final int SLOT_GENERATION_OFFSET = 0;
    /** Stable id of the instance, i64. */
    public static final int SLOT_ID_OFFSET = 8;
    /** Time of creation, in nanoseconds since 1970, i64. */
    public static final int SLOT_EPOCH_OFFSET = 16;
    /** Length of its name in bytes, i32. */
    public static final int SLOT_NAME_LENGTH_OFFSET = 24;
    /** Length of the head of a slot, which is followed by the values. */
    public static final int SLOT_HEAD_LENGTH = 64;

    /** Generation of an empty slot. */
    public static final long NULL_GENERATION = 0;

    /** Alignment of slots, values and names, so that no two instances share a cache line. */
    public static final int ALIGNMENT = 64;
    /** Maximum number of values of an instance. */
    public static final int VALUES_MAX = 4096;
    /** Room for a name in bytes, which suffices for all but long names. */
    public static final int SHORT_NAME_ROOM = 128;
    /** Maximum length of a name in bytes. */
    public static final int LONG_NAME_ROOM = BitUtil.align(3 * CounterLimits.NAME_LENGTH_MAX, ALIGNMENT);
    /** Maximum number of slots of a file. */
    public static final int SLOTS_MAX = 4096;
    /** Length of the longest file. */
    public static final int FILE_LENGTH_MAX = 64 * 1024 * 1024;

    private CounterFileDescriptor() {}

    /**
     * Returns the offset of the first slot.
     *
     * @param contentLength bytes of the encoded set
     * @return offset in the file
     */
    public static int slotsOffset(final int contentLength) {
        return BitUtil.align(HEADER_LENGTH + contentLength, ALIGNMENT);
    }

    /**
     * Returns the distance from one slot to the next.
     *
     * @param values   number of values of an instance
     * @param nameRoom length of the room for a name in bytes
     * @return bytes, a multiple of 64
     */
    public static int slotLength(final int values, final int nameRoom) {
        return nameOffset(values) + nameRoom;
    }

    /**
     * Returns the offset of a value.
     *
     * @param index of the counter in the set
     * @return offset in its slot, aligned to 8
     */
    public static int valueOffset(final int index) {
        return SLOT_HEAD_LENGTH + index * Long.BYTES;
    }

    /**
     * Returns the offset of the name.
     *
     * @param values number of values of an instance
     * @return offset in the slot
     */
    public static int nameOffset(final int values) {
        return BitUtil.align(valueOffset(values), ALIGNMENT);
    }
}
