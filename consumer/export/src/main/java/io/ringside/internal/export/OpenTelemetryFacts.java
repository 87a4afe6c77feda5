package io.ringside.internal.export;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.reader.EventView;
import io.ringside.schema.EventSchema;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The representation of events in OpenTelemetry's log data model, besides their fields. Stateless. */
final class OpenTelemetryFacts {
    /** Severities of that data model: the unspecified one, the lowest one, and that of a warning. */
    private static final int UNSPECIFIED = 0;
    private static final int TRACE = 1;
    static final int WARN = 13;
    /** From one level to the next. */
    private static final int SEVERITY_STEP = 4;

    private OpenTelemetryFacts() {}

    /** Takes attributes. */
    interface Sink {
        void text(String name, String value);

        /** Receives a number of at most 32 bits. */
        void number(String name, int value);

        void large(String name, long value);

        void truth(String name, boolean value);
    }

    /** ETW's levels are common severities, the other way round; those beyond verbose are finer. */
    static int severity(final int level) {
        if (level == Level.LOG_ALWAYS) {
            return UNSPECIFIED;
        }
        return Math.max(TRACE, WARN + SEVERITY_STEP * (Level.WARNING - level));
    }

    /** An id as traces have it. */
    static String hex(final long most, final long least) {
        return hex(most) + hex(least);
    }

    private static String hex(final long half) {
        final String digits = Long.toHexString(half);
        return "0".repeat(2 * Long.BYTES - digits.length()) + digits;
    }

    /** Hands on what is no field, unless a field has its name. */
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
