package io.ringside.control;

import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.SchemaFileName;
import io.ringside.internal.registry.EnablementRow;
import io.ringside.internal.registry.ProcessInfo;
import io.ringside.internal.registry.RegisteredSchema;
import io.ringside.internal.registry.RowSnapshot;
import io.ringside.internal.registry.SchemaFile;
import io.ringside.internal.registry.SchemaStore;
import io.ringside.internal.registry.SessionRow;
import io.ringside.schema.ProviderSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * All providers, who has registered them and what running sessions want of them, at one moment, however many there are
 * (R4.55). Immutable.
 *
 * @param instances in the order of their ids; one for each living process that has registered it, or one without a
 *                  process
 */
public record ProviderEnumeration(List<ProviderInstance> instances) {
    /** Copy the list. */
    public ProviderEnumeration {
        instances = List.copyOf(instances);
    }

    static ProviderEnumeration of(final DirectoryReading reading, final SchemaStore schemas) {
        final List<ProviderInstance> instances = new ArrayList<>();
        final Set<EnablementRow> reached = new HashSet<>();
        for (final ProcessInfo process : reading.processes()) {
            final Map<UUID, Long> open = new TreeMap<>();
            final Map<UUID, List<EnablementRow>> rows = new TreeMap<>();
            final RowSnapshot within = reading.rows().within(process.identity().incarnation());
            for (final RegisteredSchema schema : process.schemas()) {
                if (process.alive() && schema.live() > 0) {
                    // Events that describe themselves are no registrations.
                    open.merge(schema.providerId(), schema.selfDescribing() ? 0 : schema.live(), Long::sum);
                    rows.computeIfAbsent(schema.providerId(), id -> inForce(within, schemas, schema));
                }
            }
            open.forEach((id, count) -> instances.add(new ProviderInstance(id, Optional.of(process.identity()), count,
                    rows.getOrDefault(id, List.of()))));
            rows.values().forEach(reached::addAll);
        }
        final Map<UUID, List<EnablementRow>> waiting = new TreeMap<>();
        for (final EnablementRow row : reading.rows().enablements()) {
            if (!reached.contains(row) && isInForce(reading.rows(), row)) {
                waiting.computeIfAbsent(row.providerId(), id -> new ArrayList<>()).add(row);
            }
        }
        waiting.forEach((id, rows) -> {
            if (instances.stream().noneMatch(instance -> instance.providerId().equals(id))) {
                instances.add(new ProviderInstance(id, Optional.empty(), 0, rows));
            }
        });
        instances.sort(Comparator.comparing(ProviderInstance::providerId));
        return new ProviderEnumeration(instances);
    }

    /** Ids of all providers, each once. */
    public List<UUID> providerIds() {
        return instances.stream().map(ProviderInstance::providerId).distinct().toList();
    }

    /**
     * One provider.
     *
     * @param providerId of the provider
     * @return where it is registered, or one instance without a process; empty if nobody knows it
     */
    public List<ProviderInstance> ofProvider(final UUID providerId) {
        return instances.stream().filter(instance -> instance.providerId().equals(providerId)).toList();
    }

    /**
     * One process.
     *
     * @param incarnation of the process
     * @return the providers that it has registered
     */
    public List<ProviderInstance> ofProcess(final Incarnation incarnation) {
        return instances.stream().filter(instance -> instance.process()
                .filter(process -> process.incarnation().equals(incarnation)).isPresent()).toList();
    }

    /**
     * All processes of a pid: several, where these have pid namespaces of their own.
     *
     * @param pid in the process's own namespace
     * @return the providers that they have registered
     */
    public List<ProviderInstance> ofPid(final long pid) {
        return instances.stream().filter(instance -> instance.process().isPresent() && instance.pid() == pid).toList();
    }

    private static boolean isInForce(final RowSnapshot rows, final EnablementRow row) {
        return rows.session(row.sessionId()).filter(SessionRow::isRunning).isPresent();
    }

    /** What decides for a provider, of its own or of its group; without its schema nobody knows of a group. */
    private static List<EnablementRow> inForce(final RowSnapshot rows, final SchemaStore schemas,
            final RegisteredSchema registered) {
        try (SchemaFile file = schemas.open(new SchemaFileName(registered.providerId(), registered.contentHash()),
                Access.READ_ONLY)) {
            final ProviderSchema schema = file.schema();
            return rows.sessions().stream().filter(SessionRow::isRunning)
                    .flatMap(session -> rows.deciding(session, schema).stream()).toList();
        } catch (final RingsideException e) {
            return rows.enablements().stream()
                    .filter(row -> row.providerId().equals(registered.providerId()) && isInForce(rows, row)).toList();
        }
    }
}
