package io.ringside.reader;

import io.ringside.internal.registry.RegisteredSchema;
import io.ringside.schema.EventSchema;
import io.ringside.schema.ProviderSchema;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a provider that a process has registered.
 *
 * @param entry  in the process's table of schemas
 * @param schema of the provider, null if its file is absent or damaged
 * @param items  that its events have besides those of their records, null if the schema is
 */
record ProviderEvents(RegisteredSchema entry, @Nullable ProviderSchema schema, @Nullable DescribingItems items) {
    static ProviderEvents of(final RegisteredSchema entry, final @Nullable ProviderSchema schema) {
        return new ProviderEvents(entry, schema, schema == null ? null : new DescribingItems(schema));
    }

    /** What is published of a classic event; null if nothing is. */
    @Nullable
    EventSchema classicEvent(final int type, final int version) {
        if (schema != null) {
            for (final EventSchema event : schema.events()) {
                if (event.descriptor().opcode() == type && event.descriptor().version() == version) {
                    return event;
                }
            }
        }
        return null;
    }

    UUID id() {
        return entry.providerId();
    }
}
