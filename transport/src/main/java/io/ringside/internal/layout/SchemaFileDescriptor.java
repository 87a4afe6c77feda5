package io.ringside.internal.layout;

import io.ringside.internal.schema.SchemaLimits;

/**
 * Byte offsets of the words of a schema file: a header with the words of the provider, one enable mask per event, and
 * the encoded schema. Picture, orders and meaning: {@code transport/docs/layout-schema.md}.
 */
public final class SchemaFileDescriptor {
    /** "RSSCHEMA" in memory order; written last. */
    public static final long MAGIC = 0x414D454843535352L;
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
    /** Hash of the schema, i64. */
    public static final int CONTENT_HASH_OFFSET = 40;
    /** Number of events, i32. */
    public static final int EVENT_COUNT_OFFSET = 48;
    /** Length of the encoded schema in bytes, i32. */
    public static final int CONTENT_LENGTH_OFFSET = 52;

    /**
     * State and level of the composite, i64: bit {@link #ENABLED_BIT} is set if any session has enabled the provider,
     * the low 8 bits are the highest level. Written with release order by the holder of the control lock if it differs,
     * read by the provider (volatile). It publishes only itself: the words of a provider need not be consistent with
     * each other.
     */
    public static final int STATE_LEVEL_OFFSET = 128;
    /** Match-any of the composite, i64; as {@link #STATE_LEVEL_OFFSET}. */
    public static final int MATCH_ANY_OFFSET = 136;
    /** Match-all of the composite, i64; as {@link #STATE_LEVEL_OFFSET}. */
    public static final int MATCH_ALL_OFFSET = 144;

    /** Length of the header, which is followed by the enable masks of the events. */
    public static final int HEADER_LENGTH = 256;

    /** Bit of the word of state and level: a session has enabled the provider. */
    public static final long ENABLED_BIT = 1L << 8;
    /** Bits of the word of state and level: the level. */
    public static final long LEVEL_MASK = 0xFF;

    /** Minimum length of a file: a schema without events. */
    public static final int MIN_FILE_LENGTH = HEADER_LENGTH;
    /** Maximum length of a file. */
    public static final int MAX_FILE_LENGTH = HEADER_LENGTH + SchemaLimits.EVENTS_MAX * Long.BYTES
            + SchemaLimits.ENCODED_LENGTH_MAX + Long.BYTES;

    private SchemaFileDescriptor() {}

    /**
     * Returns the offset of an event's enable mask: bit n is set if the session in slot n wants the event. The holder
     * of the control lock stores it (release) if it differs, writers read it (volatile), and it publishes only itself.
     *
     * @param eventIndex of the event in its schema
     * @return offset in the file, aligned to 8
     */
    public static int eventWordOffset(final int eventIndex) {
        return HEADER_LENGTH + eventIndex * Long.BYTES;
    }

    /**
     * Returns the offset of the encoded schema.
     *
     * @param eventCount number of events
     * @return offset in the file, aligned to 8
     */
    public static int contentOffset(final int eventCount) {
        return eventWordOffset(eventCount);
    }

    /**
     * Returns the length of a file.
     *
     * @param eventCount    number of events
     * @param contentLength length of the encoded schema in bytes
     * @return bytes, a multiple of 8
     */
    public static int fileLength(final int eventCount, final int contentLength) {
        return contentOffset(eventCount) + (contentLength + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    }
}
