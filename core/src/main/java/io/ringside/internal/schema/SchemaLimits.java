package io.ringside.internal.schema;

/** Limits of a schema, each with its reason. */
public final class SchemaLimits {
    /** Maximum length of an encoded schema in bytes: enough for 10,000 ordinary events, and a bound for readers. */
    public static final int ENCODED_LENGTH_MAX = 4 * 1024 * 1024;

    /** Maximum number of events of a provider: above the 10,000 that must be supported, and within 16 bits. */
    public static final int EVENTS_MAX = 16_384;

    /** Maximum number of fields of an event or a struct: equals the number of data descriptors of a write. */
    public static final int FIELDS_MAX = 128;

    /** Maximum number of nested levels of fields, including the event's own: bounds the recursion of readers. */
    public static final int DEPTH_MAX = 8;

    /** Maximum length of a name in characters. */
    public static final int NAME_LENGTH_MAX = 255;

    /** Maximum length of a documentation text in characters. */
    public static final int DOCUMENTATION_LENGTH_MAX = 4_096;

    /** Maximum fixed number of array elements: more elements of one byte would not fit into an event. */
    public static final int FIXED_COUNT_MAX = 65_535;

    /** Maximum length, in bytes or UTF-16 units, that a schema fixes for a value: more would not fit into an event. */
    public static final int FIXED_LENGTH_MAX = 65_535;

    /**
     * Maximum number of empty values in a payload. Only a length of 0 in another field makes values empty, and then a
     * malicious count could demand any number of them; a payload with more counts as truncated.
     */
    public static final int EMPTY_VALUES_MAX = 65_535;

    /** Maximum number of values of a value map, and of patterns of a pattern map. */
    public static final int MAP_VALUES_MAX = 4_096;

    /** Maximum number of digits after the decimal point: this is the greatest power of 10 that fits a long. */
    public static final int SCALE_MAX = 18;

    /** Maximum value of a field's tags, which have 28 bits. */
    public static final int TAGS_MAX = (1 << 28) - 1;

    /** Maximum length of a custom schema in bytes: the greatest u16. */
    public static final int CUSTOM_SCHEMA_LENGTH_MAX = 65_535;

    /** Maximum length of an SBE schema in bytes: a quarter of an encoded schema. */
    public static final int SBE_LENGTH_MAX = ENCODED_LENGTH_MAX / 4;

    /** Maximum length of an event's message in characters. */
    public static final int MESSAGE_LENGTH_MAX = 4_096;

    /** Maximum number of tasks of a provider: all values of a u16 except 0. */
    public static final int TASKS_MAX = 65_535;

    private SchemaLimits() {}
}
