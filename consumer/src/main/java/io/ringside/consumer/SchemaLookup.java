package io.ringside.consumer;

import io.ringside.schema.ProviderSchema;
import io.ringside.transport.directory.SchemaFileName;
import org.jspecify.annotations.Nullable;

/** Where a consumer finds the schemas of the events that it reads. */
@FunctionalInterface
interface SchemaLookup {
    /** The schema; null if it cannot be read now. */
    @Nullable
    ProviderSchema find(SchemaFileName name);
}
