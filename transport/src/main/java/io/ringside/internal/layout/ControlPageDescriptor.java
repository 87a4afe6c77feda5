package io.ringside.internal.layout;

/**
 * Byte offsets of the words of the control page. Written and read by the holder of the control lock only. Picture and
 * meaning: {@code transport/docs/layout-control.md}.
 */
public final class ControlPageDescriptor {
    /** "RSCONTRL" in memory order; written last. */
    public static final long MAGIC = 0x4C52544E4F435352L;
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

    /** Generation of the last complete change, i64. */
    public static final int CHANGE_COUNTER_OFFSET = 64;
    /** Id of the next session, i64; incremented before the id is used. */
    public static final int NEXT_SESSION_ID_OFFSET = 72;
    /** Kind of the change in progress, i64; stored with release order after the provider. */
    public static final int DIRTY_KIND_OFFSET = 80;
    /** Most significant half of the id of the provider that is being changed, i64. */
    public static final int DIRTY_PROVIDER_MOST_OFFSET = 88;
    /** Least significant half of the id of the provider that is being changed, i64. */
    public static final int DIRTY_PROVIDER_LEAST_OFFSET = 96;

    /** Time of the last sweep in milliseconds since 1970, i64. */
    public static final int SWEPT_OFFSET = 104;

    /** Kind: nothing is being changed. */
    public static final long DIRTY_NONE = 0;
    /** Kind: the enable masks of one provider may differ from the rows. */
    public static final long DIRTY_PROVIDER = 1;
    /** Kind: all enable masks may differ from the rows, and a session's folder may exist without a row. */
    public static final long DIRTY_ALL = 2;

    /** Length of the file. */
    public static final int FILE_LENGTH = 4096;

    private ControlPageDescriptor() {}
}
