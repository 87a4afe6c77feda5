package io.ringside.cli.tail;

import io.ringside.cli.console.JsonRow;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.schema.JsonFields;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.schema.EventSchema;
import io.ringside.session.LossCause;
import java.util.List;
import java.util.UUID;

/** Events and gaps for programs: one JSON object each. For one thread. */
final class JsonEventLines implements EventLines {
    private static final UUID NULL_ACTIVITY = new UUID(0, 0);

    private final JsonRow row = new JsonRow();
    private final JsonFields fields = new JsonFields();
    private final StringBuilder text = new StringBuilder();

    @Override
    public CharSequence line(final EventView event) {
        final EventDescriptor descriptor = event.descriptor();
        final EventSchema schema = event.schema();
        row.begin().put("time", event.timeNs()).put("ticks", event.timeTicks())
                .put("provider", event.providerName())
                .put("event", schema == null ? null : schema.name()).put("id", descriptor.id())
                .put("version", descriptor.version()).put("level", descriptor.level())
                .putMask("keyword", descriptor.keyword()).put("opcode", descriptor.opcode())
                .put("task", descriptor.task());
        putOrNull("pid", event.processId(), EventView.NULL_PROCESS_ID);
        row.put("tid", event.threadId());
        putActivity(event);
        if (event.isLate()) {
            row.put("late", true);
        }
        putExtendedItems(event);
        if (event.isString()) {
            row.put("string", event.string());
        } else if (schema == null) {
            row.put("payload", Payloads.hex(event));
        } else {
            putMessage(event, schema);
            fields.append(row.name("fields"), schema, event.buffer(), event.payloadOffset(), event.payloadLength());
        }
        return row.end();
    }

    @Override
    public CharSequence line(final GapView gap, final LossCause cause) {
        row.begin().put("lost", gap.count(cause)).put("cause", cause.jsonName());
        return place(gap);
    }

    @Override
    public CharSequence overwrittenLine(final GapView gap) {
        row.begin().put("lost", 0).put("cause", "overwritten").put("overwritten", gap.overwritten());
        return place(gap);
    }

    @Override
    public CharSequence missingLine(final GapView gap) {
        row.begin().put("lost", 0).put("cause", "missing").put("missing", gap.missing());
        return place(gap);
    }

    private CharSequence place(final GapView gap) {
        putOrNull("from", gap.fromTimeNs(), GapView.NULL_TIME_NS);
        putOrNull("to", gap.toTimeNs(), GapView.NULL_TIME_NS);
        putOrNull("pid", gap.processId(), EventView.NULL_PROCESS_ID);
        putOrNull("tid", gap.threadId(), GapView.NULL_THREAD_ID);
        return row.end();
    }

    private void putActivity(final EventView event) {
        final UUID activityId = event.activityId();
        if (activityId.equals(NULL_ACTIVITY)) {
            row.put("activityId", (String) null);
        } else {
            row.put("activityId", activityId);
        }
    }

    private void putExtendedItems(final EventView event) {
        final UUID relatedActivityId = event.relatedActivityId();
        if (relatedActivityId != null) {
            row.put("relatedActivityId", relatedActivityId);
        }
        event.eventKey().ifPresent(key -> row.putMask("eventKey", key));
        event.processStartKey().ifPresent(key -> row.putMask("processStartKey", key));
        final List<String> stack = event.stack();
        if (!stack.isEmpty()) {
            row.beginArray("stack");
            stack.forEach(row::add);
            row.endArray();
        }
    }

    private void putMessage(final EventView event, final EventSchema schema) {
        text.setLength(0);
        if (schema.appendMessage(text, event.buffer(), event.payloadOffset(), event.payloadLength())) {
            row.put("message", text.toString());
        }
    }

    private void putOrNull(final String name, final long value, final long unknown) {
        if (value == unknown) {
            row.put(name, (String) null);
        } else {
            row.put(name, value);
        }
    }
}
