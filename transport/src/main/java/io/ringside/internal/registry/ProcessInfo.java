package io.ringside.internal.registry;

import java.util.List;

/**
 * A process as its page tells it. Immutable.
 *
 * @param identity of the process
 * @param alive    whether it lives
 * @param health   of its agent
 * @param schemas  that it has registered, now or once
 */
public record ProcessInfo(
        ProcessIdentity identity, boolean alive, ProcessHealth health, List<RegisteredSchema> schemas) {
    /** Copy the list. */
    public ProcessInfo {
        schemas = List.copyOf(schemas);
    }
}
