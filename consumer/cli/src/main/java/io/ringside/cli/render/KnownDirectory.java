package io.ringside.cli.render;

import io.ringside.control.Controller;
import io.ringside.control.ProviderInfo;
import io.ringside.filter.EnablementFilters;
import io.ringside.schema.EventSchema;
import io.ringside.session.EnablementInfo;
import io.ringside.session.ProcessInfo;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * A lookup of providers' events and of processes, which files of a directory refer to by id only. Immutable.
 *
 * @param events events of each registered provider, by provider id
 * @param pids   pids of living processes, by incarnation
 */
public record KnownDirectory(Map<UUID, List<EventSchema>> events, Map<UUID, Long> pids) {
    /** An empty lookup. */
    public static final KnownDirectory NONE = new KnownDirectory(Map.of(), Map.of());

    /** Reads the current state of a directory. */
    public static KnownDirectory of(final Controller controller) {
        final Map<UUID, List<EventSchema>> events = new HashMap<>();
        for (final ProviderInfo provider : controller.providers()) {
            events.put(provider.id(),
                    provider.schemas().stream().flatMap(schema -> schema.events().stream()).toList());
        }
        final Map<UUID, Long> pids = new HashMap<>();
        for (final ProcessInfo.Status process : controller.processes(problem -> {})) {
            if (process.alive()) {
                pids.put(process.process().id(), process.process().pid());
            }
        }
        return new KnownDirectory(events, pids);
    }

    /** Returns the events of a provider; empty if it is not registered. */
    public List<EventSchema> events(final UUID providerId) {
        return events.getOrDefault(providerId, List.of());
    }

    /** Returns the misfits between the filters of an enablement and events, see {@link EnablementFilters#misfits}. */
    public List<String> misfits(final EnablementInfo row) {
        return row.enablement().filters().misfits(events(row.providerId()));
    }

    /** Returns the id of a process, with its pid if it is alive. */
    public String process(final UUID incarnation) {
        final Long pid = pids.get(incarnation);
        return pid == null ? incarnation.toString() : incarnation + " (pid " + pid + ")";
    }

    /** Returns the pids that none of the processes has. */
    public Set<Long> without(final Iterable<Long> wanted, final Iterable<UUID> incarnations) {
        final Set<Long> missing = new TreeSet<>();
        wanted.forEach(missing::add);
        for (final UUID incarnation : incarnations) {
            final Long pid = pids.get(incarnation);
            if (pid != null) {
                missing.remove(pid);
            }
        }
        return missing;
    }
}
