package io.ringside.provider.counter;

/** The result of adding an instance by a callback, with the codes of ETW. */
public enum AddStatus {
    /** It is in the answer: STATUS_SUCCESS. */
    ADDED(0),
    /** It was not asked for and is left out, which is no error: STATUS_SUCCESS. */
    NOT_WANTED(0),
    /** The name is null, or not allowed: STATUS_INVALID_PARAMETER_2. */
    INVALID_NAME(0xC00000F0),
    /** The id is not one of an instance: STATUS_INVALID_PARAMETER_3. */
    INVALID_ID(0xC00000F1),
    /** There are less values than the set has counters: STATUS_INVALID_BUFFER_SIZE. */
    INVALID_BUFFER_SIZE(0xC0000206),
    /**
     * An instance of this id or name, letter case aside, is in the answer, and stays:
     * STATUS_OBJECT_NAME_COLLISION.
     */
    ALREADY_EXISTS(0xC0000035),
    /** The answer has no room for more: STATUS_INSUFFICIENT_RESOURCES. */
    LIMIT(0xC000009A),
    /** The buffer's call has returned, or its request is not for instances: STATUS_INVALID_HANDLE. */
    INVALID_HANDLE(0xC0000008);

    private final int code;

    AddStatus(final int code) {
        this.code = code;
    }

    /** {@return ETW's code, to be read as unsigned; a callback may return it} */
    public int code() {
        return code;
    }

    /** {@return whether something is wrong with what was added} */
    public boolean isError() {
        return code != 0;
    }
}
