package io.ringside.internal.registry;

import java.util.List;

/**
 * A process as its page describes it. Immutable.
 *
 * @param identity of the process
 * @param alive    whether it lives
 * @param health   of its control thread
 * @param schemas  that it has registered, now or once
 */
public record ProcessEntry(
        ProcessIdentity identity, boolean alive, ProcessHealth health, List<RegisteredSchema> schemas) {
    /** Copy the list. */
    public ProcessEntry {
        schemas = List.copyOf(schemas);
    }
}
