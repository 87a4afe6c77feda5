package io.ringside.internal.recording;

import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.PublishedNames;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lookup of the schemas of the events that a consumer reads, and of the names of their values. */
@FunctionalInterface
public interface SchemaLookup {
    /**
     * A schema.
     *
     * @param name as a process has registered it
     * @return null if it is unknown, or cannot be read now
     */
    @Nullable
    ProviderSchema schema(SchemaFileName name);

    /**
     * Names that a process has published for a provider.
     *
     * @param providerId of the provider
     * @param process    that has published them
     * @return gives them up to now whenever it is asked; by default none
     */
    default Supplier<PublishedNames> published(final UUID providerId, final Incarnation process) {
        return PublishedNames::new;
    }
}
