package io.ringside.transport.lane;

import org.agrona.MutableDirectBuffer;

/**
 * Where the fields of extended items lie: the rare parts of a record, between its header and its payload, there if
 * {@link FrameDescriptor#EXTENDED} is set. Every item begins at a multiple of eight bytes with one 64-bit word.
 * Picture and meaning: {@code transport/docs/layout-ring.md}.
 * <pre>
 * word: bits 0-15 type | 16-31 length in bytes with the word, without alignment | 32 another item follows | 33-63 zero
 * </pre>
 */
public final class ExtendedItemDescriptor {
    /** Type, length and whether another item follows, i64. */
    public static final int WORD_OFFSET = 0;
    /** Length of an item's header: what the type means begins here. */
    public static final int HEADER_LENGTH = 8;

    /** Type: the event was written by a virtual thread. */
    public static final int TYPE_VIRTUAL_THREAD = 1;

    /** Word of a virtual thread's item, i64. */
    public static final int VIRTUAL_THREAD_WORD_OFFSET = 0;
    /** Java's id of the virtual thread, i64; the lane's owner is its carrier. */
    public static final int VIRTUAL_THREAD_ID_OFFSET = 8;
    /** Length of a virtual thread's item. */
    public static final int VIRTUAL_THREAD_LENGTH = 16;

    private static final int LENGTH_SHIFT = 16;
    private static final int FIELD_MASK = 0xFFFF;
    private static final long FOLLOWED = 1L << 32;

    private ExtendedItemDescriptor() {}

    static long word(final int type, final int length, final boolean followed) {
        return (followed ? FOLLOWED : 0) | (long) length << LENGTH_SHIFT | type;
    }

    /**
     * What an item is.
     *
     * @param word of the item
     * @return 0 to 65,535; readers skip what they do not know
     */
    public static int type(final long word) {
        return (int) word & FIELD_MASK;
    }

    /**
     * Length of an item; the next one, or the payload, begins at the next multiple of eight bytes.
     *
     * @param word of the item
     * @return bytes including the word, without alignment
     */
    public static int length(final long word) {
        return (int) (word >>> LENGTH_SHIFT) & FIELD_MASK;
    }

    /**
     * Whether another item follows; else the payload does.
     *
     * @param word of the item
     * @return true if it is not the record's last item
     */
    public static boolean isFollowed(final long word) {
        return (word & FOLLOWED) != 0;
    }

    /**
     * Write the only item of a record: that of a virtual thread.
     *
     * @param buffer   to write to
     * @param offset   behind the record's header
     * @param threadId Java's id of the virtual thread
     */
    public static void putVirtualThread(final MutableDirectBuffer buffer, final int offset, final long threadId) {
        buffer.putLong(offset + VIRTUAL_THREAD_WORD_OFFSET, word(TYPE_VIRTUAL_THREAD, VIRTUAL_THREAD_LENGTH, false));
        buffer.putLong(offset + VIRTUAL_THREAD_ID_OFFSET, threadId);
    }
}
