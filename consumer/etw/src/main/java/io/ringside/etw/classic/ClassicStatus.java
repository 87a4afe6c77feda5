package io.ringside.etw.classic;

import io.ringside.write.WriteResult;

/** Result of a call of a classic provider, named after the cause that ETW reports. */
public enum ClassicStatus {
    /** The call has succeeded. */
    OK(0),
    /** There is no such session, or the session or the registration has ended. */
    INVALID_HANDLE(6),
    /** The session's lane is full: counted as lost. Remedy: larger lanes, or a faster drain. */
    NOT_ENOUGH_MEMORY(8),
    /**
     * The process has no lane for the thread, or could not get memory for lanes, or a buffer writes while its own event
     * is being copied: counted as lost.
     */
    OUT_OF_MEMORY(14),
    /** An argument is missing, or sizes do not fit: not counted. */
    INVALID_PARAMETER(87),
    /** An event has unknown flags, or {@code TRACED_GUID} is missing: not counted. */
    INVALID_FLAG_NUMBER(186),
    /** The event is larger than the lane or the limit for events allows: counted as lost. */
    MORE_DATA(234),
    /** The flag {@code TRACED_GUID} of an instance event is missing: not counted. */
    INVALID_FLAGS(1004);

    private final int code;

    ClassicStatus(final int code) {
        this.code = code;
    }

    /** {@return the value of the Windows error code} */
    public int code() {
        return code;
    }

    static ClassicStatus of(final long result) {
        return switch (WriteResult.status(result)) {
            case OK -> OK;
            case INVALID_PARAMETER -> INVALID_PARAMETER;
            case INVALID_HANDLE -> INVALID_HANDLE;
            case NOT_ENOUGH_MEMORY -> NOT_ENOUGH_MEMORY;
            case MORE_DATA, ARITHMETIC_OVERFLOW -> MORE_DATA;
            case NO_SYSTEM_RESOURCES, NOT_ATTACHED -> OUT_OF_MEMORY;
        };
    }
}
