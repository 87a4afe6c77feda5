package io.ringside.session;

import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The settings with which one session enables one provider or group of providers. They may exist before the provider is
 * registered. Instances come from the library; they are immutable and safe to share between threads.
 */
public interface EnablementInfo {
    /** {@return the id of the session, as {@link SessionInfo#id()}} */
    long sessionId();

    /** {@return the id of the provider or group of providers} */
    UUID providerId();

    /** {@return the name of the provider as it was enabled; its id as text if it was enabled by id} */
    String provider();

    /** {@return level, keywords and filters} */
    Enablement enablement();

    /** {@return the source that requested it; null if not given} */
    @Nullable
    UUID sourceId();

    /** {@return period of the requests to capture state; null if there are none} */
    @Nullable
    Duration capturePeriod();

    /** {@return ids of the providers that the session excludes from the group; empty for a single provider} */
    Set<UUID> disallowed();

    /** {@return whether the id denotes a group of providers} */
    default boolean isOfGroup() {
        return enablement().has(EnableProperty.PROVIDER_GROUP);
    }
}
