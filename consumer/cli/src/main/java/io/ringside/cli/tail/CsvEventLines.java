package io.ringside.cli.tail;

import io.ringside.cli.console.DelimitedLine;
import io.ringside.cli.console.PlainText;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.schema.TextFields;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.schema.EventSchema;
import io.ringside.session.LossCause;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Events and gaps as cells, one of which holds fields as text, or bytes as hex. For one thread. */
final class CsvEventLines implements EventLines {
    /** The names of the cells. */
    static final String HEADING = DelimitedLine.of(List.of("time", "provider", "event", "id", "version", "level",
            "keyword", "opcode", "task", "pid", "tid", "activityId", "payload", "late", "relatedActivityId"), ',');

    private static final String NOTHING = "";

    private final TextFields fields = new TextFields();

    @Override
    public CharSequence line(final EventView event) {
        final EventDescriptor descriptor = event.descriptor();
        final EventSchema schema = event.schema();
        final UUID related = event.relatedActivityId();
        return DelimitedLine.of(List.of(Long.toString(event.timeNs()), PlainText.of(event.providerName()),
                schema == null ? NOTHING : PlainText.of(schema.name()), Integer.toString(descriptor.id()),
                Integer.toString(descriptor.version()), Integer.toString(descriptor.level()),
                "0x" + Long.toHexString(descriptor.keyword()), Integer.toString(descriptor.opcode()),
                Integer.toString(descriptor.task()), number(event.processId(), EventView.NULL_PROCESS_ID),
                Long.toString(event.threadId()),
                (event.activityMost() | event.activityLeast()) == 0 ? NOTHING : event.activityId().toString(),
                payload(event, schema), event.isLate() ? "true" : NOTHING,
                related == null ? NOTHING : related.toString()), ',');
    }

    @Override
    public CharSequence line(final GapView gap, final LossCause cause) {
        return line(gap, "lost=" + gap.count(cause) + " cause=" + cause.jsonName());
    }

    @Override
    public CharSequence overwrittenLine(final GapView gap) {
        return line(gap, "overwritten=" + gap.overwritten());
    }

    @Override
    public CharSequence missingLine(final GapView gap) {
        return line(gap, "missing=" + gap.missing());
    }

    private String payload(final EventView event, final @Nullable EventSchema schema) {
        if (event.isString()) {
            return PlainText.of(String.valueOf(event.string()));
        }
        if (schema == null) {
            return "0x" + Payloads.hex(event);
        }
        final StringBuilder text = new StringBuilder();
        fields.append(text, schema, event.buffer(), event.payloadOffset(), event.payloadLength());
        return text.toString();
    }

    private static String line(final GapView gap, final String payload) {
        return DelimitedLine.of(List.of(number(gap.fromTimeNs(), GapView.NULL_TIME_NS), NOTHING, NOTHING, NOTHING,
                NOTHING, NOTHING, NOTHING, NOTHING,
                NOTHING, number(gap.processId(), EventView.NULL_PROCESS_ID),
                number(gap.threadId(), GapView.NULL_THREAD_ID),
                NOTHING, payload, NOTHING, NOTHING), ',');
    }

    private static String number(final long value, final long none) {
        return value == none ? NOTHING : Long.toString(value);
    }
}
