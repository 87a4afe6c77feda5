package io.ringside.cli.session;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.Console;
import io.ringside.cli.render.TextTable;
import io.ringside.event.Level;
import io.ringside.reader.EventFilter;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventLines;
import io.ringside.reader.EventView;
import io.ringside.reader.FieldReader;
import io.ringside.reader.GapView;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.text.PlainText;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.agrona.concurrent.AgentTerminationException;
import org.jspecify.annotations.Nullable;

/**
 * Prints events as tables: one for all events with the selected columns, or one for each kind of event with its fields.
 * Rows are buffered until there are enough to align them, or they are flushed. Used by the consumer's thread only.
 */
final class EventTable implements EventHandler {
    /** Names of the columns that all events have, in the order of the error message. */
    static final List<String> HEADER = Stream.concat(EventFilter.headerNames().stream(),
            Stream.of(Columns.TICKS, Columns.THREAD)).toList();

    private static final int ROWS_HELD_MAX = 1_000;
    private static final int KINDS_MAX = 1_000;

    private final Console console;
    private final Columns columns;
    private final boolean csv;
    private final EventLines gaps;
    private final Map<Kind, TextTable> tables = new LinkedHashMap<>();
    private final List<FieldReader> fields;
    private final List<String> gapLines = new ArrayList<>();
    private int held;
    private @Nullable Kind lastPrinted;
    private boolean isHeadingPrinted;

    EventTable(final Console console, final Columns columns, final boolean csv) {
        this.console = console;
        this.columns = columns;
        this.csv = csv;
        this.gaps = EventLines.text(ZoneId.systemDefault(), console.isColoured() && !csv, false, false);
        this.fields = columns.fields().stream().sorted().map(FieldReader::of).toList();
    }

    @Override
    public void onEvent(final EventView event) {
        final EventSchema schema = event.schema();
        fields.forEach(field -> field.isIn(event));
        final Map<String, String> values = values(event, schema);
        final Kind kind = kind(event, schema, values);
        final String[] cells = cells(event, values, kind);
        if (csv) {
            print(PlainText.cells(Stream.concat(Arrays.stream(cells), Stream.of("")).toList(), ','));
            return;
        }
        if (tables.size() == KINDS_MAX && !tables.containsKey(kind)) {
            flush();
            tables.clear();
        }
        tables.computeIfAbsent(kind, each -> new TextTable(each.columns().toArray(String[]::new)))
                .row((Object[]) cells);
        held++;
        if (held >= ROWS_HELD_MAX) {
            flush();
        }
    }

    @Override
    public void onGap(final GapView gap) {
        if (csv) {
            EventLines.forEachFate(gap, (fate, count, isLost) -> print(PlainText.cells(Stream.concat(
                    columns.names().stream().map(name -> ""),
                    Stream.of(isLost ? "lost=" + count + " cause=" + fate : fate + "=" + count)).toList(), ',')));
            return;
        }
        gaps.forEachLine(gap, line -> gapLines.add(line.toString()));
        // In a single table, the gap must stay below the earlier rows.
        if (!columns.byEvent() || gapLines.size() >= ROWS_HELD_MAX) {
            flush();
        }
    }

    /** Prints the buffered rows and gaps. */
    void flush() {
        held = 0;
        for (final Map.Entry<Kind, TextTable> table : tables.entrySet()) {
            if (!table.getValue().isEmpty()) {
                final List<String> lines = table.getValue().nextLines();
                if (columns.byEvent() && !table.getKey().equals(lastPrinted)) {
                    if (lastPrinted != null) {
                        console("");
                    }
                    console(PlainText.of(table.getKey().title()));
                }
                lastPrinted = table.getKey();
                lines.forEach(this::console);
            }
        }
        gapLines.forEach(this::console);
        gapLines.clear();
    }

    /** Prints the heading of CSV unless it was printed. */
    void printHeading() {
        if (csv && !isHeadingPrinted) {
            isHeadingPrinted = true;
            console(PlainText.cells(Stream.concat(columns.names().stream(), Stream.of("loss")).toList(), ','));
        }
    }

