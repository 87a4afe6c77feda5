package io.ringside.bridge.log;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Opcode;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;

/**
 * The schema of the provider: an event for each level. As the keyword is a part of an event's descriptor, loggers with
 * a keyword have their own versions of these events, by row of {@link LogKeywords}. Stateless.
 */
final class LogSchema {
    private LogSchema() {}

    static ProviderSchema of(final String provider, final LogKeywords keywords) {
        final ProviderSchema.Builder builder = ProviderSchema.builder(provider)
                .documentation("Calls of the application's logging.");
        final int rows = keywords.prefixes().size() + 1;
        for (int row = 1; row < rows; row++) {
            builder.keyword(keywords.prefixes().get(row - 1), LogKeywords.keyword(row));
        }
        for (int row = 0; row < rows; row++) {
            for (final LogLevel level : LogLevel.values()) {
                builder.event(level.eventName(),
                        EventDescriptor.of(level.eventId(), row, EventDescriptor.CHANNEL_NONE, level.level(),
                                0, Opcode.INFO, LogKeywords.keyword(row)),
                        fields()).message("%1: %2");
            }
        }
        return builder.build();
    }

    /** Returns the fields. The logger is first, so that filters on it can be applied before other values are known. */
    private static FieldSchema[] fields() {
        return new FieldSchema[]{FieldSchema.of("logger", FieldType.STRING),
            FieldSchema.of("message", FieldType.STRING), FieldSchema.of("thread", FieldType.STRING),
            FieldSchema.of("thrown", FieldType.STRING)
                    .withDocumentation("Throwable with its stack, causes and suppressed ones; empty if there is none."),
            FieldSchema.of("marker", FieldType.STRING), pairs("context"), pairs("values"),
            FieldSchema.of("cut", FieldType.BOOLEAN)
                    .withDocumentation("Whether a text was too long, or pairs were too many: some are not there.")};
    }

    private static FieldSchema pairs(final String name) {
        return FieldSchema.struct(name, FieldSchema.of("key", FieldType.STRING),
                FieldSchema.of("value", FieldType.STRING)).prefixed();
    }
}
