package io.ringside.reader.counter;

import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterValue;
import io.ringside.internal.files.Incarnation;
import org.jspecify.annotations.Nullable;

/** Instance of one provider with its latest values, from any kind of source. */
interface SampledInstance {
    /** Returns a key, equal only for readings of the same lifetime of the same instance. */
    Object key();

    /** Returns the set in its provider's declaration. */
    CounterSetSchema schema();

    /** Returns the name; empty for a set of one instance. */
    String name();

    /** Returns the stable id. */
    long id();

    /** Returns the time of creation, in nanoseconds since 1970. */
    long epochNs();

    /** Returns the process id of the provider; 0 if it has none. */
    long pid();

    /** Returns the unique id of the provider's process, never reused unlike its pid; null if it has none. */
    @Nullable
    Incarnation incarnation();

    /** Returns a raw value, all 64 bits. */
    long value(int index);

    /** Returns the time of the reading, in nanoseconds of the query's clock. */
    long timeNs();

    /** Returns whether the provider is dead. */
    boolean isStale();

    /** Returns whether the values are reliable. */
    CounterValue.Status status();
}
