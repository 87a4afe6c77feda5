package io.ringside.reader.counter;

import io.ringside.counter.CounterPath;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.provider.counter.CounterRequest;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Computes the mask of the request to a provider for the items of a query. Stateless. */
final class PulledMask {
    private PulledMask() {}

    /** {@return whether an item would match rows of a set if it had instances} */
    static boolean concerns(final CounterQuery.Item item, final CounterSetSchema set) {
        final CounterPath path = item.path();
        return item.isHere() && path.matchesSet(set.name()) && path.hasInstance() == set.kind().hasNames()
                && set.counters().stream().anyMatch(counter -> path.matchesCounter(counter.name()));
    }

    /** Computes the smallest mask that serves all items; there is at least one, and all concern the set. */
    static CounterRequest.Mask of(final List<CounterQuery.Item> items, final CounterSetSchema set) {
        final CounterQuery.Item first = items.get(0);
        // A row that combines instances needs all of them.
        final boolean isOneName = items.stream().allMatch(
                item -> item.path().instanceMask().equalsIgnoreCase(first.path().instanceMask())
                        && !item.path().namesInstance(CounterCatalogue.TOTAL));
        final boolean isOneId = items.stream().allMatch(item -> item.id() == first.id());
        // An aggregate needs several instances, so its request has the id that matches any of them.
        final long id = isOneId && !set.kind().isAggregate() ? first.id() : CounterRequest.Mask.ANY_INSTANCE_ID;
        final boolean isOne = !set.kind().hasNames() || id != CounterRequest.Mask.ANY_INSTANCE_ID
                || (isOneName && !first.path().hasInstanceWildcards());
        return CounterRequest.Mask.of(counterMask(items, set),
                isOneName ? first.path().instanceMask() : CounterRequest.Mask.ALL_INSTANCES, id, !isOne);
    }

    private static long counterMask(final Collection<CounterQuery.Item> items, final CounterSetSchema set) {
        final Set<Integer> ids = new TreeSet<>();
        for (final CounterSchema counter : set.counters()) {
            if (items.stream().anyMatch(item -> item.path().matchesCounter(counter.name()))) {
                ids.add(counter.id());
                Stream.of(counter.baseId(), counter.timeId(), counter.frequencyId()).filter(Objects::nonNull)
                        .forEach(ids::add);
            }
        }
        return ids.size() == set.counters().size()
                ? CounterRequest.Mask.ALL_COUNTERS
                : CounterRequest.Mask.counterMaskOf(ids);
    }
}
