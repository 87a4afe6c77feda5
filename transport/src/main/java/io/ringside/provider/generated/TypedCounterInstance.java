package io.ringside.provider.generated;

import io.ringside.provider.counter.CounterInstance;

/**
 * An instance of a counter set whose counters are methods. Generated instances extend it. Thread-safe, except for
 * counters with a single writer. Values that are stored after closing are not visible.
 */
public abstract class TypedCounterInstance implements AutoCloseable {
    private final CounterInstance instance;

    /**
     * Wraps an instance.
     *
     * @param instance whose values are stored
     */
    protected TypedCounterInstance(final CounterInstance instance) {
        this.instance = instance;
    }

    /** {@return the instance of the counters} */
    public final CounterInstance instance() {
        return instance;
    }

    /**
     * End the instance.
     *
     * @throws io.ringside.RingsideException as {@link CounterInstance#close}
     */
    @Override
    public final void close() {
        instance.close();
    }

    /**
     * Returns a counter with a single writer.
     *
     * @param id of the counter
     * @return the counter, the same at every call
     */
    protected final CounterInstance.Owned owned(final int id) {
        return instance.counter(id);
    }

    /**
     * Returns a counter with any number of writers.
     *
     * @param id of the counter
     * @return the counter, the same at every call
     */
    protected final CounterInstance.Shared shared(final int id) {
        return instance.sharedCounter(id);
    }
}
