package io.ringside.provider.counter;

import io.ringside.internal.counter.PushedInstance;

/**
 * A counter that one thread at a time writes, with a plain addition and one store with release order. Another thread
 * may take over if the application orders the two. After its instance has been closed, stored values are not visible.
 */
public abstract sealed class OwnedCounter permits PushedInstance.Owned {
    /** Used by the library; applications call {@link CounterInstance#counter(String)}. */
    protected OwnedCounter() {}

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
