package io.ringside.internal.control;

import io.ringside.RingsideException;
import io.ringside.control.ProviderInfo;
import io.ringside.event.ProviderId;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.registry.ControlChange;
import io.ringside.internal.registry.EnablementRow;
import io.ringside.internal.registry.ProcessEntry;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.RegisteredSchema;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.RowSnapshot;
import io.ringside.internal.registry.SchemaFile;
import io.ringside.internal.registry.SchemaStore;
import io.ringside.internal.registry.SessionRow;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.ProcessInfo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/** Counts the providers that live processes have registered and sessions have enabled. Not thread-safe. */
final class ProviderCensus {
    private static final class Count {
        private final Set<ProcessIdentity> processes = new LinkedHashSet<>();
        private final Set<SchemaFileName> schemas = new LinkedHashSet<>();
        private final List<EnablementRow> enabledBy = new ArrayList<>();
        private final Set<UUID> groups = new HashSet<>();
        private long registrations;
    }

    private final Registry registry;
    private final Map<UUID, Count> byId = new TreeMap<>();

    private ProviderCensus(final Registry registry) {
        this.registry = registry;
    }

    /** Returns all providers that are registered or enabled, in the order of their names. */
    static List<ProviderInfo> providers(final ControllerContext context) {
        return new ProviderCensus(context.registry()).providers(DirectoryReading.of(context));
    }

    /** Returns the id of the provider that has a name, or will have it. Mostly it is the one derived from the name. */
    static UUID idOf(final ControllerContext context, final String name) {
        final UUID id = ProviderId.fromName(name);
        final boolean isRegistered = context.registry().processes().processes(problem -> {}).stream()
                .anyMatch(process -> process.alive() && PrivateStart.registers(process, id));
        final ProviderInfo found = isRegistered ? null : ProviderInfo.find(providers(context), name);
        return found == null ? id : found.id();
    }

