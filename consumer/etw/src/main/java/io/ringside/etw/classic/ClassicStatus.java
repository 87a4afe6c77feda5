package io.ringside.etw.classic;

import io.ringside.write.WriteResult;

/** The result of a call of a classic provider; the names follow the cause that ETW reports. */
public enum ClassicStatus {
    /** It is done. */
    OK(0),
    /** There is no such session, or it has ended, or the registration has. */
    INVALID_HANDLE(6),
    /** No room in the session's lane: counted as lost. Remedy: larger lanes, or a faster drain. */
    NOT_ENOUGH_MEMORY(8),
    /**
     * The process has no lane for the thread, or was refused the memory for lanes, or a buffer writes while its own
     * event is being copied: counted as lost.
     */
    OUT_OF_MEMORY(14),
    /** Something is missing, or sizes do not fit: nothing is counted. */
    INVALID_PARAMETER(87),
    /** Flags of an event that are none, or {@code TRACED_GUID} is missing: nothing is counted. */
    INVALID_FLAG_NUMBER(186),
    /** Larger than the lane takes, or than any event may be: counted as lost. */
    MORE_DATA(234),
    /** The flag {@code TRACED_GUID} of an instance event is missing: nothing is counted. */
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
