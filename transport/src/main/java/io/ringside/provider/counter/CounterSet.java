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
 * The place of an instance that has ended is reused only after the application has dropped all references to the
 * instance and its counters, so that a late store never changes a value of another instance.
 */
public abstract sealed class CounterSet implements AutoCloseable permits PushedSet {
    /** For the library; applications open sets with {@code Ringside.counterSet}. */
    protected CounterSet() {}

    /** {@return what the set consists of} */
    public abstract CounterSetSchema schema();

    /** {@return why readers do not see all instances of this set; null if they do} */
    public abstract @Nullable String problem();

    /**
     * Create an instance with an id that no other of this set has.
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
     * dropped all references to its instances, and until then what is stored there is not seen. Closing a closed set
     * has no effect.
     *
     * @throws RingsideException if a file could not be removed: the set is closed nevertheless, readers ignore the
     *                           file, and removing it is tried again when other sets are closed
     */
    @Override
    public abstract void close();
}
