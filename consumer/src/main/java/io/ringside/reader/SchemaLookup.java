package io.ringside.reader;

import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.schema.ProviderSchema;
import org.jspecify.annotations.Nullable;

/** Where a consumer finds the schemas of the events that it reads. */
@FunctionalInterface
interface SchemaLookup {
    /** The schema; null if it cannot be read now. */
    @Nullable
    ProviderSchema find(SchemaFileName name);
}
