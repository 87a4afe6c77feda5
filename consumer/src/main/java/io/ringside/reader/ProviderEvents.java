package io.ringside.reader;

import io.ringside.internal.registry.RegisteredSchema;
import io.ringside.schema.EventSchema;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.PublishedNames;
import io.ringside.schema.PublishedNames.AsOf;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Schema and published names of a provider that a process has registered.
 *
 * @param entry  entry in the process's table of schemas
 * @param schema schema of the provider; null if its file is absent or damaged
 * @param names  names that the process has published for the provider; null if its fields have none
 * @param asOf   time as of which the schema shows the names
 */
record ProviderEvents(RegisteredSchema entry, @Nullable ProviderSchema schema,
        @Nullable Supplier<PublishedNames> names, AsOf asOf) {
    static ProviderEvents of(final RegisteredSchema entry, final @Nullable ProviderSchema schema) {
        return new ProviderEvents(entry, schema, null, new AsOf());
    }

    static ProviderEvents of(final RegisteredSchema entry, final ProviderSchema schema,
            final Supplier<PublishedNames> names) {
        final AsOf asOf = new AsOf();
        return new ProviderEvents(entry, schema.withNames(names.get(), asOf), names, asOf);
    }

    /** Show the names published so far, as of the time of an event. */
    void showNames(final long timeTicks) {
        if (names != null) {
            // This call reads the names that were published before the event was written.
            Objects.requireNonNull(names.get());
            asOf.timeTicks(timeTicks);
        }
    }

    /** Returns the published schema of a classic event; null if there is none. */
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
