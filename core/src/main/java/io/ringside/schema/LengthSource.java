package io.ringside.schema;

/** What says how long a value of a field is. */
public enum LengthSource {
    /** The type: its values have one length, or tell it themselves. */
    TYPE,
    /** The schema. */
    FIXED,
    /** An earlier whole number of the same event or struct. */
    FIELD
}
