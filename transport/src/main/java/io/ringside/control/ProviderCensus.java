package io.ringside.control;

import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.SchemaFileName;
import io.ringside.internal.registry.EnablementRow;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.ProcessInfo;
import io.ringside.internal.registry.RegisteredSchema;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.SchemaFile;
import io.ringside.schema.ProviderSchema;
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

/** Counts providers: what living processes have registered, and what sessions have enabled. For one thread. */
final class ProviderCensus {
    private static final class Count {
        private final Set<ProcessIdentity> processes = new LinkedHashSet<>();
        private final Set<SchemaFileName> schemas = new LinkedHashSet<>();
        private final List<EnablementRow> enabledBy = new ArrayList<>();
        private final Set<UUID> groups = new HashSet<>();
        private long registrations;
    }

    private final ControllerContext context;
    private final Registry registry;
    private final Map<UUID, Count> byId = new TreeMap<>();

    ProviderCensus(final ControllerContext context) {
        this.context = context;
        this.registry = context.registry();
    }

    List<ProviderInfo> providers() {
        final DirectoryReading reading = DirectoryReading.of(context);
        for (final ProcessInfo process : reading.processes()) {
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

    /** With the members that it reaches and that its session has not enabled by themselves; alone if there are none. */
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
        // Events that describe themselves are no registrations.
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
        return new ProviderInfo(id, name, count.registrations, List.copyOf(count.processes), schemas, count.enabledBy);
    }

    private Optional<ProviderSchema> schema(final SchemaFileName name) {
        try (SchemaFile file = registry.schemas().open(name, Access.READ_ONLY)) {
            return Optional.of(file.schema());
        } catch (final RingsideException e) {
            return Optional.empty();
        }
    }
}
