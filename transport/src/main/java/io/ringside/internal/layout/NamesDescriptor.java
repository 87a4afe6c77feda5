package io.ringside.internal.layout;

import io.ringside.schema.PublishedNames;

/**
 * Byte offsets of the words of a file of published names: a header, then entries one after the other, which only grow.
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
     * Bytes of the entries that are published, i64; {@link #MOVED} once another file has replaced this one. Written by
     * the process with release order, read by others (acquire): it publishes the entries up to there.
     */
    public static final int PUBLISHED_OFFSET = 128;
    /** Instead of a number of bytes: the names go on in the file that has the name of this one. */
    public static final long MOVED = -1;

    /** Length of the header: there the entries begin. */
    public static final int HEADER_LENGTH = 256;

    /** Bytes of the table's name, i32. */
    public static final int ENTRY_TABLE_LENGTH_OFFSET = 0;
    /** Bytes of the name, i16; 0 if the entry is a scale. */
    public static final int ENTRY_NAME_LENGTH_OFFSET = 4;
    /** 0 if the entry is a name; else the scale and 1, i16. */
    public static final int ENTRY_SCALE_OFFSET = 6;
    /** The value that is named, or has the scale, i64. */
    public static final int ENTRY_VALUE_OFFSET = 8;
    /** When it was published, i64. */
    public static final int ENTRY_TIME_OFFSET = 16;
    /** The table's name, then the name. */
    public static final int ENTRY_TEXTS_OFFSET = PublishedNames.ENTRY_HEADER_LENGTH;

    /** Length of every file. Only what is published, and a bit more, takes memory. */
    public static final int FILE_LENGTH = HEADER_LENGTH + PublishedNames.BYTES_MAX;

    private NamesDescriptor() {}
}
