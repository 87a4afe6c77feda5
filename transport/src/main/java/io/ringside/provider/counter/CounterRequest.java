package io.ringside.provider.counter;

import io.ringside.counter.CounterSetSchema;
import io.ringside.internal.counter.AnswerBuffer;
import io.ringside.internal.counter.PulledSet;
import io.ringside.internal.counterset.NamePattern;
import java.util.Collection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A request to a callback. It is valid until the callback returns, for all threads that work for the callback. */
public abstract sealed class CounterRequest permits PulledSet.Request {
    /**
     * The selection of a request for pulled counters: counters, and instances by name and by id. A provider may add
     * more; instances that were not requested are removed from the answer by the same tests. Immutable.
     */
    public static final class Mask {
        /** Mask that selects all counters. */
        public static final long ALL_COUNTERS = -1L;

        /** Name that selects all instances. */
        public static final String ALL_INSTANCES = NamePattern.ANY;

        /** Id that selects any instance. */
        public static final long ANY_INSTANCE_ID = 0xFFFF_FFFFL;

        /** Greatest id of a counter that has a bit in a mask. A request for a greater id selects all counters. */
        public static final int COUNTER_ID_MAX = Long.SIZE - 1;

        /** All counters of all instances. */
        public static final Mask ALL = new Mask(ALL_COUNTERS, new NamePattern(ALL_INSTANCES),
                ANY_INSTANCE_ID, true);

        private final long counterMask;
        private final NamePattern instanceMask;
        private final long instanceId;
        private final boolean collectMultiple;

        private Mask(final long counterMask, final NamePattern instanceMask, final long instanceId,
                final boolean collectMultiple) {
            this.counterMask = counterMask;
            this.instanceMask = instanceMask;
            this.instanceId = instanceId;
            this.collectMultiple = collectMultiple;
        }

        /**
         * Create a selection.
         *
         * @param counterMask     bit x selects the counter with the id x; {@link #ALL_COUNTERS} for all.
         * @param instanceMask    pattern for names, regardless of letter case, where a star matches any characters and
         *                        a question mark exactly one; kept unchanged.
         * @param instanceId      id of the only selected instance; {@link #ANY_INSTANCE_ID} for any.
         * @param collectMultiple whether more than one instance is selected.
         * @return the selection.
         */
        public static Mask of(
                final long counterMask, final String instanceMask, final long instanceId,
                final boolean collectMultiple) {
            return new Mask(counterMask, new NamePattern(instanceMask), instanceId, collectMultiple);
        }

        /**
         * Create a mask of counters.
         *
         * @param ids of counters.
         * @return a mask with a bit for each counter; all bits if any id has none.
         */
        public static long counterMaskOf(final Collection<Integer> ids) {
            long mask = 0;
            for (final int id : ids) {
                if (id < 0 || id > COUNTER_ID_MAX) {
                    return ALL_COUNTERS;
                }
                mask |= 1L << id;
            }
            return mask;
        }

        /** {@return mask of counters: bit x selects the counter with the id x; all bits select all counters} */
        public long counterMask() {
            return counterMask;
        }

        /** {@return the requested name, as it was typed} */
        public String instanceMask() {
            return instanceMask.text();
        }

        /** {@return the requested id; {@link #ANY_INSTANCE_ID} for any} */
        public long instanceId() {
            return instanceId;
        }

        /** {@return whether more than one instance is selected; otherwise only the first match is} */
        public boolean collectMultiple() {
            return collectMultiple;
        }

        /**
         * Check whether a counter is selected.
         *
         * @param id of the counter.
         * @return whether it is selected.
         */
        public boolean wantsCounter(final int id) {
            return counterMask == ALL_COUNTERS || (id >= 0 && id <= COUNTER_ID_MAX && (counterMask >>> id & 1) != 0);
        }

        /**
         * Check whether an instance is selected.
         *
         * @param name of the instance; empty if a set's single instance has no name.
         * @param id   of the instance.
         * @return whether it is selected.
         */
        public boolean wantsInstance(final String name, final long id) {
            return (instanceId == ANY_INSTANCE_ID || instanceId == id)
                    && (instanceMask.isAny() || instanceMask.matches(name));
        }

        @Override
        public boolean equals(final @Nullable Object other) {
            return other instanceof final Mask mask && counterMask == mask.counterMask
                    && instanceMask.text().equals(mask.instanceMask.text()) && instanceId == mask.instanceId
                    && collectMultiple == mask.collectMultiple;
        }

        @Override
        public int hashCode() {
            return Objects.hash(counterMask, instanceMask.text(), instanceId, collectMultiple);
        }

        @Override
        public String toString() {
            return "Mask{counterMask=0x" + Long.toHexString(counterMask) + ", instanceMask="
                    + instanceMask.text() + ", instanceId=" + instanceId + ", collectMultiple=" + collectMultiple + '}';
        }
    }

    /** The reason for calling the callback of a counter set, with the numbers of ETW. */
    public enum Type {
        /** A reader has added counters, for providers that gather values only then. */
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

        /** {@return the code in a request, which never changes} */
        public int code() {
            return code;
        }

        /** {@return whether instances are requested, so that there is an answer} */
        public boolean hasAnswer() {
            return this == ENUMERATE_INSTANCES || this == COLLECT_DATA;
        }

        /**
         * Find a type by its code.
         *
         * @param code any value
         * @return the type; null if there is none, in which case the request is ignored
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

    /** Used by the library, which passes requests to callbacks. */
    protected CounterRequest() {}

    /** {@return the type of the request} */
    public abstract Type type();

    /** {@return the set for which the request is made} */
    public abstract CounterSetSchema schema();

    /** {@return counters and instances that are requested, or that a reader has added or removed} */
    public abstract Mask mask();

    /**
     * Return the buffer for the instances; it rejects all of them if none are requested.
     *
     * @return the buffer
     */
    public abstract Buffer buffer();

    /**
     * {@return whether the answer is no longer awaited: the reader has given up or died, its time-out has expired, or
     * the set was closed} Callbacks that take long should check this regularly.
     */
    public abstract boolean isCancelled();

    /** {@return the context given when the set was opened; null if there was none} */
    public abstract @Nullable Object context();

    /**
     * Takes the instances of a callback's answer. It is valid until the callback returns, for all threads that work for
     * the callback; later additions are rejected and change nothing. Thread-safe.
     */
    public static abstract sealed class Buffer permits AnswerBuffer {
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
        protected Buffer() {}

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
         * @param values one for each counter, in the order in which the set declares them; copied. Values of counters
         *               that were not asked for are ignored, and so are all values if instances are enumerated
         * @return what became of it; of several instances of one id or name, the first counts
         */
        public abstract AddStatus add(@Nullable String name, long id, long... values);

        /** {@return number of instances that have been added} */
        public abstract int instances();
    }
}
