package io.ringside.internal.registry;

/** Why a process could not attach to a session, not with all lanes, or not as the session wants it. */
public enum AckCause {
    /** It could. */
    NONE(0),
    /** The file system has no room for the lanes. */
    NO_SPACE(1),
    /** The session's bound of memory is reached. */
    SESSION_MEMORY(2),
    /** The memory limit of the process's control group would not bear the lanes. */
    GROUP_MEMORY(3),
    /** The session asks for what this release or JVM cannot do. An attached process does something else instead. */
    UNSUPPORTED(4),
    /** Anything else: the text says what. */
    OTHER(5);

    private final int code;

    AckCause(final int code) {
        this.code = code;
    }

    /** Whether it is memory for lanes that was missing. */
    public boolean isLackOfMemory() {
        return this == NO_SPACE || this == SESSION_MEMORY || this == GROUP_MEMORY;
    }

    /** The number in shared memory; it never changes. */
    public int code() {
        return code;
    }

    /**
     * Find a cause by its number.
     *
     * @param code any number
     * @return the cause, {@link #OTHER} if a later release has more
     */
    public static AckCause ofCode(final int code) {
        return code >= 0 && code < values().length ? values()[code] : OTHER;
    }
}
