package io.ringside.control;

import io.ringside.internal.registry.EnablementRow;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.schema.ProviderSchema;
import java.util.List;
import java.util.UUID;

/**
 * A provider that is registered, enabled, or both. Immutable.
 *
 * @param id            of the provider
 * @param name          of the provider, its id in words if nobody knows it by name
 * @param registrations open now in all living processes
 * @param processes     that have open registrations
 * @param schemas       that are registered, several if processes differ in version
 * @param enabledBy     rows of the sessions that enable it
 */
public record ProviderInfo(
        UUID id,
        String name,
        long registrations,
        List<ProcessIdentity> processes,
        List<ProviderSchema> schemas,
        List<EnablementRow> enabledBy) {
    /** Copy the lists. */
    public ProviderInfo {
        processes = List.copyOf(processes);
        schemas = List.copyOf(schemas);
        enabledBy = List.copyOf(enabledBy);
    }
}
