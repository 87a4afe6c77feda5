package io.ringside.control;

import io.ringside.event.ProviderId;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.EnablementInfo;
import io.ringside.session.ProcessInfo;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A provider that is registered, enabled, or both. Immutable.
 *
 * @param id            of the provider
 * @param name          of the provider; its id as text if it has no name
 * @param registrations number of open registrations in all live processes
 * @param processes     processes that have open registrations
 * @param schemas       registered schemas, several if processes have different versions
 * @param enabledBy     enablements by sessions
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
     * @param registrations number of open registrations in all live processes
     * @param processes processes that have open registrations
     * @param schemas registered schemas, several if processes have different versions
     * @param enabledBy enablements by sessions
     */
    public ProviderInfo {
        processes = List.copyOf(processes);
        schemas = List.copyOf(schemas);
        enabledBy = List.copyOf(enabledBy);
    }

    /**
     * Finds a provider by its name, as {@link Controller#providerId} does.
     *
     * @param among providers of {@link Controller#providers}
     * @param name  of the provider
     * @return the provider whose id is derived from the name, else the first that has the name, in any letter case;
     *         null if there is none
     */
    public static @Nullable ProviderInfo find(final Collection<ProviderInfo> among, final String name) {
        final UUID id = ProviderId.fromName(name);
        ProviderInfo found = null;
        for (final ProviderInfo each : among) {
            if (each.id.equals(id)) {
                return each;
            }
            found = found == null && each.name.equalsIgnoreCase(name) ? each : found;
        }
        return found;
    }

    /**
     * A provider in one process, or one that is enabled before any process has registered it. Immutable.
     *
     * @param providerId    id of the provider
     * @param process       that has registered it; null if none has, as it is enabled before
     * @param registrations number of open registrations in the process, 0 without a process
     * @param enablements   enablements by running sessions, in the order of their start
     */
    public record Instance(
            UUID providerId, @Nullable ProcessInfo process, long registrations, List<EnablementInfo> enablements) {
        /**
         * Copy the list.
         *
         * @param providerId id of the provider
         * @param process that has registered it; null if none has, as it is enabled before
         * @param registrations number of open registrations in the process, 0 without a process
         * @param enablements enablements by running sessions, in the order of their start
         */
        public Instance {
            enablements = List.copyOf(enablements);
        }

        /** {@return the pid of the process in its own namespace; 0 without a process} */
        public long pid() {
            return process == null ? 0 : process.pid();
        }
    }
}
