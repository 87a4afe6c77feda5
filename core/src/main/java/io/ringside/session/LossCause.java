package io.ringside.session;

/** Reason why an event that a session wanted was lost. Each such event has exactly one cause. */
public enum LossCause {
    /** The lane had no room: events came faster than they were drained. */
    FULL(0, "full"),
    /** The event is larger than a block of the lane, or than any event may be. */
    TOO_LARGE(1, "tooLarge"),
    /**
     * The process had no lane for the thread, since none was left or ready; or the lane was in use, because a source
     * buffer wrote an event while it was copied.
     */
    NO_LANE(2, "noLane"),
    /** The process could not attach to the session. */
    NOT_ATTACHED(3, "notAttached"),
    /** An exception occurred during the write, or the text of a typed event changed while it was copied. */
    ERROR(4, "error"),
    /** The reader found the record damaged. */
    CORRUPT(5, "corrupt"),
    /** The process ended during the write. */
    ABANDONED(6, "abandoned"),
    /** The session discarded the event unread: it ended, or its memory bound required the space. */
    DISCARDED(7, "discarded");

    private static final LossCause[] BY_CODE = values();

    private final int code;
    private final String jsonName;

    LossCause(final int code, final String jsonName) {
        this.code = code;
        this.jsonName = jsonName;
    }

    /** {@return the number of this cause in shared memory and recordings, from 0 without holes; it never changes} */
    public int code() {
        return code;
    }

    /** {@return the name of this cause in JSON and on the command line} */
    public String jsonName() {
        return jsonName;
    }

    /** {@return the number of causes} */
    public static int count() {
        return BY_CODE.length;
    }

    /**
     * Finds a cause by its number.
     *
     * @param code 0..{@link #count()}-1.
     * @return the cause.
     * @throws IndexOutOfBoundsException if there is no such code; codes read from shared memory must be checked before.
     */
    public static LossCause ofCode(final int code) {
        return BY_CODE[code];
    }
}
