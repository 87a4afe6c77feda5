package io.ringside.internal.registry;

/** Why a process could not attach to a session, attached without all lanes, or deviates from its settings. */
public enum AckCause {
    /** The process could attach. */
    NONE(0),
    /** The file system has no room for the lanes. */
    NO_SPACE(1),
    /** The session's memory limit is reached. */
    SESSION_MEMORY(2),
    /** The lanes would exceed the memory limit of the process's control group. */
    GROUP_MEMORY(3),
    /** The session needs something that this release or JVM does not support. An attached process uses a substitute. */
    UNSUPPORTED(4),
    /** Any other reason; the acknowledgement's text describes it. */
    OTHER(5);

    private final int code;

    AckCause(final int code) {
        this.code = code;
    }

    /** Returns whether memory for lanes was missing. */
    public boolean isLackOfMemory() {
        return this == NO_SPACE || this == SESSION_MEMORY || this == GROUP_MEMORY;
    }

    /** Returns the code in shared memory, which never changes. */
    public int code() {
        return code;
    }

    /**
     * Returns the cause with a code.
     *
     * @param code any value
     * @return the cause, {@link #OTHER} for a code of a later release
     */
    public static AckCause ofCode(final int code) {
        return code >= 0 && code < values().length ? values()[code] : OTHER;
    }
}
