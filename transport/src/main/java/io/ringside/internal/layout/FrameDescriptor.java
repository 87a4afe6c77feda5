package io.ringside.internal.layout;

import io.ringside.internal.lane.ExtendedItems;

/**
 * Byte offsets of the fields of a frame. Every frame begins at a multiple of eight bytes with one 64-bit word; an
 * event's record has 32 bytes of header. Picture and meaning: {@code transport/docs/layout-ring.md}.
 * <pre>
 * word: bits 0-23 length in bytes | 24-31 check: low bits of the attempt's number | 32-47 event index
 *       | 48-59 schema index | 60 extended items | 61-63 zero
 * </pre>
 */
public final class FrameDescriptor {
    /** Alignment of frames in bytes. */
    public static final int ALIGNMENT = 8;

    /** Length, check, reference and flags, i64. */
    public static final int WORD_OFFSET = 0;
    /** Time of an event in ticks of the session's clock, i64. */
    public static final int TIME_OFFSET = 8;
    /** Most significant half of an event's activity id, i64. */
    public static final int ACTIVITY_MOST_OFFSET = 16;
    /** Least significant half of an event's activity id, i64. */
    public static final int ACTIVITY_LEAST_OFFSET = 24;
    /** Length of an event's header, which is followed by the extended items or the payload. */
    public static final int RECORD_HEADER_LENGTH = 32;

    /** Word of an owner frame, i64. */
    public static final int OWNER_WORD_OFFSET = 0;
    /** New owner's thread id, i64. */
    public static final int OWNER_THREAD_ID_OFFSET = 8;
    /** Length of an owner frame without a name; the name follows, UTF-8. */
    public static final int OWNER_LENGTH = 16;

    /** Word of a gap frame, i64. */
    public static final int GAP_WORD_OFFSET = 0;
    /** Number of the first attempt that was lost, i64. */
    public static final int GAP_FIRST_NUMBER_OFFSET = 8;
    /** Number of the first attempt after the gap, i64. */
    public static final int GAP_NEXT_NUMBER_OFFSET = 16;
    /** Number of attempts lost as full from the lane's beginning to the gap's end, i64. */
    public static final int GAP_LOST_FULL_OFFSET = 24;
    /** Number of attempts lost as too large from the lane's beginning to the gap's end, i64. */
    public static final int GAP_LOST_TOO_LARGE_OFFSET = 32;
    /** Number of attempts lost by an error from the lane's beginning to the gap's end, i64. */
    public static final int GAP_LOST_ERROR_OFFSET = 40;
    /** Time of the first loss in ticks of the session's clock, i64. */
    public static final int GAP_FIRST_TIME_OFFSET = 48;
    /** Time of the last loss in ticks of the session's clock, i64; before an error, the lane's last time. */
    public static final int GAP_LAST_TIME_OFFSET = 56;
    /** Length of a gap frame. */
    public static final int GAP_LENGTH = 64;

    /** Length of the shortest pad frame, a single word. */
    public static final int MIN_PAD_LENGTH = 8;

    /** Schema index of control frames, whose event index is the kind. */
    public static final int CONTROL_SCHEMA_INDEX = 0xFFF;
    /** Kind: padding up to the end of the block. */
    public static final int KIND_PAD = 1;
    /** Kind: the lane has a new owner. */
    public static final int KIND_OWNER = 2;
    /** Kind: attempts were lost here. */
    public static final int KIND_GAP = 3;

    /** Event index of strings, which no schema declares; their item contains level and keyword. */
    public static final int STRING_EVENT_INDEX = 0xFFFF;

    /** Event index of classic events and messages, which their items identify; the schema may be that of the class. */
    public static final int CLASSIC_EVENT_INDEX = 0xFFFE;

    /** Flag of a record with extended items, combined with its reference. */
    public static final long EXTENDED = 1L << 60;

    private static final int CHECK_SHIFT = 24;
    private static final int EVENT_SHIFT = 32;
    private static final int SCHEMA_SHIFT = 48;
    private static final int LENGTH_MASK = 0xFFFFFF;
    private static final int CHECK_MASK = 0xFF;

    private FrameDescriptor() {}

    /**
     * Returns the part of the word that identifies an event; the same for all records of the event in a process.
     *
     * @param schemaIndex index in the process page's schema table, 0 to 4,094
     * @param eventIndex  index in the schema, 0 to 65,535
     * @return the reference, which is combined with length and check
     */
    public static long reference(final int schemaIndex, final int eventIndex) {
        return (long) schemaIndex << SCHEMA_SHIFT | (long) eventIndex << EVENT_SHIFT;
    }

    public static long control(final int kind, final int length) {
        return reference(CONTROL_SCHEMA_INDEX, kind) | length;
    }

    public static long word(final long reference, final int length, final long number) {
        return reference | (number & CHECK_MASK) << CHECK_SHIFT | length;
    }

    /**
     * Returns the length of the frame.
     *
     * @param word of the frame
     * @return bytes including the word, without alignment
     */
    public static int length(final long word) {
        return (int) word & LENGTH_MASK;
    }

    /**
     * Returns the low eight bits of the attempt's number.
     *
     * @param word of the frame
     * @return 0 to 255
     */
    public static int check(final long word) {
        return (int) (word >>> CHECK_SHIFT) & CHECK_MASK;
    }

    /**
     * Returns the index of the event in its schema, or the kind of a control frame.
     *
     * @param word of the frame
     * @return 0 to 65,535
     */
    public static int eventIndex(final long word) {
        return (int) (word >>> EVENT_SHIFT) & 0xFFFF;
    }

    /**
     * Returns the index of the schema in the process page.
     *
     * @param word of the frame
     * @return 0 to 4,095
     */
    public static int schemaIndex(final long word) {
        return (int) (word >>> SCHEMA_SHIFT) & 0xFFF;
    }

    /**
     * Returns whether a record has extended items between header and payload: {@link ExtendedItems}.
     *
     * @param word of the frame
     * @return true if there is at least one
     */
    public static boolean isExtended(final long word) {
        return (word & EXTENDED) != 0;
    }

    /** Returns the word of a record from that of the previous one, of the same kind and length. */
    public static long successor(final long word) {
        final long check = (word + (1L << CHECK_SHIFT)) & ((long) CHECK_MASK << CHECK_SHIFT);
        return (word & ~((long) CHECK_MASK << CHECK_SHIFT)) | check;
    }

    public static boolean isControl(final long word) {
        return schemaIndex(word) == CONTROL_SCHEMA_INDEX;
    }

    /**
     * Returns the offset of the next frame.
     *
     * @param length of a frame in bytes
     * @return offset of the next frame from the beginning of this one
     */
    public static int align(final int length) {
        return (length + (ALIGNMENT - 1)) & -ALIGNMENT;
    }
}
