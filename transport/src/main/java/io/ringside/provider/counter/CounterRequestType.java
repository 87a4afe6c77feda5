package io.ringside.provider.counter;

import org.jspecify.annotations.Nullable;

/** The reason for which a callback of a counter set is called, with the numbers of ETW. */
public enum CounterRequestType {
    /** A reader has added counters: for providers that gather figures only then. */
    ADD_COUNTER(0),
    /** A reader that had added counters has removed them, or has died. */
    REMOVE_COUNTER(1),
    /** Request for the instances. Values are ignored. */
    ENUMERATE_INSTANCES(2),
    /** Request for the instances with their values. */
    COLLECT_DATA(3);

    private final int code;

    CounterRequestType(final int code) {
        this.code = code;
    }

    /** {@return the number in a request; it never changes} */
    public int code() {
        return code;
    }

    /** {@return whether instances are asked for, so that there is an answer} */
    public boolean hasAnswer() {
        return this == ENUMERATE_INSTANCES || this == COLLECT_DATA;
    }

    /**
     * Look up a number.
     *
     * @param code any number
     * @return null if it has no meaning here: such a request is ignored
     */
    public static @Nullable CounterRequestType ofCode(final int code) {
        for (final CounterRequestType type : values()) {
            if (type.code == code) {
                return type;
            }
        }
        return null;
    }
}
