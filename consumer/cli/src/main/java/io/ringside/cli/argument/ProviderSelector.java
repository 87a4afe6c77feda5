package io.ringside.cli.argument;

import io.ringside.event.ProviderId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A provider as it was typed. Immutable.
 *
 * @param id   of the provider, which follows from the name if one was typed
 * @param name that was typed, without a leading asterisk; null if it was an id
 */
public record ProviderSelector(UUID id, @Nullable String name) {
    /** No provider. */
    public static final ProviderSelector NONE = new ProviderSelector(new UUID(0, 0), null);

    /**
     * A provider by its name.
     *
     * @param name not empty
     */
    public static ProviderSelector ofName(final String name) {
        return new ProviderSelector(ProviderId.fromName(name), name);
    }

    /**
     * Whether this is a provider of which id and name are known: names are compared without letter case, as in ids.
     *
     * @param otherId   of the provider
     * @param otherName of the provider
     */
    public boolean matches(final UUID otherId, final String otherName) {
        return id.equals(otherId) || otherName.equalsIgnoreCase(name);
    }

    /** What was typed. */
    @Override
    public String toString() {
        return name == null ? id.toString() : name;
    }
}
