package io.ringside.provider.generated;

import io.ringside.counter.CounterSetSchema;
import io.ringside.provider.Ringside;
import io.ringside.provider.counter.CounterSet;

/** An open counter set whose instances are of a declared type. Generated sets extend it. Thread-safe. */
public abstract class TypedCounterSet implements AutoCloseable {
    private final CounterSet set;

    /**
     * Opens a set, as {@link Ringside#counterSet} does.
     *
     * @param ringside runtime with which the set is opened
     * @param schema   of the set
     */
    protected TypedCounterSet(final Ringside ringside, final CounterSetSchema schema) {
        set = ringside.counterSet(schema);
    }

    /** {@return the set of the instances} */
    public final CounterSet set() {
        return set;
    }

    /** End the set and all its instances. */
    @Override
    public final void close() {
        set.close();
    }
}
