package io.ringside.internal.schema;

import io.ringside.schema.ProviderSchema;

/**
 * The encoded form of a {@link ProviderSchema}: where the fields of its header lie, and the codes of what follows. All
 * numbers are little-endian. The whole is described in {@code core/docs/schema-encoding.md}.
 */
public final class SchemaLayout {
    /** {@link #MAGIC}, i32. */
    public static final int MAGIC_OFFSET = 0;
    /** {@link #VERSION}, u16. */
    public static final int VERSION_OFFSET = 4;
    /** Zero, u16. */
    public static final int RESERVED_OFFSET = 6;
    /** Bytes of the whole, header included, i32. */
    public static final int TOTAL_LENGTH_OFFSET = 8;
    /** Number of events, i32. */
    public static final int EVENT_COUNT_OFFSET = 12;
    /** Id of the provider, most significant half, i64. */
    public static final int ID_MOST_OFFSET = 16;
    /** Id of the provider, least significant half, i64. */
    public static final int ID_LEAST_OFFSET = 24;
    /** Bytes of the header. */
    public static final int HEADER_LENGTH = 32;

    /** The bytes {@code R S S E}. */
    public static final int MAGIC = 'R' | ('S' << 8) | ('S' << 16) | ('E' << 24);
    /** Version of this form. */
    public static final int VERSION = 1;

    /** Flag of an event: a message follows. */
    static final int EVENT_HAS_MESSAGE = 0x1;
    /** Flag of an event: the index of a schema of SBE follows. */
    static final int EVENT_HAS_SBE = 0x2;
    /** Flag of an event: a documentation follows. */
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
    /** Flag of a field: the index of the field follows that says the length of its values. */
    static final int FIELD_HAS_SIZER = 0x10;
    /** Flag of a field: its value map is of bits. */
    static final int FIELD_HAS_BITS = 0x20;
    /** Flag of a field: a pattern map follows. */
    static final int FIELD_HAS_PATTERNS = 0x40;
    /** Flag of a field: tags follow. */
    static final int FIELD_HAS_TAGS = 0x80;
    /** Flag of a field: a custom schema follows. */
    static final int FIELD_HAS_CUSTOM_SCHEMA = 0x100;
    /** Flag of a field: a documentation follows. */
    static final int FIELD_HAS_DOCUMENTATION = 0x200;
    /** Flag of a field: a scale follows. */
    static final int FIELD_HAS_SCALE = 0x400;
    /** Flag of a field: the index of the field follows that gives the scale of its values. */
    static final int FIELD_HAS_SCALE_FIELD = 0x800;
    /** All flags of a field. */
    static final int FIELD_FLAGS = 0xFFF;

    /** Fewest bytes of a string. */
    static final int STRING_LENGTH_MIN = 2;
    /** Fewest bytes of a field: type, shape, flags and name. */
    static final int FIELD_LENGTH_MIN = 4 + STRING_LENGTH_MIN;
    /** Fewest bytes of a pattern and its name. */
    static final int NAMED_PATTERN_LENGTH_MIN = 2 * STRING_LENGTH_MIN;
    /** Fewest bytes of a named value: the number and its name. */
    static final int NAMED_VALUE_LENGTH_MIN = Long.BYTES + STRING_LENGTH_MIN;

    private SchemaLayout() {}
}
