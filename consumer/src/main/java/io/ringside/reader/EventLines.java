package io.ringside.reader;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.reader.ClassicItems;
import io.ringside.internal.reader.EventJson;
import io.ringside.internal.render.IsoTime;
import io.ringside.internal.schema.FieldsBesideMessage;
import io.ringside.internal.schema.JsonBytes;
import io.ringside.internal.schema.TextFields;
import io.ringside.schema.EventSchema;
import io.ringside.session.LossCause;
import io.ringside.text.JsonRow;
import io.ringside.text.PlainText;
import java.time.ZoneId;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Renders events and gaps as lines, as {@code ringside tail} prints them: text for people, JSON or CSV for programs. An
 * event is one line, except that a stack adds lines to the text form. A gap has one line for each cause of loss. A line
 * is valid until the next call. Not thread-safe.
 */
public abstract class EventLines {
    /** The first line of CSV. */
    public static final String CSV_HEADING = PlainText.cells(List.of("time", "provider", "event", "id", "version",
            "level", "keyword", "opcode", "task", "pid", "tid", "activityId", "payload", "late", "relatedActivityId",
            "thread", "ticks", "host"),
            ',');

    private static final LossCause[] CAUSES = LossCause.values();
    private static final String OVERWRITTEN = "overwritten";
    private static final String MISSING = "missing";
    private static final String BEHIND = "behind";

    private EventLines() {}

    /**
     * Returns the form for people.
     *
     * @param zone        time zone of the displayed times
     * @param coloured    whether gaps are red
     * @param showsThread whether the name of a thread follows its id
     * @param showsTicks  whether the ticks of the session's clock follow the time
     * @return the form
     */
    public static EventLines text(final ZoneId zone, final boolean coloured, final boolean showsThread,
            final boolean showsTicks) {
        return new Text(zone, coloured, showsThread, showsTicks);
    }

    /** {@return a form with one JSON object for each line} */
    public static EventLines json() {
        return new Json(false, false);
    }

    /**
     * Returns a form with one JSON object per line for programs that do not know Ringside: it adds the time in ISO 8601
     * format, and the name of the level.
     *
     * @param longsQuoted whether 64-bit integers are printed as strings, for readers that parse numbers as doubles
     * @return the form
     */
    public static EventLines jsonForOthers(final boolean longsQuoted) {
        return new Json(true, longsQuoted);
    }

    /**
     * {@return a form with cells separated by commas, below {@link #CSV_HEADING}; one cell holds all fields as text, or
     * bytes as hex}
     */
    public static EventLines csv() {
        return new Csv();
    }

    /**
     * Render an event.
     *
     * @param event to render
     * @return the line
     */
    public abstract CharSequence line(EventView event);

    /** Returns the line for one kind of missing events: lost for a cause, or missing without being lost. */
    abstract CharSequence line(GapView gap, String fate, long count, boolean isLost);

    /**
     * Render a gap.
     *
     * @param gap  to render
     * @param sink receives a line for overwritten events, for events that a recording lacks or a reader missed, and for
     *             each cause of loss
     */
    public final void forEachLine(final GapView gap, final Consumer<CharSequence> sink) {
        forEachFate(gap, (fate, count, isLost) -> sink.accept(line(gap, fate, count, isLost)));
    }

    /**
     * Describe what happened to the events of a gap.
     *
     * @param gap  to describe
     * @param sink receives overwritten events, events that a recording lacks, and those lost by each cause, if any
     */
    public static void forEachFate(final GapView gap, final FateSink sink) {
        if (gap.overwritten() > 0) {
            sink.accept(OVERWRITTEN, gap.overwritten(), false);
        }
        if (gap.missing() > 0) {
            sink.accept(MISSING, gap.missing(), false);
        }
        if (gap.behind() > 0) {
            sink.accept(BEHIND, gap.behind(), false);
        }
        for (final LossCause cause : CAUSES) {
            if (gap.count(cause) > 0) {
                sink.accept(cause.jsonName(), gap.count(cause), true);
            }
        }
    }

    /** Receives descriptions of missing events. */
    @FunctionalInterface
    public interface FateSink {
        /**
         * Called for a part of a gap's events.
         *
         * @param fate   the cause of their loss, or what happened to them instead
         * @param count  number of events, at least 1
         * @param isLost whether they are lost
         */
        void accept(String fate, long count, boolean isLost);
    }

