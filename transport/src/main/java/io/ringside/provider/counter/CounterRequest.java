package io.ringside.provider.counter;

import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.MaskInformation;
import io.ringside.internal.counter.PulledSet;
import org.jspecify.annotations.Nullable;

/** A request to a callback. It is valid until the callback returns, for all threads that work for the callback. */
public abstract sealed class CounterRequest permits PulledSet.Request {
    /** The reason for which a callback of a counter set is called, with the numbers of ETW. */
    public enum Type {
        /** A reader has added counters: for providers that gather figures only then. */
        ADD_COUNTER(0),
        /** A reader that had added counters has removed them, or has died. */
        REMOVE_COUNTER(1),
        /** Request for the instances. Values are ignored. */
        ENUMERATE_INSTANCES(2),
        /** Request for the instances with their values. */
        COLLECT_DATA(3);

        private final int code;

        Type(final int code) {
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
        public static @Nullable Type ofCode(final int code) {
            for (final Type type : values()) {
                if (type.code == code) {
                    return type;
                }
            }
            return null;
        }
    }

    /** For the library; callbacks are given one. */
    protected CounterRequest() {}

    /** {@return what is asked} */
    public abstract Type type();

    /** {@return the set that is asked for} */
    public abstract CounterSetSchema schema();

    /** {@return counters and instances that are requested, or that a reader has added or removed} */
    public abstract MaskInformation mask();

    /**
     * Takes the instances; it rejects all of them if none are asked for.
     *
     * @return the buffer
     */
    public abstract CounterBuffer buffer();

    /**
     * {@return whether the answer is no longer awaited: the reader has given up or died, its time-out has expired,
     * or the set was closed} Callbacks that take long should check this now and then.
     */
    public abstract boolean isCancelled();

    /** {@return the object that was given when the set was opened; null if none was} */
    public abstract @Nullable Object context();
}
