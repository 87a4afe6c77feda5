package io.ringside.internal.export;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.render.IsoTime;
import io.ringside.internal.schema.CsvFields;
import io.ringside.reader.EventLines;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.SbeSchema;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Encoder of CSV (RFC 4180) with a header row and a column for each field: a file for each kind of event in a folder,
 * with the losses in a file of their own; or one file with events of one kind and the losses between them. Losses
 * before the first event of such a file are collected below the header row, because the first event determines it.
 */
public final class CsvEncoder implements EventEncoder {
    /** Maximum number of kinds of events: each has a file of its own and buffered rows. */
    static final int KINDS_MAX = 10_000;

    private static final List<String> HEAD = List.of("time", "isoTime", "provider", "event", "id", "version", "level",
            "levelName", "keyword", "opcode", "task", "pid", "tid", "thread", "activityId", "relatedActivityId",
            "late", "weight", "host");
    private static final List<String> LOSS = List.of("lost", "cause", "until");
    private static final String LOSSES_FILE = "losses";
    private static final String END_OF_ROW = "\r\n";
    private static final int FLUSH_CHARS = 1 << 15;
    /** Maximum number of characters in the buffered rows of all tables. */
    private static final long WAITING_CHARS_MAX = 32L << 20;

    private final @Nullable Path folder;
    private final @Nullable OutputStream single;
    private final boolean gzip;
    private final CsvFields fields;
    private final IsoTime isoTime = new IsoTime();
    private final IdentityHashMap<EventSchema, Table> known = new IdentityHashMap<>();
    private final Map<Kind, Table> tables = new LinkedHashMap<>();
    private @Nullable Table losses;
    private long waitingChars;
    /** Losses of a single file before its header row is known. */
    private final Map<LossKey, Loss> firstLosses = new LinkedHashMap<>();

    /** Properties that all events of a table share. Their schemas may differ in properties that are columns. */
    private record Kind(String provider, String event, List<FieldSchema> fields, @Nullable SbeSchema sbe,
            String text) {
        /** Returns a text that distinguishes this kind from kinds with the same names. */
        String columns() {
            return sbe != null
                    ? "message of SBE"
                    : text.isEmpty() ? fields.stream().map(FieldSchema::name).collect(Collectors.joining(" ")) : text;
        }
    }

    private record LossKey(String fate, @Nullable Long processId, @Nullable Long threadId) {}

    /** Losses with one cause in one thread. */
    private static final class Loss {
        private long count;
        private @Nullable Long fromNs = Long.MAX_VALUE;
        private @Nullable Long toNs;

        /** The time of the first loss becomes unknown as soon as one gap does not know it. */
        void add(final long more, final GapView gap) {
            count += more;
            final Long gapFromNs = gap.fromTimeNs();
            final Long gapToNs = gap.toTimeNs();
            fromNs = fromNs == null || gapFromNs == null ? null : (Long) Math.min(fromNs, gapFromNs);
            if (toNs == null || (gapToNs != null && gapToNs > toNs)) {
                toNs = gapToNs;
            }
        }
    }

    private CsvEncoder(final @Nullable Path folder, final @Nullable OutputStream single, final boolean gzip,
            final boolean formulasEscaped) {
        this.fields = new CsvFields(formulasEscaped);
        this.folder = folder;
        this.single = single;
        this.gzip = gzip;
    }

    /**
     * Creates an encoder that writes a file for each kind of event.
     *
     * @param folder          that exists
     * @param gzip            whether the files are compressed
     * @param formulasEscaped whether a text that a spreadsheet would take for a formula begins with an apostrophe
     */
    public static CsvEncoder folder(final Path folder, final boolean gzip, final boolean formulasEscaped) {
        return new CsvEncoder(folder, null, gzip, formulasEscaped);
    }

