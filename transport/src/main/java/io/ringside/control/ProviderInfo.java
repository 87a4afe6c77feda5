package io.ringside.control;

import io.ringside.schema.ProviderSchema;
import io.ringside.session.EnablementInfo;
import io.ringside.session.ProcessInfo;
import java.util.List;
import java.util.UUID;

/**
 * A provider that is registered, enabled, or both. Immutable.
 *
 * @param id            of the provider
 * @param name          of the provider; its id as text if it has no name
 * @param registrations open now in all live processes
 * @param processes     that have open registrations
 * @param schemas       that are registered, several if processes differ in version
 * @param enabledBy     what sessions want of it
 */
public record ProviderInfo(
        UUID id,
        String name,
        long registrations,
        List<ProcessInfo> processes,
        List<ProviderSchema> schemas,
        List<EnablementInfo> enabledBy) {
    /**
     * Copy the lists.
     *
     * @param id of the provider
     * @param name of the provider; its id as text if it has no name
     * @param registrations open now in all live processes
     * @param processes that have open registrations
     * @param schemas that are registered, several if processes differ in version
     * @param enabledBy what sessions want of it
     */
    public ProviderInfo {
        processes = List.copyOf(processes);
        schemas = List.copyOf(schemas);
        enabledBy = List.copyOf(enabledBy);
    }
}
