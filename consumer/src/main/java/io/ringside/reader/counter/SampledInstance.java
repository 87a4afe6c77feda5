package io.ringside.reader.counter;

import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterValue;
import io.ringside.internal.files.Incarnation;
import org.jspecify.annotations.Nullable;

/** One instance of one provider, as it was read last, wherever it comes from. */
interface SampledInstance {
    /** Equal for readings of the same life of the same instance, and for nothing else. */
    Object key();

    /** The set as its provider declares it. */
    CounterSetSchema schema();

    /** The name; empty for a set of one instance. */
    String name();

    /** The stable id. */
    long id();

    /** When it was made, in nanoseconds since 1970. */
    long epochNs();

    /** Process id of the provider; 0 if it has none. */
    long pid();

    /** The life of the provider's process: unlike its id never that of another one; null if it has none. */
    @Nullable
    Incarnation incarnation();

    /** A raw value, all 64 bits. */
    long value(int index);

    /** When the values were read, in nanoseconds of the query's clock. */
    long timeNs();

    /** Whether the provider is dead. */
    boolean isStale();

    /** Whether the values can be relied on. */
    CounterValue.Status status();
}
