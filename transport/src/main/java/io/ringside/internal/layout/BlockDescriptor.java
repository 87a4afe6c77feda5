package io.ringside.internal.layout;

/**
 * Byte offsets of the fields of a block's header. The header is written with the block's first frame and published by
 * the same store of tail; picture and meaning: {@code transport/docs/layout-ring.md}.
 */
public final class BlockDescriptor {
    /** "RSBK" in memory order: a reader that searches for a block does not start inside a payload by chance alone. */
    public static final int MAGIC = 0x4B425352;

    /** {@link #MAGIC}, i32. */
    public static final int MAGIC_OFFSET = 0;
    /** Length of the header in bytes, i32. */
    public static final int HEADER_LENGTH_OFFSET = 4;
    /** Position of the block in the lane divided by the block's length, i64. */
    public static final int BLOCK_NUMBER_OFFSET = 8;
    /** Number of the first attempt that the block describes, i64. */
    public static final int FIRST_NUMBER_OFFSET = 16;
    /** Number of attempts lost as full before the first number, i64. */
    public static final int LOST_FULL_OFFSET = 24;
    /** Number of attempts lost as too large before the first number, i64. */
    public static final int LOST_TOO_LARGE_OFFSET = 32;
    /** Number of attempts lost by an error before the first number, i64. */
    public static final int LOST_ERROR_OFFSET = 40;
    /** Thread that owns the lane at the block's first frame, i64. */
    public static final int OWNER_THREAD_ID_OFFSET = 48;
    /** Time of the block's first record in ticks of the session's clock, i64. */
    public static final int FIRST_TIME_OFFSET = 56;
    /** Length of the header. */
    public static final int HEADER_LENGTH = 64;

    private BlockDescriptor() {}
}