    /**
     * Creates an encoder that writes one file for events of one kind.
     *
     * @param out             to write to
     * @param formulasEscaped whether a text that a spreadsheet would take for a formula begins with an apostrophe
     */
    public static CsvEncoder file(final OutputStream out, final boolean formulasEscaped) {
        return new CsvEncoder(null, out, false, formulasEscaped);
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // Schemas are usually the same object; others are found by equality.
    public void event(final EventView event) throws IOException {
        final EventSchema schema = event.schema();
        Table table = schema == null ? null : known.get(schema);
        if (table == null) {
            table = table(event, schema);
            if (schema != null) {
                // Self-describing schemas may be read anew for each event.
                if (known.size() > KINDS_MAX) {
                    known.clear();
                }
                known.put(schema, table);
            }
        }
        appendHead(table.text, event);
        if (single != null) {
            table.text.append(",,,");
        }
        table.text.append(',');
        if (schema != null) {
            fields.appendCells(table.text, schema, table.fieldColumns, event.buffer(), event.payloadOffset(),
                    event.payloadLength());
        } else if (event.isString()) {
            fields.appendTextCell(table.text, String.valueOf(event.string()));
        } else {
            table.text.append(EventLines.hex(event));
        }
        table.text.append(END_OF_ROW);
        table.endRow();
    }

    @Override
    public void gap(final GapView gap, final long timeNs) throws IOException {
        EventLines.forEachFate(gap, (fate, count, isLost) -> {
            if (single != null && tables.isEmpty()) {
                firstLosses.computeIfAbsent(new LossKey(fate, gap.processId(), gap.threadId()), key -> new Loss())
                        .add(count, gap);
            } else {
                appendLoss(new LossKey(fate, gap.processId(), gap.threadId()), count, gap.fromTimeNs(),
                        gap.toTimeNs());
            }
        });
        if (losses != null) {
            losses.endRow();
        }
    }

    @Override
    public void end() throws IOException {
        if (single != null && tables.isEmpty()) {
            begin(new Kind("", "", List.of(), null, ""), List.of());
        }
        for (final Table table : tables.values()) {
            table.flush();
        }
        lossTable().flush();
        if (single != null) {
            single.flush();
        } else if (folder != null) {
            nameFiles(folder);
        }
    }

    /** Gives the files their final names: they have numbers until all kinds are known. */
    private void nameFiles(final Path in) throws IOException {
        final List<String> names = FormatNames.distinct(
                tables.keySet().stream().map(kind -> FormatNames.FILES.of(kind.provider + '.' + kind.event)).toList(),
                tables.keySet().stream().map(kind -> FormatNames.textOf(kind.provider, kind.event, kind.fields))
                        .toList(),
                List.of(LOSSES_FILE), true);
        for (int i = 0; i < names.size(); i++) {
            Files.move(in.resolve(i + ending()), in.resolve(names.get(i) + ending()));
        }
    }

    private String ending() {
        return gzip ? ".csv.gz" : ".csv";
    }

    private Table table(final EventView event, final @Nullable EventSchema schema) {
        final Kind kind = schema == null
                ? new Kind(event.providerName(), event.isString() ? EventNames.STRING : "unknown", List.of(), null,
                        event.isString() ? EventNames.STRING : "payload")
                : new Kind(event.providerName(), schema.name(), schema.fields(), schema.sbe(), "");
        final Table table = tables.get(kind);
        if (table != null) {
            return table;
        }
        if (single != null && !tables.isEmpty()) {
            final Kind first = tables.keySet().iterator().next();
            final boolean isAlike = first.provider.equals(kind.provider) && first.event.equals(kind.event);
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "one file has events of one kind: first=" + first.provider + '/' + first.event
                            + (isAlike ? ", firstFields=" + first.columns() : "") + ", second=" + kind.provider + '/'
                            + kind.event + (isAlike ? ", secondFields=" + kind.columns() : "")
                            + ": export to a folder, or select one kind");
        }
        if (tables.size() >= KINDS_MAX) {
            throw new RingsideException(ErrorCode.LIMIT, "too many kinds of events for a file each: max=" + KINDS_MAX
                    + ": select some of them, or choose another format");
        }
        return begin(kind, schema != null ? CsvFields.columns(schema) : List.of(kind.text));
    }

    /** Begins a table with its header row: a field gets a prefix if it has the name of a common column. */
    private Table begin(final Kind kind, final List<String> fieldNames) {
        final List<String> common = single == null
                ? HEAD
                : Stream.concat(HEAD.stream(), LOSS.stream()).toList();
        final Table table = new Table(Integer.toString(tables.size()), fieldNames.size(), Stream.concat(
                common.stream(), FormatNames.distinct(
                        fieldNames.stream().map(name -> FormatNames.besides(name, common, false)).toList(), fieldNames,
                        List.of(), false).stream())
                .toList());
        tables.put(kind, table);
        if (single != null) {
            losses = table;
            firstLosses.forEach((key, loss) -> appendLoss(key, loss.count, loss.fromNs, loss.toNs));
            firstLosses.clear();
        }
        return table;
    }

