package io.ringside.internal.layout;

import io.ringside.schema.PublishedNames;

/**
 * Byte offsets of the words of a file of published names: a header, followed by entries, to which more are appended.
 * Picture, orders and meaning: {@code transport/docs/layout-names.md}.
 */
public final class NamesDescriptor {
    /** "RS-NAMES" in memory order; written last. */
    public static final long MAGIC = 0x53454D414E2D5352L;
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
    /** Most significant half of the provider's id, i64. */
    public static final int PROVIDER_MOST_OFFSET = 24;
    /** Least significant half of the provider's id, i64. */
    public static final int PROVIDER_LEAST_OFFSET = 32;
    /** Most significant half of the incarnation, i64. */
    public static final int INCARNATION_MOST_OFFSET = 40;
    /** Least significant half of the incarnation, i64. */
    public static final int INCARNATION_LEAST_OFFSET = 48;

    /**
     * Length of the published entries in bytes, i64; {@link #MOVED} once another file has replaced this one. Written by
     * the process with release order, read by others (acquire), which publishes the entries.
     */
    public static final int PUBLISHED_OFFSET = 128;
    /** Value in place of a length: the names continue in the file that now has the name of this one. */
    public static final long MOVED = -1;

    /** Length of the header, which is followed by the entries. */
    public static final int HEADER_LENGTH = 256;

    /** Length of the table's name in bytes, i32. */
    public static final int ENTRY_TABLE_LENGTH_OFFSET = 0;
    /** Length of the name in bytes, i16; 0 if the entry is a scale. */
    public static final int ENTRY_NAME_LENGTH_OFFSET = 4;
    /** The scale plus 1, i16; 0 if the entry is a name. */
    public static final int ENTRY_SCALE_OFFSET = 6;
    /** Value to which the name or the scale belongs, i64. */
    public static final int ENTRY_VALUE_OFFSET = 8;
    /** Time of publication, i64. */
    public static final int ENTRY_TIME_OFFSET = 16;
    /** Name of the table, followed by the name. */
    public static final int ENTRY_TEXTS_OFFSET = PublishedNames.ENTRY_HEADER_LENGTH;

    /** Length of every file. Only the published part, and little more, takes memory. */
    public static final int FILE_LENGTH = HEADER_LENGTH + PublishedNames.BYTES_MAX;

    private NamesDescriptor() {}
}
