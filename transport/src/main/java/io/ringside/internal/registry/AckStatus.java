package io.ringside.internal.registry;

import org.jspecify.annotations.Nullable;

/** The status of a process in a session, as the process reports it. */
public enum AckStatus {
    /** Nothing: no provider of the session is registered here. */
    NONE(0),
    /** Its lanes exist and its events are recorded. */
    ATTACHED(1),
    /** It could not attach; wanted events are counted as lost. */
    REFUSED(2),
    /** It has let go of the session; no number of it changes any more. */
    DETACHED(3);

    private final int code;

    AckStatus(final int code) {
        this.code = code;
    }

    /** The number in shared memory; it never changes. */
    public int code() {
        return code;
    }

    /**
     * Find a status by its number.
     *
     * @param code any number
     * @return the status, null if there is none
     */
    public static @Nullable AckStatus ofCode(final int code) {
        return code >= 0 && code < values().length ? values()[code] : null;
    }
}