    /**
     * Returns a name for an event without a schema.
     *
     * @param event event without a schema
     * @return the name, such as {@code event 3}
     */
    public static String unnamed(final EventView event) {
        final ClassicItems classic = ClassicItems.of(event);
        if (classic == null) {
            return "event " + event.eventIndex();
        }
        return classic.isEvent()
                ? "type " + classic.type() + " version " + classic.version()
                : "message " + event.descriptor().id();
    }

    /**
     * Returns the payload of an event in hex.
     *
     * @param event event without a known schema
     * @return its payload bytes in hex
     */
    public static String hex(final EventView event) {
        final byte[] bytes = new byte[event.payloadLength()];
        event.buffer().getBytes(event.payloadOffset(), bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static final class Text extends EventLines {
        private static final String RED = "\u001B[31m";
        private static final String PLAIN = "\u001B[0m";

        private final IsoTime isoTime;
        private final boolean coloured;
        private final boolean showsThread;
        private final boolean showsTicks;
        private final StringBuilder text = new StringBuilder();
        private final TextFields fields = new TextFields();
        private @Nullable EventSchema lastWithMessage;
        private @Nullable FieldsBesideMessage besideMessage;

        Text(final ZoneId zone, final boolean coloured, final boolean showsThread, final boolean showsTicks) {
            this.showsThread = showsThread;
            this.showsTicks = showsTicks;
            isoTime = new IsoTime(zone);
            this.coloured = coloured;
        }

        @Override
        public CharSequence line(final EventView event) {
            final EventSchema schema = event.schema();
            text.setLength(0);
            appendTime(event.timeNs());
            if (showsTicks) {
                text.append(" ticks=").append(event.timeTicks());
            }
            text.append(event.isLate() ? " late  " : "  ");
            appendHost(event.host());
            appendIds(event.processId(), event.threadId());
            appendThread(event.threadName());
            text.append("  ").append(PlainText.of(event.providerName())).append(' ');
            if (schema != null) {
                text.append(PlainText.of(schema.name())).append("  ");
                appendLevel(event);
                if (schema.appendMessage(text, event.buffer(), event.payloadOffset(), event.payloadLength())) {
                    text.append("  ");
                    besideMessage(schema).append(text, schema, event.buffer(), event.payloadOffset(),
                            event.payloadLength());
                } else {
                    fields.append(text, schema, event.buffer(), event.payloadOffset(), event.payloadLength());
                }
            } else if (event.isString()) {
                text.append("-  ");
                appendLevel(event);
                text.append(PlainText.of(String.valueOf(event.string())));
            } else {
                text.append(unnamed(event)).append("  0x").append(hex(event));
            }
            appendActivities(event);
            return text;
        }

        @Override
        CharSequence line(final GapView gap, final String fate, final long count, final boolean isLost) {
            text.setLength(0);
            text.append(coloured ? RED : "");
            appendTime(gap.fromTimeNs());
            text.append("  ");
            appendHost(gap.host());
            appendIds(gap.processId(), gap.threadId());
            appendThread(gap.threadName());
            text.append("  ---- ")
                    .append(PlainText.count(count)).append(' ')
                    .append(isLost ? "lost (" + fate + ")" : notLost(fate))
                    .append(" until ");
            appendTime(gap.toTimeNs());
            return text.append(coloured ? PLAIN : "");
        }

        @SuppressWarnings("ReferenceEquality") // Mostly the same object.
        private FieldsBesideMessage besideMessage(final EventSchema schema) {
            FieldsBesideMessage known = besideMessage;
            if (known == null || schema != lastWithMessage) {
                known = new FieldsBesideMessage(schema);
                besideMessage = known;
                lastWithMessage = schema;
            }
            return known;
        }

        private void appendHost(final @Nullable String host) {
            if (host != null) {
                text.append(PlainText.of(host)).append(' ');
            }
        }

        private static String notLost(final String fate) {
            return switch (fate) {
                case MISSING -> "missing in the recording";
                case BEHIND -> "not seen (behind)";
                default -> fate;
            };
        }

        private void appendThread(final @Nullable String name) {
            if (showsThread && name != null) {
                text.append(" [").append(PlainText.of(name)).append(']');
            }
        }

        private void appendIds(final @Nullable Long processId, final @Nullable Long threadId) {
            text.append(processId == null ? -1 : processId).append('/').append(threadId == null ? 0 : threadId);
        }

        private void appendLevel(final EventView event) {
            final int level = event.descriptor().level();
            final String name = Level.nameOf(level);
            text.append(name == null ? level : name).append("  ");
        }

        private void appendActivities(final EventView event) {
            if (event.hasActivity()) {
                text.append("  activityId=").append(event.activityId());
            }
            final UUID relatedActivityId = event.relatedActivityId();
            if (relatedActivityId != null) {
                text.append("  relatedActivityId=").append(relatedActivityId);
            }
            final long weight = event.weight();
            if (weight != 1) {
                text.append("  weight=").append(weight);
            }
            event.stack().forEach(
                    frame -> text.append(System.lineSeparator()).append("    at ").append(PlainText.of(frame)));
        }

        private void appendTime(final @Nullable Long timeNs) {
            if (timeNs == null) {
                text.append("unknown time");
            } else {
                isoTime.append(text, timeNs);
            }
        }
    }

    private static final class Json extends EventLines {
        private final JsonBytes bytes = new JsonBytes(1 << 10);
        private final EventJson events;
        private final JsonRow row;
        /** Null if times are not printed in readable form. */
        private final @Nullable IsoTime isoTime;

        Json(final boolean named, final boolean longsQuoted) {
            events = new EventJson(bytes, named, longsQuoted);
            row = new JsonRow(longsQuoted);
            isoTime = named ? new IsoTime() : null;
        }

        @Override
        public CharSequence line(final EventView event) {
            bytes.length(0);
            events.append(event);
            return bytes.toString();
        }

        @Override
        CharSequence line(final GapView gap, final String fate, final long count, final boolean isLost) {
            row.begin().putLong("lost", isLost ? count : 0).put("cause", fate);
            if (!isLost) {
                row.putLong(fate, count);
            }
            putOrNull("from", gap.fromTimeNs());
            putOrNull("to", gap.toTimeNs());
            if (isoTime != null) {
                putIsoTime("isoFrom", gap.fromTimeNs());
                putIsoTime("isoTo", gap.toTimeNs());
            }
            if (gap.host() != null) {
                row.put("host", gap.host());
            }
            putOrNull("pid", gap.processId());
            putOrNull("tid", gap.threadId());
            row.put("thread", gap.threadName());
            return row.end();
        }

        private void putOrNull(final String name, final @Nullable Long value) {
            if (value == null) {
                row.put(name, (String) null);
            } else {
                row.putLong(name, value);
            }
        }

        private void putIsoTime(final String name, final @Nullable Long timeNs) {
            if (timeNs == null || isoTime == null) {
                row.put(name, (String) null);
            } else {
                final StringBuilder out = row.name(name).append('"');
                isoTime.append(out, timeNs);
                out.append('"');
            }
        }
    }

    private static final class Csv extends EventLines {
        private static final String NOTHING = "";

        private final TextFields fields = new TextFields();

        @Override
        public CharSequence line(final EventView event) {
            final EventDescriptor descriptor = event.descriptor();
            final EventSchema schema = event.schema();
            final UUID related = event.relatedActivityId();
            return PlainText.cells(List.of(Long.toString(event.timeNs()), event.providerName(),
                    schema == null ? NOTHING : schema.name(), Integer.toString(descriptor.id()),
                    Integer.toString(descriptor.version()), Integer.toString(descriptor.level()),
                    "0x" + Long.toHexString(descriptor.keyword()), Integer.toString(descriptor.opcode()),
                    Integer.toString(descriptor.task()), text(event.processId()),
                    Long.toString(event.threadId()), text(event.activityId()),
                    payload(event, schema), event.isLate() ? "true" : NOTHING,
                    text(related), name(event.threadName()),
                    Long.toString(event.timeTicks()), name(event.host())), ',');
        }

        @Override
        CharSequence line(final GapView gap, final String fate, final long count, final boolean isLost) {
            return PlainText.cells(List.of(text(gap.fromTimeNs()), NOTHING, NOTHING, NOTHING,
                    NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, text(gap.processId()),
                    text(gap.threadId()), NOTHING,
                    isLost ? "lost=" + count + " cause=" + fate : fate + "=" + count, NOTHING, NOTHING,
                    name(gap.threadName()), NOTHING, name(gap.host())), ',');
        }

        private String payload(final EventView event, final @Nullable EventSchema schema) {
            if (event.isString()) {
                return String.valueOf(event.string());
            }
            if (schema == null) {
                return "0x" + hex(event);
            }
            final StringBuilder text = new StringBuilder();
            fields.append(text, schema, event.buffer(), event.payloadOffset(), event.payloadLength());
            return text.toString();
        }

        private static String name(final @Nullable String name) {
            return name == null ? NOTHING : PlainText.of(name);
        }

        private static String text(final @Nullable Object value) {
            return value == null ? NOTHING : value.toString();
        }
    }
}
