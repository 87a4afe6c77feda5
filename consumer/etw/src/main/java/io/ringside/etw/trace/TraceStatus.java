package io.ringside.etw.trace;

/** The result of processing or closing traces; the names follow the results of ETW. */
public enum TraceStatus {
    /** The recordings were read to their ends, the session has ended, or the trace was closed. */
    SUCCESS(0),
    /** A trace was closed, or is or was processed: open it again. */
    INVALID_HANDLE(6),
    /** No trace, or more than 64. */
    BAD_LENGTH(24),
    /** Sessions and recordings together, or several sessions. */
    INVALID_PARAMETER(87),
    /** A callback has thrown something; the error handler has received it. */
    NOACCESS(998),
    /** A buffer callback has returned false, or the processing thread was interrupted. */
    CANCELLED(1223),
    /** The window of time ends before it begins. */
    INVALID_TIME(1901),
    /** There is no such session. */
    WMI_INSTANCE_NOT_FOUND(4201),
    /** The trace is closed, and its processing returns after what is queued: a success. */
    CTX_CLOSE_PENDING(7007);

    private final int etwCode;

    TraceStatus(final int etwCode) {
        this.etwCode = etwCode;
    }

    /** {@return the value of the Windows error code of this result} */
    public int etwCode() {
        return etwCode;
    }

    /** {@return whether nothing has failed} */
    public boolean isSuccess() {
        return this == SUCCESS || this == CTX_CLOSE_PENDING;
    }
}
