package io.ringside.schema;

/** What became of looking for the schema of an event (R6.15), with ETW's codes. */
public enum LookupStatus {
    /** The schema is known. */
    SUCCESS(0),
    /** There is no schema: what is left is the record as bytes. */
    NOT_FOUND(1168);

    private final int code;

    LookupStatus(final int code) {
        this.code = code;
    }

    /** {@return ETW's code} */
    public int code() {
        return code;
    }
}
