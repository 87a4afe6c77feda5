package io.ringside.internal.schema;

import io.ringside.schema.ProviderSchema;

/**
 * Layout of an encoded {@link ProviderSchema}: offsets of its header's fields, and flags of the parts after it. All
 * numbers are little-endian. The complete format is described in {@code core/docs/schema-encoding.md}.
 */
public final class SchemaLayout {
    /** {@link #MAGIC}, i32. */
    public static final int MAGIC_OFFSET = 0;
    /** {@link #VERSION}, u16. */
    public static final int VERSION_OFFSET = 4;
    /** Zero, u16. */
    public static final int RESERVED_OFFSET = 6;
    /** Length of the encoding in bytes, including the header, i32. */
    public static final int TOTAL_LENGTH_OFFSET = 8;
    /** Number of events, i32. */
    public static final int EVENT_COUNT_OFFSET = 12;
    /** Id of the provider, most significant half, i64. */
    public static final int ID_MOST_OFFSET = 16;
    /** Id of the provider, least significant half, i64. */
    public static final int ID_LEAST_OFFSET = 24;
    /** Length of the header in bytes. */
    public static final int HEADER_LENGTH = 32;

    /** The bytes {@code R S S E}. */
    public static final int MAGIC = 'R' | ('S' << 8) | ('S' << 16) | ('E' << 24);
    /** Version of the format. */
    public static final int VERSION = 1;

    /** Flag of an event: a message follows. */
    static final int EVENT_HAS_MESSAGE = 0x1;
    /** Flag of an event: the index of an SBE schema follows. */
    static final int EVENT_HAS_SBE = 0x2;
    /** Flag of an event: documentation follows. */
    static final int EVENT_HAS_DOCUMENTATION = 0x4;
    /** All flags of an event. */
    static final int EVENT_FLAGS = EVENT_HAS_MESSAGE | EVENT_HAS_SBE | EVENT_HAS_DOCUMENTATION;

    /** Flag of a field: a unit follows. */
    static final int FIELD_HAS_UNIT = 0x1;
    /** Flag of a field: a value map follows. */
    static final int FIELD_HAS_VALUES = 0x2;
    /** Flag of a field: an out type follows. */
    static final int FIELD_HAS_OUT_TYPE = 0x4;
    /** Flag of a field: the length of its values follows. */
    static final int FIELD_HAS_LENGTH = 0x8;
    /** Flag of a field: the index of the field that gives the length of its values follows. */
    static final int FIELD_HAS_SIZER = 0x10;
    /** Flag of a field: its value map contains bits. */
    static final int FIELD_HAS_BITS = 0x20;
    /** Flag of a field: a pattern map follows. */
    static final int FIELD_HAS_PATTERNS = 0x40;
    /** Flag of a field: tags follow. */
    static final int FIELD_HAS_TAGS = 0x80;
    /** Flag of a field: a custom schema follows. */
    static final int FIELD_HAS_CUSTOM_SCHEMA = 0x100;
    /** Flag of a field: documentation follows. */
    static final int FIELD_HAS_DOCUMENTATION = 0x200;
    /** Flag of a field: a scale follows. */
    static final int FIELD_HAS_SCALE = 0x400;
    /** Flag of a field: the index of the field that gives the scale of its values follows. */
    static final int FIELD_HAS_SCALE_FIELD = 0x800;
    /** All flags of a field. */
    static final int FIELD_FLAGS = 0xFFF;

    /** Minimum length of a string in bytes. */
    static final int STRING_LENGTH_MIN = 2;
    /** Minimum length of a field in bytes: type, shape, flags and name. */
    static final int FIELD_LENGTH_MIN = 4 + STRING_LENGTH_MIN;
    /** Minimum length of a pattern and its name in bytes. */
    static final int NAMED_PATTERN_LENGTH_MIN = 2 * STRING_LENGTH_MIN;
    /** Minimum length of a named value in bytes: the number and its name. */
    static final int NAMED_VALUE_LENGTH_MIN = Long.BYTES + STRING_LENGTH_MIN;

    private SchemaLayout() {}
}