    private Table lossTable() {
        Table table = losses;
        if (table == null) {
            table = new Table(LOSSES_FILE, 0,
                    List.of("time", "isoTime", "until", "isoUntil", "lost", "cause", "pid", "tid"));
            losses = table;
        }
        return table;
    }

    private void appendLoss(final LossKey key, final long count, final @Nullable Long fromNs,
            final @Nullable Long toNs) {
        final Table table = lossTable();
        table.text.append(table.commonColumns().stream().map(column -> switch (column) {
            case "time" -> number(fromNs);
            case "isoTime" -> iso(fromNs);
            case "until" -> number(toNs);
            case "isoUntil" -> iso(toNs);
            case "lost" -> Long.toString(count);
            case "cause" -> key.fate;
            case "pid" -> key.processId == null ? "" : key.processId.toString();
            case "tid" -> key.threadId == null ? "" : key.threadId.toString();
            default -> "";
        }).collect(Collectors.joining(","))).append(",".repeat(table.fieldColumns)).append(END_OF_ROW);
    }

    private static String number(final @Nullable Long timeNs) {
        return timeNs == null ? "" : timeNs.toString();
    }

    private String iso(final @Nullable Long timeNs) {
        if (timeNs == null) {
            return "";
        }
        final StringBuilder text = new StringBuilder();
        isoTime.append(text, timeNs);
        return text.toString();
    }

    private void appendHead(final StringBuilder text, final EventView event) {
        final EventDescriptor descriptor = event.descriptor();
        text.append(event.timeNs()).append(',');
        isoTime.append(text, event.timeNs());
        text.append(',');
        fields.appendTextCell(text, event.providerName());
        text.append(',');
        fields.appendTextCell(text, event.eventName() == null ? "" : event.eventName());
        text.append(',').append(descriptor.id()).append(',').append(descriptor.version()).append(',')
                .append(descriptor.level()).append(',');
        final String level = Level.nameOf(descriptor.level());
        text.append(level == null ? "" : level).append(",0x").append(Long.toHexString(descriptor.keyword()))
                .append(',').append(descriptor.opcode()).append(',').append(descriptor.task()).append(',');
        if (event.processId() != null) {
            text.append(event.processId());
        }
        text.append(',').append(event.threadId()).append(',');
        fields.appendTextCell(text, EventNames.thread(event));
        text.append(',');
        if (event.hasActivity()) {
            text.append(event.activityId());
        }
        final UUID related = event.relatedActivityId();
        text.append(',').append(related == null ? "" : related).append(',').append(event.isLate() ? "true" : "")
                .append(',').append(event.weight()).append(',');
        final String host = event.host();
        fields.appendTextCell(text, host == null ? "" : host);
    }

    /** File of one kind, or its buffered rows. */
    private final class Table {
        private final List<String> columns;
        private final int fieldColumns;
        private final StringBuilder text = new StringBuilder();
        private int capacity;
        private final @Nullable AppendedFile file;

        Table(final String name, final int fieldColumns, final List<String> columns) {
            this.columns = columns;
            this.fieldColumns = fieldColumns;
            file = folder == null
                    ? null
                    : new AppendedFile(folder.resolve(name + ending()), gzip);
            text.append(columns.stream().map(column -> {
                final StringBuilder cell = new StringBuilder();
                fields.appendTextCell(cell, column);
                return cell;
            }).collect(Collectors.joining(","))).append(END_OF_ROW);
        }

        /** {@return the columns that all kinds of events have; they come first} */
        List<String> commonColumns() {
            return columns.subList(0, columns.size() - fieldColumns);
        }

        void endRow() throws IOException {
            if (text.length() >= FLUSH_CHARS) {
                flush();
            }
            waitingChars += text.capacity() - capacity;
            capacity = text.capacity();
            if (waitingChars > WAITING_CHARS_MAX) {
                for (final Table table : tables.values()) {
                    table.free();
                }
                lossTable().free();
                waitingChars = 0;
            }
        }

        private void free() throws IOException {
            flush();
            text.trimToSize();
            capacity = 0;
        }

        void flush() throws IOException {
            if (text.length() == 0) {
                return;
            }
            final byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            text.setLength(0);
            if (file != null) {
                file.append(bytes, bytes.length);
            } else if (single != null) {
                single.write(bytes);
            }
        }
    }
}
