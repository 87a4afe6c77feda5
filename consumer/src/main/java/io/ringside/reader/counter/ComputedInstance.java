package io.ringside.reader.counter;

import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterValue;
import io.ringside.internal.files.Incarnation;
import org.jspecify.annotations.Nullable;

/**
 * An instance whose values are kept here: computed from what sessions and processes keep anyway, or answered by a
 * provider. For one thread.
 */
final class ComputedInstance implements SampledInstance {
    private final CounterSetSchema schema;
    private final Identity identity;
    private final long[] values;
    private long timeNs;
    private boolean isStale;
    private CounterValue.Status status = CounterValue.Status.VALID_DATA;

    /**
     * The values that do not change. Immutable.
     *
     * @param key         equal for readings of the same life
     * @param name        without anything that has a meaning in paths
     * @param id          stable
     * @param epochNs     when it began
     * @param pid         of the process; 0 for none
     * @param incarnation of the process; null for none
     */
    record Identity(Object key, String name, long id, long epochNs, long pid, @Nullable Incarnation incarnation) {}

    ComputedInstance(final CounterSetSchema schema, final Identity identity) {
        this.schema = schema;
        this.identity = identity;
        this.values = new long[schema.counters().size()];
    }

    /** Stores the values that are computed again at every reading. */
    void store(final long[] computed, final long atNs, final boolean stale) {
        System.arraycopy(computed, 0, values, 0, values.length);
        timeNs = atNs;
        isStale = stale;
        status = CounterValue.Status.VALID_DATA;
    }

    /** There is no new reading; the values of the last one stay. */
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
