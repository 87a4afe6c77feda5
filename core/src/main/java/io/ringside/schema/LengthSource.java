package io.ringside.schema;

/** The source of the length of a field's values. */
public enum LengthSource {
    /** The type: its values have one length, or contain it themselves. */
    TYPE,
    /** The schema. */
    FIXED,
    /** An earlier whole number of the same event or struct. */
    FIELD
}
