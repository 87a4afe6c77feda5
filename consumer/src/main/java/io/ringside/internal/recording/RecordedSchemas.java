package io.ringside.internal.recording;

/** The schemas and descriptions of a recording. */
interface RecordedSchemas extends SchemaLookup {
    /** Describe a process of which too little has been read: the recording may describe it later. */
    default void describe(RecordedProcess process) {}
}
