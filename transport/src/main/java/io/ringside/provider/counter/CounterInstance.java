package io.ringside.provider.counter;

import io.ringside.RingsideException;
import io.ringside.internal.counter.PushedInstance;

/**
 * One instance of a counter set: a row of values in shared memory, which readers see at once, without a request to this
 * process. Thread-safe, except for counters with a single writer.
 *
 * <pre>{@code
 * try (CounterInstance web = set.create("web", 80)) {
 *     Owned calls = web.counter("calls/sec");
 *     calls.increment();
 * }
 * }</pre>
 */
public abstract sealed class CounterInstance implements AutoCloseable permits PushedInstance {
    /** Used by the library; applications call {@link CounterSet#create}. */
    protected CounterInstance() {}

    /** {@return the stable id} */
    public abstract long id();

    /** {@return the name; empty in a set with a single instance} */
    public abstract String name();

    /**
     * {@return a number that no other instance of this process has or had, not even an earlier one of the same name}
     */
    public abstract long generation();

    /**
     * Find a counter for one writer.
     *
     * @param id of the counter in its set
     * @return the same object at every call
     * @throws RingsideException with NOT_FOUND if the set has no such counter, with INVALID_ARGUMENT if it is in use as
     *                           a shared one
     */
    public abstract Owned counter(int id);

    /**
     * Find a counter for one writer.
     *
     * @param counter name in its set, in any letter case
     * @return as {@link #counter(int)}
     * @throws RingsideException as {@link #counter(int)}
     */
    public abstract Owned counter(String counter);

    /**
     * Find a counter for many writers.
     *
     * @param id of the counter in its set
     * @return the same object at every call
     * @throws RingsideException with NOT_FOUND if the set has no such counter, with INVALID_ARGUMENT if it is in use
     *                           with a single writer
     */
    public abstract Shared sharedCounter(int id);

    /**
     * Find a counter for many writers.
     *
     * @param counter name in its set, in any letter case
     * @return as {@link #sharedCounter(int)}
     * @throws RingsideException as {@link #sharedCounter(int)}
     */
    public abstract Shared sharedCounter(String counter);

    /**
     * End the instance, so that later collections do not contain it. Closing is idempotent.
     *
     * @throws RingsideException with INVALID_ARGUMENT if the set was closed before, which has ended the instance
     */
    @Override
    public abstract void close();

    /**
     * A counter that one thread at a time writes, with a plain addition and one store with release order. Another
     * thread may take over if the application orders the two. After its instance has been closed, stored values are not
     * visible.
     */
    public static abstract sealed class Owned permits PushedInstance.Owned {
        /** Used by the library; applications call {@link CounterInstance#counter(String)}. */
        protected Owned() {}

        /** {@return the instance that this counter belongs to} */
        public abstract CounterInstance instance();

        /** Add one. */
        public abstract void increment();

        /** Subtract one. */
        public abstract void decrement();

        /**
         * Add a number.
         *
         * @param growth number to add, of any sign
         */
        public abstract void add(long growth);

        /**
         * Set the value.
         *
         * @param newValue of the counter; of a 32-bit counter, readers see the low 32 bits
         */
        public abstract void set(long newValue);

        /** {@return the value, as read by the writing thread} */
        public abstract long value();
    }

    /**
     * A counter that any threads write, by atomic additions. Thread-safe. After its instance has been closed, stored
     * values are not visible.
     */
    public static abstract sealed class Shared permits PushedInstance.Shared {
        /** Used by the library; applications call {@link CounterInstance#sharedCounter(String)}. */
        protected Shared() {}

        /** {@return the instance that this counter belongs to} */
        public abstract CounterInstance instance();

        /** Add one. */
        public abstract void increment();

        /** Subtract one. */
        public abstract void decrement();

        /**
         * Add a number.
         *
         * @param growth number to add, of any sign
         */
        public abstract void add(long growth);

        /**
         * Set the value.
         *
         * @param newValue of the counter; of a 32-bit counter, readers see the low 32 bits
         */
        public abstract void set(long newValue);

        /** {@return the value} */
        public abstract long value();
    }
}
