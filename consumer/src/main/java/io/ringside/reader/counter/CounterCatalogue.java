package io.ringside.reader.counter;

import io.ringside.counter.CounterPath;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Catalogue of counters at one moment: sets by name, ignoring case, from all processes, and the instances to show.
 * Immutable except for the values.
 */
final class CounterCatalogue {
    private static final Comparator<SampledInstance> OLDEST_FIRST = Comparator
            .comparingLong(SampledInstance::epochNs).thenComparing(instance -> instance.key().toString());

    /** Name of the instance that combines all instances of a set with names; wildcards do not match it. */
    static final CounterPath.Instance TOTAL = new CounterPath.Instance("", "_Total", 0);

    private final Map<String, Entry> byName = new LinkedHashMap<>();
    private final boolean isDamaged;

    /** Creates an empty catalogue. If a file cannot be read, more sets may exist than are added here. */
    CounterCatalogue(final boolean isDamaged) {
        this.isDamaged = isDamaged;
    }

    /** Set with its providers' declarations and its instances. */
    static final class Entry {
        private final List<CounterSetSchema> schemas = new ArrayList<>();
        private final List<SampledInstance> instances = new ArrayList<>();
        private final List<Shown> shown = new ArrayList<>();
        private @Nullable Shown total;

        /** Returns the different declarations of the providers, at least one. */
        List<CounterSetSchema> schemas() {
            return schemas;
        }

        List<Shown> shown() {
            return shown;
        }

        /**
         * Returns all instances combined; null if there are none, or if the application has an instance with that name.
         */
        @Nullable
        Shown total() {
            return total;
        }

        private void number() {
            instances.sort(OLDEST_FIRST);
            final CounterSetSchema.Kind kind = schemas.get(0).kind();
            if (kind.isAggregate()) {
                final Map<String, List<SampledInstance>> groups = new LinkedHashMap<>();
                instances.forEach(instance -> groups.computeIfAbsent(CounterPath.Instance.key(instance.name()),
                        key -> new ArrayList<>()).add(instance));
                groups.forEach((key, members) -> {
                    final String name = members.get(0).name();
                    shown.add(new Shown(key, name.isEmpty() ? null : new CounterPath.Instance("", name, 0), members,
                            true));
                });
            } else if (kind.hasNames()) {
                final List<SampledInstance> named = instances.stream().filter(one -> !one.name().isEmpty()).toList();
                final List<CounterPath.Instance> names = CounterPath.Instance
                        .numbered(named.stream().map(SampledInstance::name).toList());
                for (int i = 0; i < named.size(); i++) {
                    shown.add(new Shown(named.get(i).key(), names.get(i), List.of(named.get(i)), false));
                }
            } else {
                instances.forEach(instance -> shown.add(new Shown(instance.key(), null, List.of(instance), false)));
            }
            if (kind.hasNames()) {
                addTotal(instances.stream().filter(one -> !one.name().isEmpty()).toList());
            }
        }

        private void addTotal(final List<SampledInstance> named) {
            final String name = CounterPath.Instance.key(TOTAL.name());
            if (!named.isEmpty()
                    && named.stream().noneMatch(one -> CounterPath.Instance.key(one.name()).equals(name))) {
                total = new Shown(name, TOTAL, named, true);
            }
        }
    }

    /**
     * Instance to show.
     *
     * @param key     key that stays equal during the lifetime of the instance
     * @param name    name in paths; null for none
     * @param members the instance itself, or all combined instances
     * @param isSum   whether instances are combined, in the way that each counter declares
     */
    record Shown(Object key, CounterPath.@Nullable Instance name, List<SampledInstance> members, boolean isSum) {}

    /** Adds a set, which may have no instances. */
    void add(final CounterSetSchema schema) {
        final Entry entry = byName.computeIfAbsent(CounterPath.Instance.key(schema.name()), key -> new Entry());
        if (entry.schemas.stream().noneMatch(known -> known == schema)) {
            entry.schemas.add(schema);
        }
    }

    /** Adds an instance of a known set. */
    void add(final SampledInstance instance) {
        final Entry entry = byName.get(CounterPath.Instance.key(instance.schema().name()));
        if (entry != null) {
            entry.instances.add(instance);
        }
    }

    /** Determines the instances to show, after all have been added. */
    CounterCatalogue complete() {
        byName.values().forEach(Entry::number);
        return this;
    }

    /** Returns the status of a set or an instance that is missing from this catalogue. */
    CounterValue.Status missing(final CounterValue.Status status) {
        return isDamaged ? CounterValue.Status.DAMAGED_FILE : status;
    }

    List<Entry> entries() {
        return List.copyOf(byName.values());
    }
}
