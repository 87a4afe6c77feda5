package io.ringside.cli.tail;

import io.ringside.cli.console.PlainText;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.schema.TextFields;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.schema.EventSchema;
import io.ringside.session.LossCause;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** Events and gaps for people. For one thread. */
final class TextEventLines implements EventLines {
    private static final long NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final String RED = "\u001B[31m";
    private static final String PLAIN = "\u001B[0m";

    private final DateTimeFormatter timeFormat;
    private final boolean coloured;
    private final StringBuilder text = new StringBuilder();
    private final TextFields fields = new TextFields();

    /**
     * Lines for people.
     *
     * @param zone     in which times are shown
     * @param coloured whether gaps are to be seen at a glance
     */
    TextEventLines(final ZoneId zone, final boolean coloured) {
        timeFormat = DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSSSSS", Locale.ROOT).withZone(zone);
        this.coloured = coloured;
    }

    @Override
    public CharSequence line(final EventView event) {
        final EventDescriptor descriptor = event.descriptor();
        final EventSchema schema = event.schema();
        final String level = Level.nameOf(descriptor.level());
        text.setLength(0);
        appendTime(event.timeNs());
        text.append(event.isLate() ? " late  " : "  ").append(event.processId()).append('/').append(event.threadId())
                .append("  ").append(PlainText.of(event.providerName())).append(' ');
        if (schema != null) {
            text.append(PlainText.of(schema.name())).append("  ").append(level == null ? descriptor.level() : level)
                    .append("  ");
            if (schema.appendMessage(text, event.buffer(), event.payloadOffset(), event.payloadLength())) {
                text.append("  ");
            }
            fields.append(text, schema, event.buffer(), event.payloadOffset(), event.payloadLength());
        } else if (event.isString()) {
            text.append("-  ").append(level == null ? descriptor.level() : level).append("  ")
                    .append(PlainText.of(String.valueOf(event.string())));
        } else {
            text.append(EventNames.of(event)).append("  0x").append(Payloads.hex(event));
        }
        appendActivities(event);
        return text;
    }

    @Override
    public CharSequence line(final GapView gap, final LossCause cause) {
        return line(gap, gap.count(cause), "lost (" + cause.jsonName() + ")");
    }

    @Override
    public CharSequence overwrittenLine(final GapView gap) {
        return line(gap, gap.overwritten(), "overwritten");
    }

    @Override
    public CharSequence missingLine(final GapView gap) {
        return line(gap, gap.missing(), "missing in the recording");
    }

    private CharSequence line(final GapView gap, final long count, final String fate) {
        text.setLength(0);
        text.append(coloured ? RED : "");
        appendTime(gap.fromTimeNs());
        text.append("  ").append(gap.processId()).append('/').append(gap.threadId()).append("  ---- ")
                .append(String.format(Locale.ROOT, "%,d", count)).append(' ').append(fate).append(" until ");
        appendTime(gap.toTimeNs());
        return text.append(coloured ? PLAIN : "");
    }

    private void appendActivities(final EventView event) {
        if ((event.activityMost() | event.activityLeast()) != 0) {
            text.append("  activityId=").append(event.activityId());
        }
        final UUID relatedActivityId = event.relatedActivityId();
        if (relatedActivityId != null) {
            text.append("  relatedActivityId=").append(relatedActivityId);
        }
        event.stack()
                .forEach(frame -> text.append(System.lineSeparator()).append("    at ").append(PlainText.of(frame)));
    }

    private void appendTime(final long timeNs) {
        if (timeNs == GapView.NULL_TIME_NS) {
            text.append("unknown time");
        } else {
            timeFormat.formatTo(Instant.ofEpochSecond(
                    Math.floorDiv(timeNs, NS_PER_SECOND), Math.floorMod(timeNs, NS_PER_SECOND)), text);
        }
    }
}
