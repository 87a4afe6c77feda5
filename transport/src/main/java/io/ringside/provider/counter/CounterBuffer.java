package io.ringside.provider.counter;

import io.ringside.internal.counter.AnswerBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Receives the instances of a callback's answer. It is valid until the callback returns, for all threads that work for
 * the callback; later additions are rejected and change nothing. Thread-safe.
 */
public abstract sealed class CounterBuffer permits AnswerBuffer {
    /** The result of adding an instance by a callback, with the codes of ETW. */
    public enum AddStatus {
        /** The instance is in the answer: STATUS_SUCCESS. */
        ADDED(0),
        /** The instance was not requested and is left out, which is not an error: STATUS_SUCCESS. */
        NOT_WANTED(0),
        /** The name is null, or not allowed: STATUS_INVALID_PARAMETER_2. */
        INVALID_NAME(0xC00000F0),
        /** The id is invalid for an instance: STATUS_INVALID_PARAMETER_3. */
        INVALID_ID(0xC00000F1),
        /** There are fewer values than counters in the set: STATUS_INVALID_BUFFER_SIZE. */
        INVALID_BUFFER_SIZE(0xC0000206),
        /**
         * An instance of this id or name, regardless of letter case, is already in the answer, and stays:
         * STATUS_OBJECT_NAME_COLLISION.
         */
        ALREADY_EXISTS(0xC0000035),
        /** The answer has no room for more: STATUS_INSUFFICIENT_RESOURCES. */
        LIMIT(0xC000009A),
        /** The buffer's call has returned, or the request is not for instances: STATUS_INVALID_HANDLE. */
        INVALID_HANDLE(0xC0000008);

        private final int code;

        AddStatus(final int code) {
            this.code = code;
        }

        /** {@return ETW's code, an unsigned number; a callback may return it} */
        public int code() {
            return code;
        }

        /** {@return whether the addition was invalid} */
        public boolean isError() {
            return code != 0;
        }
    }

    private static final long[] NO_VALUES = {};

    /** Used by the library; callbacks call {@link CounterRequest#buffer}. */
    protected CounterBuffer() {}

    /**
     * Add an instance without values, which suffices for {@link CounterRequest.Type#ENUMERATE_INSTANCES}.
     *
     * @param name as {@link #add(String, long, long...)}
     * @param id   as {@link #add(String, long, long...)}
     * @return the result; {@link AddStatus#INVALID_BUFFER_SIZE} if values are collected
     */
    public final AddStatus add(final @Nullable String name, final long id) {
        return add(name, id, NO_VALUES);
    }

    /**
     * Add an instance. Never throws because of its arguments.
     *
     * @param name   unique in the set, regardless of letter case, and stable; empty in a set of one instance
     * @param id     unique in the set and stable, 0 to 4,294,967,293
     * @param values one value for each counter, in the order in which the set declares the counters; copied. Values of
     *               counters that were not requested are ignored, and so are all values if instances are enumerated
     * @return the result; of several instances of one id or name, the first counts
     */
    public abstract AddStatus add(@Nullable String name, long id, long... values);

    /** {@return number of instances that have been added} */
    public abstract int instances();
}
