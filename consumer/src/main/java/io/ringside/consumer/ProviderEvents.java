package io.ringside.consumer;

import io.ringside.schema.ProviderSchema;
import io.ringside.transport.process.RegisteredSchema;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a provider that a process has registered. Immutable.
 *
 * @param entry  in the process's table of schemas
 * @param schema of the provider, null if its file is absent or damaged
 */
record ProviderEvents(RegisteredSchema entry, @Nullable ProviderSchema schema) {
    UUID id() {
        return entry.providerId();
    }
}
