package io.ringside.internal.schema;

/** The limits of a schema, each with its reason. */
public final class SchemaLimits {
    /** Most bytes of an encoded schema: room for 10,000 events of ordinary size, and a bound for its readers. */
    public static final int ENCODED_LENGTH_MAX = 4 * 1024 * 1024;

    /** Most events of a provider: above the 10,000 that must work, and within 16 bits. */
    public static final int EVENTS_MAX = 16_384;

    /** Most fields of an event or of a struct: as many as a write has data descriptors. */
    public static final int FIELDS_MAX = 128;

    /** Most levels of fields, of which those of the event itself are the first: bounds the recursion of readers. */
    public static final int DEPTH_MAX = 8;

    /** Most characters of a name. */
    public static final int NAME_LENGTH_MAX = 255;

    /** Most characters of a documentation text. */
    public static final int DOCUMENTATION_LENGTH_MAX = 4_096;

    /** Most elements of an array of fixed count: more than one byte each would not fit into an event. */
    public static final int FIXED_COUNT_MAX = 65_535;

    /** Most bytes, or units of UTF-16, of a value whose length the schema says: more would not fit into an event. */
    public static final int FIXED_LENGTH_MAX = 65_535;

    /**
     * Most values without any byte in one payload. Only a length of 0 that another field says makes such values, and
     * as many as a hostile count demands; a payload with more counts as truncated.
     */
    public static final int EMPTY_VALUES_MAX = 65_535;

    /** Most values of one value map, and most patterns of one pattern map. */
    public static final int MAP_VALUES_MAX = 4_096;

    /** Most digits after the decimal point: 10 to this power is the greatest that fits a long. */
    public static final int SCALE_MAX = 18;

    /** Greatest tags of a field: they have 28 bits. */
    public static final int TAGS_MAX = (1 << 28) - 1;

    /** Most bytes of a custom schema: what a u16 can say. */
    public static final int CUSTOM_SCHEMA_LENGTH_MAX = 65_535;

    /** Most bytes of a schema of SBE: a quarter of what a schema has room for. */
    public static final int SBE_LENGTH_MAX = ENCODED_LENGTH_MAX / 4;

    /** Most characters of an event's message. */
    public static final int MESSAGE_LENGTH_MAX = 4_096;

    /** Most tasks of a provider: all that a u16 other than 0 can distinguish. */
    public static final int TASKS_MAX = 65_535;

    private SchemaLimits() {}
}
