package io.ringside.etw.property;

/** Result of formatting a property, with ETW's codes. */
public enum FormatStatus {
    /** The text is in the buffer. */
    SUCCESS(0),
    /** The buffer is too small; nothing was written. */
    INSUFFICIENT_BUFFER(122),
    /** The payload is too short for the value, or contains invalid lengths; nothing was written. */
    INVALID_EVENT_DATA(15_005);

    private final int code;

    FormatStatus(final int code) {
        this.code = code;
    }

    /** {@return ETW's code} */
    public int code() {
        return code;
    }
}
