package io.ringside.control;

import io.ringside.internal.registry.EnablementRow;
import io.ringside.internal.registry.ProcessIdentity;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A provider in one process, or nowhere yet (R4.55). Immutable.
 *
 * @param providerId    of the provider
 * @param process       that has registered it; empty if sessions want it and nobody has registered it
 * @param registrations open there, 0 without a process
 * @param enablements   of running sessions, in the order of their start
 */
public record ProviderInstance(
        UUID providerId, Optional<ProcessIdentity> process, long registrations, List<EnablementRow> enablements) {
    /** Flag of a classic provider. */
    public static final int LEGACY = 0x1;

    /** Flag of a provider that is enabled before anybody has registered it. */
    public static final int PRE_ENABLE = 0x2;

    /** Copy the list. */
    public ProviderInstance {
        enablements = List.copyOf(enablements);
    }

    /** Pid of the process in its own namespace; 0 without a process. */
    public long pid() {
        return process.map(ProcessIdentity::pid).orElse(0L);
    }

    /** Mask of {@link #LEGACY} and {@link #PRE_ENABLE}. */
    public int flags() {
        return process.isEmpty() ? PRE_ENABLE : 0;
    }
}
