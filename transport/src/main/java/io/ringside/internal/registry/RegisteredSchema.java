package io.ringside.internal.registry;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An entry in a process's table of schemas. Immutable.
 *
 * @param index          of the entry: records name their schema by it
 * @param providerId     of the provider
 * @param contentHash    of the schema
 * @param live           registrations that are open now
 * @param selfDescribing whether it is of an event that describes itself, beside what the provider declares
 * @param groupId        of the group that the provider is in; null if it is in none
 */
public record RegisteredSchema(
        int index, UUID providerId, long contentHash, long live, boolean selfDescribing, @Nullable UUID groupId) {
    /**
     * An entry of what a provider declares that is in no group, or of which no more is known.
     *
     * @param index       of the entry
     * @param providerId  of the provider
     * @param contentHash of the schema
     * @param live        registrations that are open now
     */
    public RegisteredSchema(final int index, final UUID providerId, final long contentHash, final long live) {
        this(index, providerId, contentHash, live, false, null);
    }

    /**
     * Whether it is of a provider, or of a provider in a group, and open.
     *
     * @param id of provider or group
     */
    public boolean isOpenOf(final UUID id) {
        return live > 0 && (id.equals(providerId) || id.equals(groupId));
    }
}
