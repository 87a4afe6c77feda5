package io.ringside.internal.registry;

import io.ringside.session.ProcessInfo;
import java.util.List;

/**
 * A process as its page describes it. Immutable.
 *
 * @param identity of the process
 * @param status   whether it lives, and the health of its control thread
 * @param schemas  that it has registered, now or once
 */
public record ProcessEntry(
        ProcessIdentity identity, ProcessInfo.Status status, List<RegisteredSchema> schemas) {
    /** Copy the list. */
    public ProcessEntry {
        schemas = List.copyOf(schemas);
    }

    /** Whether it lives. */
    public boolean alive() {
        return status.alive();
    }
}
