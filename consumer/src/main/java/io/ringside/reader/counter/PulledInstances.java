package io.ringside.reader.counter;

import io.ringside.counter.CounterValue;
import io.ringside.internal.counter.AskedRequest;
import io.ringside.internal.counter.CounterAsker;
import io.ringside.internal.counter.CounterFileView;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.provider.counter.CounterRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;

/**
 * Instances that providers return on request. One request for each set of each process serves all items of a query; all
 * requests run at the same time. Without callbacks, nothing is done or allocated. Not thread-safe.
 */
final class PulledInstances implements AutoCloseable {
    /** Default maximum wait for providers. */
    static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(1);

    private final CounterAsker asker;
    private final Map<Place, PulledSource> sources = new LinkedHashMap<>();
    private long timeoutNs = TIMEOUT_NS;

    /** Identity of a set in a process. */
    private record Place(Incarnation provider, int set) {}

    PulledInstances(final TraceDirectory directory, final NanoClock clock) {
        this.asker = new CounterAsker(directory, clock);
    }

    void timeoutNs(final long longestNs) {
        timeoutNs = longestNs;
    }

    /** Updates the known sets, and announces the items to new ones. */
    void find(final List<CounterFileView> files, final List<CounterQuery.Item> items) {
        final Set<Place> found = new HashSet<>();
        for (final CounterFileView file : files) {
            if (file.isPulled()) {
                final Place place = new Place(file.incarnation(), file.setNumber());
                found.add(place);
                final PulledSource source = sources.computeIfAbsent(place, key -> new PulledSource(file));
                if (file.isStale()) {
                    source.died();
                }
                items.forEach(source::addMask);
                source.announceMask(asker);
            }
        }
        sources.entrySet().removeIf(entry -> {
            final boolean isGone = !found.contains(entry.getKey());
            if (isGone) {
                entry.getValue().close();
            }
            return isGone;
        });
        if (sources.isEmpty()) {
            items.forEach(item -> item.unanswered(CounterValue.Status.VALID_DATA));
        }
    }

    /** Announces an item to all sets. */
    void add(final CounterQuery.Item item) {
        sources.values().forEach(source -> {
            source.addMask(item);
            source.announceMask(asker);
        });
    }

    /** Withdraws an item from all sets. */
    void remove(final CounterQuery.Item item) {
        sources.values().forEach(source -> {
            source.removeMask(item);
            source.announceMask(asker);
        });
    }

    /**
     * Sends requests for the items, and waits for the answers.
     *
     * @param type   enumerates or collects
     * @param items  all items of the query
     * @param reason items for which requests are made; sets without one of them get no request
     * @return whether the set of instances has changed
     */
    boolean read(final CounterRequest.Type type, final List<CounterQuery.Item> items,
            final Collection<CounterQuery.Item> reason) {
        if (sources.isEmpty()) {
            return false;
        }
        final List<AskedRequest> asked = new ArrayList<>();
        boolean changed = false;
        try {
            for (final PulledSource source : sources.values()) {
                final AskedRequest request = source.hasMask(reason) ? source.ask(asker, type, timeoutNs) : null;
                if (request != null) {
                    asked.add(request);
                }
            }
            asker.await(asked, timeoutNs);
            for (final PulledSource source : sources.values()) {
                changed |= source.take(type);
            }
        } finally {
            // Requests are closed even after an error, because providers would work on open ones.
            asked.forEach(AskedRequest::close);
        }
        items.forEach(item -> item.unanswered(unanswered(item)));
        return changed;
    }

    /** Adds the instances of the last answers. */
    void addTo(final CounterCatalogue catalogue) {
        sources.values().forEach(source -> source.instances().forEach(catalogue::add));
    }

    /** Returns the problems of providers that have not answered, as readable text. */
    List<String> problems() {
        return sources.values().stream().map(PulledSource::problem).filter(Objects::nonNull).toList();
    }

    @Override
    public void close() {
        sources.values().forEach(PulledSource::close);
        sources.clear();
        asker.close();
    }

    /** Returns why rows of an item may be missing; valid if none is missing. */
    private CounterValue.Status unanswered(final CounterQuery.Item item) {
        return sources.values().stream()
                .filter(source -> !source.isSound() && source.hasMask(List.of(item)))
                .findFirst().map(PulledSource::rowStatus).orElse(CounterValue.Status.VALID_DATA);
    }
}
