package io.ringside.internal.export;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.schema.JsonFields;
import io.ringside.reader.EventLines;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.schema.EventSchema;
import io.ringside.text.JsonRow;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Encoder of JSON lines with the names of OpenTelemetry's log data model. A field keeps its name as an attribute; other
 * properties of the event follow, unless a field has the same name.
 */
public final class OpenTelemetryEncoder implements EventEncoder {
    private static final String ATTRIBUTES = "attributes";

    private final OutputStream out;
    private final JsonRow row;
    private final JsonFields fields;
    private final boolean flushing;
    private final StringBuilder message = new StringBuilder();
    private final OpenTelemetryFacts.Sink facts = new OpenTelemetryFacts.Sink() {
        @Override
        public void text(final String name, final String value) {
            row.put(name, value);
        }

        @Override
        public void number(final String name, final int value) {
            row.put(name, value);
        }

        @Override
        public void large(final String name, final long value) {
            row.putLong(name, value);
        }

        @Override
        public void truth(final String name, final boolean value) {
            row.put(name, value);
        }
    };

    /**
     * Creates an encoder.
     *
     * @param out         to write to
     * @param longsQuoted whether 64-bit integers are strings
     * @param flushing    whether each line is flushed, because somebody waits for it
     */
    public OpenTelemetryEncoder(final OutputStream out, final boolean longsQuoted, final boolean flushing) {
        this.out = out;
        this.flushing = flushing;
        this.row = new JsonRow(longsQuoted);
        this.fields = new JsonFields(longsQuoted);
    }

    @Override
    public void event(final EventView event) throws IOException {
        final EventDescriptor descriptor = event.descriptor();
        final EventSchema schema = event.schema();
        final String level = Level.nameOf(descriptor.level());
        begin(event.timeNs(), EventNames.kind(event), OpenTelemetryFacts.severity(descriptor.level()), level);
        if (event.hasActivity()) {
            row.put("trace_id", OpenTelemetryFacts.hex(event.activityMost(), event.activityLeast()));
        }
        if (event.isString()) {
            row.put("body", event.string());
        } else if (schema != null) {
            message.setLength(0);
            if (schema.appendMessage(message, event.buffer(), event.payloadOffset(), event.payloadLength())) {
                row.put("body", message);
            }
        }
        if (schema == null) {
            row.beginObject(ATTRIBUTES);
            if (!event.isString()) {
                row.put("ringside.payload", EventLines.hex(event));
            }
        } else {
            final StringBuilder text = row.name(ATTRIBUTES);
            fields.append(text, schema, event.buffer(), event.payloadOffset(), event.payloadLength());
            // More attributes follow.
            text.setLength(text.length() - 1);
        }
        OpenTelemetryFacts.forEach(event, facts);
        row.endObject();
        end(event.processId(), event.providerName());
    }

    @Override
    public void gap(final GapView gap, final long timeNs) throws IOException {
        final StringBuilder lines = new StringBuilder();
        EventLines.forEachFate(gap, (fate, count, isLost) -> {
            begin(timeNs, EventNames.LOSS, OpenTelemetryFacts.WARN, Level.nameOf(Level.WARNING));
            row.beginObject(ATTRIBUTES).put("cause", fate).putLong("lost", isLost ? count : 0)
                    .putLong("events", count);
            putTime("from", gap.fromTimeNs());
            putTime("until", gap.toTimeNs());
            if (gap.threadId() != null) {
                row.putLong("thread.id", gap.threadId()).put("thread.name", EventNames.thread(gap));
            }
            row.endObject();
            endRow(gap.processId(), null);
            lines.append(row.end()).append('\n');
        });
        write(lines);
    }

    @Override
    public void end() throws IOException {
        out.flush();
    }

    private void begin(final long timeNs, final String name, final int severity, final @Nullable String level) {
        row.begin().putLong("time_unix_nano", timeNs).put("event_name", name).put("severity_number", severity);
        if (level != null) {
            row.put("severity_text", level);
        }
    }

    private void putTime(final String name, final @Nullable Long timeNs) {
        if (timeNs != null) {
            row.putLong(name, timeNs);
        }
    }

    private void end(final @Nullable Long processId, final String provider) throws IOException {
        endRow(processId, provider);
        write(row.end() + "\n");
    }

    private void endRow(final @Nullable Long processId, final @Nullable String provider) {
        if (provider != null) {
            row.beginObject("scope").put("name", provider).endObject();
        }
        if (processId != null) {
            row.beginObject("resource").put("process.pid", processId).endObject();
        }
    }

    private void write(final CharSequence lines) throws IOException {
        out.write(lines.toString().getBytes(StandardCharsets.UTF_8));
        if (flushing) {
            out.flush();
        }
    }
}
