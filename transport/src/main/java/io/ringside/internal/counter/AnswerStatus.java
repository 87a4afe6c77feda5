package io.ringside.internal.counter;

/** The status of a request. */
public enum AnswerStatus {
    /** The provider has answered with instances. */
    ANSWERED(0),
    /** The provider has no such set, or none with a callback; the set may just have been closed. */
    UNKNOWN_SET(1),
    /** The provider does not know this kind of request. */
    UNKNOWN_TYPE(2),
    /** The maximum number of calls of the callback is in progress. */
    BUSY(3),
    /** The provider could not decode the request. */
    BAD_REQUEST(4),
    /** The provider could not store its answer. */
    NOT_STORED(5),
    /** There is no answer yet. */
    PENDING,
    /** There was no answer in time. */
    TIMED_OUT,
    /** The provider has died. */
    DIED,
    /** The answer was not written by a correct provider. */
    DAMAGED,
    /** The request could not be made. */
    NOT_ASKED;

    private static final int NULL_CODE = -1;

    private final int code;

    AnswerStatus() {
        this(NULL_CODE);
    }

    AnswerStatus(final int code) {
        this.code = code;
    }

    /** Returns the code in an answer; -1 for a status that only the asking process can determine. */
    int code() {
        return code;
    }

    /** Returns the status for the code in an answer, {@link #DAMAGED} if there is none. */
    static AnswerStatus ofCode(final int code) {
        for (final AnswerStatus status : values()) {
            if (status.code == code && code != NULL_CODE) {
                return status;
            }
        }
        return DAMAGED;
    }
}
