package io.ringside.reader.counter;

import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterValue;
import io.ringside.internal.counter.InstanceView;
import io.ringside.internal.files.Incarnation;

/** Instance in a file of counters. */
record FileInstance(Object key, InstanceView view) implements SampledInstance {
    /** Neither number is ever reused. */
    private record Key(Incarnation incarnation, long generation) {}

    static FileInstance of(final InstanceView view) {
        return new FileInstance(new Key(view.file().incarnation(), view.generation()), view);
    }

    @Override
    public CounterSetSchema schema() {
        return view.file().schema();
    }

    @Override
    public String name() {
        return view.name();
    }

    @Override
    public long id() {
        return view.id();
    }

    @Override
    public long epochNs() {
        return view.epochNs();
    }

    @Override
    public long pid() {
        return view.file().pid();
    }

    @Override
    public Incarnation incarnation() {
        return view.file().incarnation();
    }

    @Override
    public long value(final int index) {
        return view.value(index);
    }

    @Override
    public long timeNs() {
        return view.file().timeNs();
    }

    @Override
    public boolean isStale() {
        return view.file().isStale();
    }

    @Override
    public CounterValue.Status status() {
        return view.status();
    }
}
