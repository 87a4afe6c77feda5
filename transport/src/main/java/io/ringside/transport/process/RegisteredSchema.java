package io.ringside.transport.process;

import java.util.UUID;

/**
 * An entry in a process's table of schemas. Immutable.
 *
 * @param index       of the entry: records name their schema by it
 * @param providerId  of the provider
 * @param contentHash of the schema
 * @param live        registrations that are open now
 */
public record RegisteredSchema(int index, UUID providerId, long contentHash, long live) {}
