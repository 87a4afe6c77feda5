package io.ringside.internal.recording;

import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.schema.ProviderSchema;
import org.jspecify.annotations.Nullable;

/** The schemas and descriptions of a recording. */
@FunctionalInterface
interface RecordedSchemas {
    /** A schema, as a process has registered it; null if the recording does not hold it, or not yet. */
    @Nullable
    ProviderSchema find(SchemaFileName name);

    /** Describe a process of which too little has been read: the recording may describe it later. */
    default void describe(RecordedProcess process) {}
}
