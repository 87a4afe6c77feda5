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
 * The providers' events and the processes that the files of a directory refer to by id alone. Immutable.
 *
 * @param events of each provider that is registered, by its id
 * @param pids   of processes that live, by their incarnation
 */
public record KnownDirectory(Map<UUID, List<EventSchema>> events, Map<UUID, Long> pids) {
    /** Nothing is known. */
    public static final KnownDirectory NONE = new KnownDirectory(Map.of(), Map.of());

    /** Read a directory as it is now. */
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

    /** Events of a provider; empty if it is not registered. */
    public List<EventSchema> events(final UUID providerId) {
        return events.getOrDefault(providerId, List.of());
    }

    /** Returns the misfits between the filters of an enablement and events, see {@link EnablementFilters#misfits}. */
    public List<String> misfits(final EnablementInfo row) {
        return row.enablement().filters().misfits(events(row.providerId()));
    }

    /** A process, with its pid as long as it lives. */
    public String process(final UUID incarnation) {
        final Long pid = pids.get(incarnation);
        return pid == null ? incarnation.toString() : incarnation + " (pid " + pid + ")";
    }

    /** Pids that none of some processes has. */
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
