package io.ringside.internal.export;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.reader.EventView;
import io.ringside.schema.EventSchema;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Representation of an event's properties, other than its fields, in OpenTelemetry's log data model. Stateless. */
final class OpenTelemetryFacts {
    /** Severities of OpenTelemetry: unspecified, the lowest, and a warning's. */
    private static final int UNSPECIFIED = 0;
    private static final int TRACE = 1;
    static final int WARN = 13;
    /** Difference in severity between two adjacent levels. */
    private static final int SEVERITY_STEP = 4;

    private OpenTelemetryFacts() {}

    /** Receiver of attributes. */
    interface Sink {
        void text(String name, String value);

        /** Receives an integer of at most 32 bits. */
        void number(String name, int value);

        void large(String name, long value);

        void truth(String name, boolean value);
    }

    /** Maps ETW's levels to severities, in reverse order; levels beyond verbose become finer severities. */
    static int severity(final int level) {
        if (level == Level.LOG_ALWAYS) {
            return UNSPECIFIED;
        }
        return Math.max(TRACE, WARN + SEVERITY_STEP * (Level.WARNING - level));
    }

    /** Formats an id in hexadecimal, like trace ids. */
    static String hex(final long most, final long least) {
        return hex(most) + hex(least);
    }

    private static String hex(final long half) {
        final String digits = Long.toHexString(half);
        return "0".repeat(2 * Long.BYTES - digits.length()) + digits;
    }

    /** Passes the properties that are not fields to the sink, except those whose name a field has. */
    static void forEach(final EventView event, final Sink sink) {
        final EventDescriptor descriptor = event.descriptor();
        final EventSchema schema = event.schema();
        number(schema, sink, "ringside.id", descriptor.id());
        number(schema, sink, "ringside.version", descriptor.version());
        number(schema, sink, "ringside.level", descriptor.level());
        text(schema, sink, "ringside.keyword", "0x" + Long.toHexString(descriptor.keyword()));
        number(schema, sink, "ringside.opcode", descriptor.opcode());
        number(schema, sink, "ringside.task", descriptor.task());
        final UUID related = event.relatedActivityId();
        if (related != null) {
            text(schema, sink, "ringside.related_trace_id",
                    hex(related.getMostSignificantBits(), related.getLeastSignificantBits()));
        }
        if (event.isLate() && isFree(schema, "ringside.late")) {
            sink.truth("ringside.late", true);
        }
        final long weight = event.weight();
        if (weight != 1 && isFree(schema, "ringside.weight")) {
            sink.large("ringside.weight", weight);
        }
        if (isFree(schema, "thread.id")) {
            sink.large("thread.id", event.threadId());
        }
        text(schema, sink, "thread.name", EventNames.thread(event));
        final String host = event.host();
        if (host != null) {
            text(schema, sink, "host.name", host);
        }
        final List<String> stack = event.stack();
        if (!stack.isEmpty()) {
            text(schema, sink, "code.stacktrace", String.join("\n", stack));
        }
    }

    private static void number(final @Nullable EventSchema schema, final Sink sink, final String name,
            final int value) {
        if (isFree(schema, name)) {
            sink.number(name, value);
        }
    }

    private static void text(final @Nullable EventSchema schema, final Sink sink, final String name,
            final String value) {
        if (isFree(schema, name)) {
            sink.text(name, value);
        }
    }

    private static boolean isFree(final @Nullable EventSchema schema, final String name) {
        return schema == null || schema.fields().stream().noneMatch(field -> field.name().equals(name));
    }
}
