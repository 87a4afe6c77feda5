package io.ringside.internal.registry;

import org.jspecify.annotations.Nullable;

/** The status of a process in a session, as the process reports it. */
public enum AckStatus {
    /** No provider of the session is registered in the process. */
    NONE(0),
    /** The process has lanes and records events. */
    ATTACHED(1),
    /** The process could not attach; events that the session wants are counted as lost. */
    REFUSED(2),
    /** The process has detached from the session; none of its counts changes any more. */
    DETACHED(3);

    private final int code;

    AckStatus(final int code) {
        this.code = code;
    }

    /** Returns the code in shared memory, which never changes. */
    public int code() {
        return code;
    }

    /**
     * Returns the status with a code.
     *
     * @param code any value
     * @return the status, null if there is none
     */
    public static @Nullable AckStatus ofCode(final int code) {
        return code >= 0 && code < values().length ? values()[code] : null;
    }
}
