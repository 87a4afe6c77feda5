package io.ringside.internal.recording;

import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.PublishedNames;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lookup of the schemas of events that a consumer reads, and of the names of their values. */
@FunctionalInterface
public interface SchemaLookup {
    /**
     * Returns a schema.
     *
     * @param name name under which a process has registered it
     * @return the schema; null if it is unknown, or cannot be read now
     */
    @Nullable
    ProviderSchema schema(SchemaFileName name);

    /**
     * Returns the names that a process has published for a provider.
     *
     * @param providerId id of the provider
     * @param process    process that has published them
     * @return a supplier that returns the names published so far at each call; by default none
     */
    default Supplier<PublishedNames> published(final UUID providerId, final Incarnation process) {
        return PublishedNames::new;
    }
}