    /**
     * Rejects columns that no event has. The fields of the events are known only after reading them.
     *
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT}
     */
    void requireFits() {
        final List<String> misfits = fields.stream().map(FieldReader::misfit).filter(Objects::nonNull).toList();
        if (!misfits.isEmpty()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, String.join("; ", misfits) + ", columns=" + HEADER
                    + ": check --columns and --fields");
        }
    }

    private Kind kind(final EventView event, final @Nullable EventSchema schema, final Map<String, String> values) {
        if (!columns.byEvent()) {
            return new Kind("", columns.names());
        }
        // An event whose schema has no fields is an SBE message, which provides the names itself.
        final Stream<String> fields = schema == null || schema.fields().isEmpty()
                ? values.keySet().stream()
                : schema.fields().stream().map(FieldSchema::name);
        return new Kind(event.providerName() + " " + header("event", event),
                Stream.concat(columns.header().stream(), fields.filter(
                        name -> columns.fields().isEmpty() || columns.fields().contains(name))).toList());
    }

    private String[] cells(final EventView event, final Map<String, String> values, final Kind kind) {
        final String[] cells = new String[kind.columns().size()];
        for (int i = 0; i < cells.length; i++) {
            final String name = kind.columns().get(i);
            // In a table per event, the header columns come first, and fields of the event may have the same names.
            final boolean isHeader = columns.byEvent() ? i < columns.header().size() : Columns.isHeader(name);
            cells[i] = isHeader ? header(name, event) : values.getOrDefault(Columns.fieldName(name), "");
        }
        return cells;
    }

    private Map<String, String> values(final EventView event, final @Nullable EventSchema schema) {
        if (schema == null) {
            return Map.of(Columns.PAYLOAD,
                    event.isString() ? String.valueOf(event.string()) : "0x" + EventLines.hex(event));
        }
        return event.fieldTexts(!csv);
    }

    private String header(final String column, final EventView event) {
        return switch (column) {
            case "time" -> csv
                    ? Long.toString(event.timeNs())
                    : PlainText.time(event.timeNs(), ZoneId.systemDefault());
            case Columns.TICKS -> Long.toString(event.timeTicks());
            case "id" -> Integer.toString(event.descriptor().id());
            case "version" -> Integer.toString(event.descriptor().version());
            case "channel" -> Integer.toString(event.descriptor().channel());
            case "level" -> level(event.descriptor().level());
            case "opcode" -> Integer.toString(event.descriptor().opcode());
            case "task" -> Integer.toString(event.descriptor().task());
            case "keyword" -> "0x" + Long.toHexString(event.descriptor().keyword());
            case "pid" -> event.processId() == null ? "" : event.processId().toString();
            case "tid" -> Long.toString(event.threadId());
            case Columns.THREAD -> text(event.threadName());
            case "activityId" -> text(event.activityId());
            case "relatedActivityId" -> text(event.relatedActivityId());
            case "late" -> event.isLate() ? "true" : "";
            case "provider" -> event.providerName();
            case "host" -> text(event.host());
            default -> text(event.schema() == null ? EventLines.unnamed(event) : event.eventName());
        };
    }

    private String level(final int level) {
        final String name = csv ? null : Level.nameOf(level);
        return name == null ? Integer.toString(level) : name;
    }

    private static String text(final @Nullable Object value) {
        return value == null ? "" : value.toString();
    }

    private void print(final String line) {
        printHeading();
        console(line);
    }

    private void console(final String line) {
        try {
            console.print(line);
        } catch (final RingsideException e) {
            throw new AgentTerminationException(e);
        }
    }

    /**
     * A kind of events that share a table. Immutable.
     *
     * @param title   heading above the table; empty if there is a single table
     * @param columns of the table
     */
    private record Kind(String title, List<String> columns) {}

    /**
     * The columns of the tables. Immutable.
     *
     * @param header  columns that all events have, and further ones of {@code --columns}, in their order
     * @param fields  names of event fields, as typed; empty, in tables per event, for all
     * @param names   names of all columns of a single table
     * @param byEvent whether each kind of event has a table
     */
    record Columns(List<String> header, List<String> fields, List<String> names, boolean byEvent) {
        private static final String TICKS = "ticks";
        private static final String THREAD = "thread";
        private static final String PAYLOAD = "payload";
        private static final String PREFIX = "fields.";
        private static final Pattern OUTERMOST = Pattern.compile("[^\\s.`\\[\\]]+|`[^`]+`");

        /**
         * Returns the columns for the options.
         *
         * @param columns columns of the header, or fields; empty for the default ones
         * @param fields  fields of events; empty for none, or, in tables per event, for all
         * @param byEvent whether each kind of event has a table
         * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if a name is invalid
         */
        static Columns of(final List<String> columns, final List<String> fields, final boolean byEvent) {
            Stream.concat(columns.stream(), fields.stream()).forEach(Columns::requireName);
            final List<String> header = !columns.isEmpty()
                    ? columns
                    : byEvent ? List.of("time", "pid", "tid", "level") : List.of("time", "provider", "event");
            final List<String> others = header.stream().filter(name -> !isHeader(name)).toList();
            if (byEvent && !others.isEmpty()) {
                throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "no such column: column=" + others.get(0)
                        + ", columns=" + HEADER + ": name fields of events with --fields");
            }
            return new Columns(header,
                    Stream.concat(others.stream(), fields.stream()).map(Columns::fieldName).distinct()
                            .toList(),
                    Stream.concat(header.stream(), fields.stream().map(
                            field -> isHeader(field) ? PREFIX + field : field)).distinct().toList(),
                    byEvent);
        }

        static boolean isHeader(final String name) {
            return HEADER.contains(name);
        }

        static String fieldName(final String name) {
            return name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
        }

        private static void requireName(final String name) {
            if (!OUTERMOST.matcher(fieldName(name)).matches()) {
                throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "neither a column nor an outermost field: name="
                        + name + ", columns=" + HEADER + ": check --columns and --fields");
            }
        }
    }
}
