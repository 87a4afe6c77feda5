package io.ringside.counter;

import java.util.EnumMap;
import java.util.Map;

/** Counters and samples for tests. */
final class Counters {
    private static final Map<CounterType, CounterSchema> BY_TYPE = new EnumMap<>(CounterType.class);

    private Counters() {}

    static CounterSchema counter(final CounterType type) {
        return BY_TYPE.computeIfAbsent(type, t -> CounterSchema.of(1, t.name(), t));
    }

    /** What one sample of N, B, D and F makes as a real number, uncapped. */
    static CounterValue real(final CounterFormat.Sample sample) {
        return real().format(counter(sample.type()), sample);
    }

    /** What two samples make as a real number, uncapped. */
    static CounterValue real(final CounterFormat.Sample older, final CounterFormat.Sample newer) {
        return real().format(counter(newer.type()), older, newer);
    }

    private static CounterFormat real() {
        return CounterFormat.of(CounterFormat.DOUBLE | CounterFormat.NO_CAP);
    }
}
