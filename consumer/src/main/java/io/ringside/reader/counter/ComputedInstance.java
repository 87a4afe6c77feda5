package io.ringside.reader.counter;

import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterValue;
import io.ringside.internal.files.Incarnation;
import org.jspecify.annotations.Nullable;

/**
 * Instance whose values are stored in this object: computed from the data of sessions and processes, or received from a
 * provider. Not thread-safe.
 */
final class ComputedInstance implements SampledInstance {
    private final CounterSetSchema schema;
    private final Identity identity;
    private final long[] values;
    private long timeNs;
    private boolean isStale;
    private CounterValue.Status status = CounterValue.Status.VALID_DATA;

    /**
     * Properties of an instance that do not change. Immutable.
     *
     * @param key         equal for all readings of an instance during one lifetime
     * @param name        name without characters that are special in paths
     * @param id          stable id
     * @param epochNs     time of its creation, in nanoseconds since 1970
     * @param pid         process id; 0 for none
     * @param incarnation incarnation of the process; null for none
     */
    record Identity(Object key, String name, long id, long epochNs, long pid, @Nullable Incarnation incarnation) {}

    ComputedInstance(final CounterSetSchema schema, final Identity identity) {
        this.schema = schema;
        this.identity = identity;
        this.values = new long[schema.counters().size()];
    }

    /** Stores the values of a new reading. */
    void store(final long[] computed, final long atNs, final boolean stale) {
        System.arraycopy(computed, 0, values, 0, values.length);
        timeNs = atNs;
        isStale = stale;
        status = CounterValue.Status.VALID_DATA;
    }

    /** Marks the values as out of date: there is no new reading, and the last values remain. */
    void fail(final CounterValue.Status reason, final boolean stale) {
        status = reason;
        isStale = stale;
    }

    @Override
    public Object key() {
        return identity.key();
    }

    @Override
    public CounterSetSchema schema() {
        return schema;
    }

    @Override
    public String name() {
        return identity.name();
    }

    @Override
    public long id() {
        return identity.id();
    }

    @Override
    public long epochNs() {
        return identity.epochNs();
    }

    @Override
    public long pid() {
        return identity.pid();
    }

    @Override
    public @Nullable Incarnation incarnation() {
        return identity.incarnation();
    }

    @Override
    public long value(final int index) {
        return values[index];
    }

    @Override
    public long timeNs() {
        return timeNs;
    }

    @Override
    public boolean isStale() {
        return isStale;
    }

    @Override
    public CounterValue.Status status() {
        return status;
    }
}
