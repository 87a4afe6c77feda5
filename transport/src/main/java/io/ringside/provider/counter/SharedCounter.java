package io.ringside.provider.counter;

import io.ringside.internal.counter.PushedInstance;

/**
 * A counter that is written by any number of threads, with atomic additions. Thread-safe. After its instance has been
 * closed, stored values are not visible.
 */
public abstract sealed class SharedCounter permits PushedInstance.Shared {
    /** Used by the library; applications call {@link CounterInstance#sharedCounter(String)}. */
    protected SharedCounter() {}

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
