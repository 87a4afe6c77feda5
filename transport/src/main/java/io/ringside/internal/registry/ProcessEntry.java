package io.ringside.internal.registry;

import io.ringside.session.ProcessInfo;
import java.util.List;

/**
 * A process as its page describes it. Immutable.
 *
 * @param identity of the process
 * @param status   whether the process is alive, and the health of its control thread
 * @param schemas  schemas that the process has registered, including those without an open registration
 */
public record ProcessEntry(
        ProcessIdentity identity, ProcessInfo.Status status, List<RegisteredSchema> schemas) {
    public ProcessEntry {
        schemas = List.copyOf(schemas);
    }

    /** Returns whether the process is alive. */
    public boolean alive() {
        return status.alive();
    }
}
