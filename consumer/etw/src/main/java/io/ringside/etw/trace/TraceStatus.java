package io.ringside.etw.trace;

/** Result of processing or closing traces, named after ETW's results. */
public enum TraceStatus {
    /** The recordings were read to their ends, the session has ended, or the trace was closed. */
    SUCCESS(0),
    /** A trace is closed, or is being or was processed: open it again. */
    INVALID_HANDLE(6),
    /** There is no trace, or there are more than 64. */
    BAD_LENGTH(24),
    /** The traces are of sessions and recordings together, or of several sessions. */
    INVALID_PARAMETER(87),
    /** A callback has thrown an exception; the error handler has received it. */
    NOACCESS(998),
    /** A buffer callback has returned false, or the processing thread was interrupted. */
    CANCELLED(1223),
    /** The time window ends before it begins. */
    INVALID_TIME(1901),
    /** There is no such session. */
    WMI_INSTANCE_NOT_FOUND(4201),
    /** The trace is closed, and its processing returns after the queued events: a success. */
    CTX_CLOSE_PENDING(7007);

    private final int etwCode;

    TraceStatus(final int etwCode) {
        this.etwCode = etwCode;
    }

    /** {@return the value of the Windows error code of this result} */
    public int etwCode() {
        return etwCode;
    }

    /** {@return whether the result is a success} */
    public boolean isSuccess() {
        return this == SUCCESS || this == CTX_CLOSE_PENDING;
    }
}