    private List<ProviderInfo> providers(final DirectoryReading reading) {
        for (final ProcessEntry process : reading.processes()) {
            if (process.alive()) {
                process.schemas().stream().filter(schema -> schema.live() > 0)
                        .forEach(schema -> add(process.identity(), schema));
            }
        }
        final List<EnablementRow> enablements = reading.rows().enablements();
        enablements.stream().filter(row -> !row.isOfGroup()).forEach(row -> count(row.providerId()).enabledBy.add(row));
        enablements.stream().filter(EnablementRow::isOfGroup).forEach(this::addOfGroup);
        return byId.entrySet().stream()
                .map(entry -> info(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparing(ProviderInfo::name).thenComparing(ProviderInfo::id))
                .toList();
    }

    /** Adds a group's enablement to members that have none of the session's own; without members, on its own. */
    private void addOfGroup(final EnablementRow row) {
        boolean hasMembers = false;
        for (final Map.Entry<UUID, Count> entry : byId.entrySet()) {
            final Count member = entry.getValue();
            if (member.groups.contains(row.providerId())) {
                hasMembers = true;
                if (!row.disallowed().contains(entry.getKey())
                        && member.enabledBy.stream().noneMatch(own -> own.sessionId() == row.sessionId())) {
                    member.enabledBy.add(row);
                }
            }
        }
        if (!hasMembers) {
            count(row.providerId()).enabledBy.add(row);
        }
    }

    private Count count(final UUID providerId) {
        return byId.computeIfAbsent(providerId, id -> new Count());
    }

    private void add(final ProcessIdentity process, final RegisteredSchema schema) {
        final Count count = count(schema.providerId());
        // Self-describing events do not count as registrations.
        count.registrations += schema.selfDescribing() ? 0 : schema.live();
        count.processes.add(process);
        final UUID group = schema.groupId();
        if (group != null) {
            count.groups.add(group);
        }
        count.schemas.add(new SchemaFileName(schema.providerId(), schema.contentHash()));
    }

    private ProviderInfo info(final UUID id, final Count count) {
        final List<ProviderSchema> schemas = new ArrayList<>();
        count.schemas.forEach(name -> schema(name).ifPresent(schemas::add));
        final String name = schemas.stream().map(ProviderSchema::name).findFirst()
                .or(() -> count.enabledBy.stream().map(EnablementRow::providerName).filter(Objects::nonNull)
                        .findFirst())
                .orElse(id.toString());
        return new ProviderInfo(id, name, count.registrations, List.copyOf(count.processes), schemas,
                List.copyOf(count.enabledBy));
    }

    private Optional<ProviderSchema> schema(final SchemaFileName name) {
        try (SchemaFile file = registry.schemas().open(name, Access.READ_ONLY)) {
            return Optional.of(file.schema());
        } catch (final RingsideException e) {
            return Optional.empty();
        }
    }

    /** Lists all providers by process, with the enablements of running sessions. */
    static List<ProviderInfo.Instance> enumerate(final ControllerContext context) {
        final DirectoryReading reading = DirectoryReading.of(context);
        final SchemaStore schemas = context.registry().schemas();
        final List<ProviderInfo.Instance> instances = new ArrayList<>();
        final Set<EnablementRow> reached = new HashSet<>();
        for (final ProcessEntry process : reading.processes()) {
            final Map<UUID, Long> open = new TreeMap<>();
            final Map<UUID, List<EnablementRow>> rows = new TreeMap<>();
            final RowSnapshot within = reading.rows().within(process.identity().incarnation());
            for (final RegisteredSchema schema : process.schemas()) {
                if (process.alive() && schema.live() > 0) {
                    // Self-describing events do not count as registrations.
                    open.merge(schema.providerId(), schema.selfDescribing() ? 0 : schema.live(), Long::sum);
                    rows.computeIfAbsent(schema.providerId(), id -> inForce(within, schemas, schema));
                }
            }
            open.forEach((id, count) -> instances.add(new ProviderInfo.Instance(id, process.identity(), count,
                    List.copyOf(rows.getOrDefault(id, List.of())))));
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
                instances.add(new ProviderInfo.Instance(id, null, 0, List.copyOf(rows)));
            }
        });
        instances.sort(Comparator.comparing(ProviderInfo.Instance::providerId));
        return List.copyOf(instances);
    }

    private static boolean isInForce(final RowSnapshot rows, final EnablementRow row) {
        return rows.session(row.sessionId()).filter(SessionRow::isRunning).isPresent();
    }

    /**
     * Returns the enablements that apply to a provider, for itself or for its group; without its schema the group is
     * unknown.
     */
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

    /**
     * Processes and rows as they existed together at one moment. Immutable.
     *
     * @param processes processes with their registrations, without their health, which changes all the time
     * @param rows      rows of sessions and enablements
     */
    private record DirectoryReading(List<ProcessEntry> processes, RowSnapshot rows) {
        private static final int ATTEMPTS = 8;

        private DirectoryReading {
            processes = List.copyOf(processes);
        }

        /**
         * Reads until two consecutive readings agree, so that this state existed between them. If there are changes all
         * the time, reads under the control lock, which prevents registrations and changes of rows.
         */
        static DirectoryReading of(final ControllerContext context) {
            DirectoryReading last = once(context.registry());
            for (int i = 0; i < ATTEMPTS; i++) {
                final DirectoryReading next = once(context.registry());
                if (next.equals(last)) {
                    return next;
                }
                last = next;
            }
            try (ControlChange change = context.registry().change(context.lockTimeoutNs())) {
                return new DirectoryReading(processes(context.registry()), change.rows());
            }
        }

        private static DirectoryReading once(final Registry registry) {
            final RowSnapshot rows = registry.rows().snapshot();
            return new DirectoryReading(processes(registry), rows);
        }

        /** Reads the processes without their health. Pages that cannot be read are reported elsewhere. */
        private static List<ProcessEntry> processes(final Registry registry) {
            return registry.processes().processes(problem -> {}).stream()
                    .map(process -> new ProcessEntry(process.identity(),
                            new ProcessInfo.Status(process.identity(), process.alive(), 0, 0, 0), process.schemas()))
                    .toList();
        }
    }
}
