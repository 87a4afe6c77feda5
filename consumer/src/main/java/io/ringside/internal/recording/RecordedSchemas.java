package io.ringside.internal.recording;

import io.ringside.internal.files.SchemaFileName;
import io.ringside.schema.ProviderSchema;
import org.jspecify.annotations.Nullable;

/** The schemas that a recording has told of up to now. */
@FunctionalInterface
interface RecordedSchemas {
    /** A schema, as a process has registered it; null if the recording does not hold it, or not yet. */
    @Nullable
    ProviderSchema find(SchemaFileName name);
}
