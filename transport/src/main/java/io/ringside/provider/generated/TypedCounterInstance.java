package io.ringside.provider.generated;

import io.ringside.provider.counter.CounterInstance;

/**
 * An instance of a counter set whose counters are methods; the generated instances extend it. Thread-safe, but for
 * counters that have one writer. Values that are stored after it was closed are not visible.
 */
public abstract class TypedCounterInstance implements AutoCloseable {
    private final CounterInstance instance;

    /**
     * Takes an instance.
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
     * A counter that has one writer.
     *
     * @param id of the counter
     * @return always the same
     */
    protected final CounterInstance.Owned owned(final int id) {
        return instance.counter(id);
    }

    /**
     * A counter that any threads write.
     *
     * @param id of the counter
     * @return always the same
     */
    protected final CounterInstance.Shared shared(final int id) {
        return instance.sharedCounter(id);
    }
}
