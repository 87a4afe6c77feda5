package io.ringside.etw.property;

import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;

/** Flags of a field in ETW's encoding. Stateless. */
public final class PropertyFlags {
    /** A struct. */
    public static final int STRUCT = 0x1;
    /** Another field contains the length of a value. */
    public static final int PARAM_LENGTH = 0x2;
    /** Another field contains the number of elements. */
    public static final int PARAM_COUNT = 0x4;
    /** The schema fixes the length of a value, which may be 0. */
    public static final int PARAM_FIXED_LENGTH = 0x10;
    /** The schema fixes the number of elements, which may be 1. */
    public static final int PARAM_FIXED_COUNT = 0x20;
    /** The field has tags. */
    public static final int HAS_TAGS = 0x40;
    /** The field has a schema of another kind. */
    public static final int HAS_CUSTOM_SCHEMA = 0x80;

    private PropertyFlags() {}

    /**
     * Returns the flags of a field. An array with its count in front has no flag for the count.
     *
     * @param field of an event or a struct.
     * @return any of the bits above.
     */
    public static int of(final FieldSchema field) {
        int flags = field.type() == FieldType.STRUCT ? STRUCT : 0;
        flags |= switch (field.shape()) {
            case FIXED -> PARAM_FIXED_COUNT;
            case COUNTED -> PARAM_COUNT;
            case SCALAR, PREFIXED -> 0;
        };
        flags |= switch (field.lengthSource()) {
            case FIXED -> PARAM_FIXED_LENGTH;
            case FIELD -> PARAM_LENGTH;
            case TYPE -> 0;
        };
        flags |= field.tags() == 0 ? 0 : HAS_TAGS;
        return flags | (field.customSchema() == null ? 0 : HAS_CUSTOM_SCHEMA);
    }
}
