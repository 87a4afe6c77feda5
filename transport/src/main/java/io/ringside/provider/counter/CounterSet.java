package io.ringside.provider.counter;

import io.ringside.RingsideException;
import io.ringside.counter.CounterSetSchema;
import io.ringside.internal.counter.PushedSet;
import org.jspecify.annotations.Nullable;

/**
 * A counter set of this process: the application creates instances and stores their values, which any process can read
 * from shared memory. The set ends with the process, or when it is closed. Thread-safe.
 *
 * <pre>{@code
 * CounterSet set = ringside.counterSet(schema);
 * CounterInstance web = set.create("web");
 * CounterInstance.Owned calls = web.counter("calls/sec");
 * calls.increment();
 * }</pre>
 * The slot of an ended instance is reused only after the application has dropped all references to the instance and its
 * counters, so that a late store never changes a value of another instance.
 */
public abstract sealed class CounterSet implements AutoCloseable permits PushedSet {
    /** Used by the library; applications open sets with {@code Ringside.counterSet}. */
    protected CounterSet() {}

    /** {@return the schema of the set} */
    public abstract CounterSetSchema schema();

    /** {@return the reason why readers do not see all instances of this set; null if they do} */
    public abstract @Nullable String problem();

    /**
     * Create an instance with an id that no other instance of this set has.
     *
     * @param name unique in this set, regardless of letter case; empty for a set of one instance
     * @return the instance, with all values 0
     * @throws RingsideException as {@link #create(String, long)}
     */
    public abstract CounterInstance create(String name);

    /**
     * Create an instance.
     *
     * @param name unique in this set, regardless of letter case; empty for a set of one instance
     * @param id   unique in this set and stable over time, 0 to 4,294,967,293
     * @return the instance, with all values 0
     * @throws RingsideException with INVALID_ARGUMENT if name or id are not allowed or the set is closed, with
     *                           ALREADY_EXISTS if an instance has the name or the id, with LIMIT if the set has 65,536
     *                           instances
     */
    public abstract CounterInstance create(String name, long id);

    /**
     * End the set and all its instances. Its files are removed; their memory is unmapped after the application has
     * dropped all references to its instances, and values stored until then are not visible. Closing is idempotent.
     *
     * @throws RingsideException if a file could not be removed; the set is closed nevertheless, readers ignore the
     *                           file, and the removal is retried when other sets are closed
     */
    @Override
    public abstract void close();
}
