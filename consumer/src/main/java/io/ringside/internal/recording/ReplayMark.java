package io.ringside.internal.recording;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;

/**
 * Provider that a replay registers for each replayed process. It shows readers of recordings that the times of the
 * process's events were not read from a clock. Stateless.
 */
public final class ReplayMark {
    /** Schema of the mark, with an event for gaps that a session cannot have. */
    public static final ProviderSchema SCHEMA = ProviderSchema.builder("Ringside-Replay")
            .documentation("Registered by every process that ringside replay stands in for.")
            .event("gap", EventDescriptor.of(1, Level.WARNING, 0),
                    FieldSchema.of("cause", FieldType.STRING),
                    FieldSchema.of("count", FieldType.UINT64),
                    FieldSchema.of("from", FieldType.TIMESTAMP),
                    FieldSchema.of("to", FieldType.TIMESTAMP))
            .build();

    private ReplayMark() {}

    /** Returns whether a process is a replayed one, as far as the recording has described it. */
    static boolean isOn(final RecordedProcess process) {
        return process.schemas().stream().anyMatch(schema -> schema.providerId().equals(SCHEMA.id()));
    }
}
