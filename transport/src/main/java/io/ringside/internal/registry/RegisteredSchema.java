package io.ringside.internal.registry;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An entry in a process's table of schemas. Immutable.
 *
 * @param index          of the entry: records name their schema by it
 * @param providerId     id of the provider
 * @param contentHash    of the schema
 * @param live           registrations that are open now
 * @param selfDescribing whether it is of a self-describing event, not the schema that the provider declares
 * @param groupId        id of the provider's group; null if it has none
 */
public record RegisteredSchema(
        int index, UUID providerId, long contentHash, long live, boolean selfDescribing, @Nullable UUID groupId) {
    /**
     * An entry for a declared schema whose provider has no group, or of which nothing more is known.
     *
     * @param index       of the entry
     * @param providerId  id of the provider
     * @param contentHash of the schema
     * @param live        registrations that are open now
     */
    public RegisteredSchema(final int index, final UUID providerId, final long contentHash, final long live) {
        this(index, providerId, contentHash, live, false, null);
    }

    /**
     * Returns whether the entry is open and belongs to a provider, or to a provider in a group.
     *
     * @param id of provider or group
     */
    public boolean isOpenOf(final UUID id) {
        return live > 0 && (id.equals(providerId) || id.equals(groupId));
    }
}
