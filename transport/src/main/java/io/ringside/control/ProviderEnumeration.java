package io.ringside.control;

import io.ringside.session.EnablementInfo;
import io.ringside.session.ProcessInfo;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * All providers at one moment: the processes that have registered them, and their enablements by running sessions.
 * Immutable.
 *
 * @param instances in the order of the providers' ids: one for each live process that has registered the provider, or
 *                  one without a process
 */
public record ProviderEnumeration(List<Instance> instances) {
    /**
     * Copy the list.
     *
     * @param instances in the order of the providers' ids: one for each live process that has registered the provider,
     *                or one without a process
     */
    public ProviderEnumeration {
        instances = List.copyOf(instances);
    }

    /**
     * A provider in one process, or one that is enabled before any process has registered it. Immutable.
     *
     * @param providerId    of the provider
     * @param process       process that has registered the provider; null if none has
     * @param registrations number of open registrations in the process, 0 without a process
     * @param enablements   enablements by running sessions, in the order of their start
     */
    public record Instance(
            UUID providerId, @Nullable ProcessInfo process, long registrations, List<EnablementInfo> enablements) {
        /** Flag of a classic provider. */
        public static final int LEGACY = 0x1;

        /** Flag of a provider that is enabled before any process has registered it. */
        public static final int PRE_ENABLE = 0x2;

        /**
         * Copy the list.
         *
         * @param providerId of the provider
         * @param process process that has registered the provider; null if none has
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

        /** {@return the mask of {@link #LEGACY} and {@link #PRE_ENABLE}} */
        public int flags() {
            return process == null ? PRE_ENABLE : 0;
        }
    }

    /** {@return ids of all providers, without duplicates} */
    public List<UUID> providerIds() {
        return instances.stream().map(Instance::providerId).distinct().toList();
    }

    /**
     * Find a provider.
     *
     * @param providerId of the provider
     * @return its instances; empty if it is neither registered nor enabled
     */
    public List<Instance> ofProvider(final UUID providerId) {
        return instances.stream().filter(instance -> instance.providerId().equals(providerId)).toList();
    }

    /**
     * Find the providers of a process.
     *
     * @param processId as {@link ProcessInfo#id()}
     * @return the providers that it has registered
     */
    public List<Instance> ofProcess(final UUID processId) {
        return instances.stream()
                .filter(instance -> instance.process() != null && instance.process().id().equals(processId))
                .toList();
    }

    /**
     * Find the providers of all processes with a pid; these processes are in different pid namespaces.
     *
     * @param pid pid in the process's own namespace
     * @return the providers that these processes have registered
     */
    public List<Instance> ofPid(final long pid) {
        return instances.stream().filter(instance -> instance.process() != null && instance.pid() == pid).toList();
    }
}
