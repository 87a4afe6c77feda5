package io.ringside.internal.sql;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.export.EventNames;
import io.ringside.internal.export.FormatNames;
import io.ringside.reader.EventLines;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.SbeSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.agrona.IoUtil;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/**
 * Events and losses in tables of a database in this process, which moves data that exceed its memory to a folder. Not
 * thread-safe.
 */
public final class EventTables implements AutoCloseable {
    /** Maximum number of kinds of events: each has a table. */
    static final int KINDS_MAX = 1_000;
    /** Schema of the tables. Their names are numbers, because names of events may contain any characters. */
    public static final String STORE = "ringside_store";

    private static final String MEMORY = "512MB";
    private static final int THREADS_MAX = 4;
    /** Maximum number of appenders: each has space for 2,048 rows. */
    private static final int APPENDERS_MAX = 64;
    /** Maximum number of payload bytes that wait in appenders. */
    private static final long WAITING_BYTES_MAX = 16L << 20;
    /** Approximate size of a row without its payload. */
    private static final int ROW_BYTES = 100;
    private static final List<ColumnType> HEAD = List.of(ColumnType.TIME, ColumnType.INT64, ColumnType.INT32,
            ColumnType.UINT8, ColumnType.UINT8, ColumnType.UINT64, ColumnType.UINT8, ColumnType.INT32, ColumnType.INT64,
            ColumnType.INT64, ColumnType.TEXT, ColumnType.ID, ColumnType.ID, ColumnType.BOOLEAN, ColumnType.TEXT,
            ColumnType.INT64);

    private final Path spill;
    private final DuckDBConnection connection;
    private final FieldValues fields = new FieldValues();
    private final IdentityHashMap<EventSchema, Table> known = new IdentityHashMap<>();
    private final Map<Kind, Table> tables = new LinkedHashMap<>();
    private final Map<Table, DuckDBAppender> appenders = new LinkedHashMap<>(APPENDERS_MAX, 0.75f, true);
    private final Table losses;
    private int created;
    private long waitingBytes;
    private boolean closed;

    /**
     * Properties that a table's events share. Versions and levels are columns: only other fields need another table.
     */
    private record Kind(String provider, String event, List<FieldSchema> fields, @Nullable SbeSchema sbe,
            boolean isKnown) {}

    /** Table of one kind of events. */
    public static final class Table {
        private final Kind kind;
        private final String name;
        private final Columns columns;
        private final @Nullable Object[] row;
        private long rows;
        private long bytes;

        private Table(final Kind kind, final int number, final Columns columns) {
            this.kind = kind;
            this.name = "t" + number;
            this.columns = columns;
            this.row = new Object[columns.stored().size()];
        }

        public String provider() {
            return kind.provider;
        }

        public String event() {
            return kind.event;
        }

        /** {@return a text that distinguishes this table from all others} */
        public String text() {
            return FormatNames.textOf(kind.provider, kind.event, kind.fields);
        }

        /** {@return a query for all rows} */
        public String query() {
            return columns.select(STORE + '.' + name);
        }

        /** {@return whether a value may be a floating-point number, at any depth} */
        boolean hasFloats() {
            return kind.sbe != null || hasFloats(kind.fields);
        }

        private static boolean hasFloats(final List<FieldSchema> fields) {
            return fields.stream().anyMatch(field -> switch (field.type()) {
                case FLOAT, DOUBLE -> true;
                default -> hasFloats(field.members());
            });
        }

        /** {@return approximate size of a row in bytes} */
        long rowBytes() {
            return ROW_BYTES + (rows == 0 ? 0 : bytes / rows);
        }
    }

    /**
     * Opens a database.
     *
     * @param spill folder for data that exceed the memory; removed at the end
     */
    EventTables(final Path spill) throws IOException {
        this.spill = spill;
        connection = open();
        boolean opened = false;
        try {
            execute("SET memory_limit = '" + MEMORY + '\'');
            execute("SET threads = " + Math.min(THREADS_MAX, Runtime.getRuntime().availableProcessors()));
            execute("SET temp_directory = " + Columns.literal(spill.toString()));
            // Never use the network unless the user requests it.
            execute("SET autoinstall_known_extensions = false");
            execute("ATTACH ':memory:' AS " + STORE);
            losses = create(new Kind("", "losses", List.of(), null, false),
                    new Columns().add(ColumnType.TIME, "time").add(ColumnType.TIME, "until")
                            .add(ColumnType.INT64, "lost").add(ColumnType.TEXT, "cause").add(ColumnType.INT64, "events")
                            .add(ColumnType.INT64, "pid").add(ColumnType.INT64, "tid").add(ColumnType.TEXT, "thread"));
            opened = true;
        } finally {
            if (!opened) {
                close();
            }
        }
    }

    private static DuckDBConnection open() throws IOException {
        final Properties settings = new Properties();
        settings.setProperty("jdbc_stream_results", "true");
        try {
            return DriverManager.getConnection("jdbc:duckdb:", settings).unwrap(DuckDBConnection.class);
        } catch (final SQLException e) {
            throw failure(e);
        }
    }

    public DuckDBConnection connection() {
        return connection;
    }

    /** {@return the tables of all kinds so far} */
    public List<Table> tables() {
        return List.copyOf(tables.values());
    }

    public Table losses() {
        return losses;
    }

    public void event(final EventView event) throws IOException {
        final EventSchema schema = event.schema();
        Table table = schema == null ? null : known.get(schema);
        if (table == null) {
            table = table(event, schema);
            if (schema != null) {
                // Schemas that describe themselves may be read anew for each event.
                if (known.size() > KINDS_MAX) {
                    known.clear();
                }
                known.put(schema, table);
            }
        }
        final @Nullable Object[] row = table.row;
        setHead(row, event);
        if (schema != null) {
            fields.read(event, schema, table.columns.stored(), row, HEAD.size());
        } else if (event.isString()) {
            row[HEAD.size()] = String.valueOf(event.string());
        } else {
            final byte[] payload = new byte[event.payloadLength()];
            event.buffer().getBytes(event.payloadOffset(), payload);
            row[HEAD.size()] = payload;
        }
        append(table, event.payloadLength());
    }

    public void gap(final GapView gap) throws IOException {
        final List<Object[]> rows = new ArrayList<>();
        EventLines.forEachFate(gap, (fate, count, isLost) -> rows.add(new Object[]{isLost ? count : 0L, fate, count}));
        for (final Object[] fate : rows) {
            final @Nullable Object[] row = losses.row;
            row[0] = gap.fromTimeNs();
            row[1] = gap.toTimeNs();
            System.arraycopy(fate, 0, row, 2, fate.length);
            row[5] = gap.processId();
            row[6] = gap.threadId();
            row[7] = gap.threadName();
            append(losses, 0);
        }
    }

    private static void setHead(final @Nullable Object[] row, final EventView event) {
        final EventDescriptor descriptor = event.descriptor();
        final UUID related = event.relatedActivityId();
        final List<String> stack = event.stack();
        row[0] = event.timeNs();
        row[1] = event.timeTicks();
        row[2] = (long) descriptor.id();
        row[3] = (long) descriptor.version();
        row[4] = (long) descriptor.level();
        row[5] = descriptor.keyword();
        row[6] = (long) descriptor.opcode();
        row[7] = (long) descriptor.task();
        row[8] = event.processId();
        row[9] = event.threadId();
        row[10] = EventNames.thread(event);
        row[11] = event.activityId();
        row[12] = related;
        row[13] = event.isLate();
        row[14] = stack.isEmpty() ? null : String.join("\n", stack);
        row[15] = event.weight();
    }

    private Table table(final EventView event, final @Nullable EventSchema schema) throws IOException {
        final String name = schema != null ? schema.name() : event.isString() ? EventNames.STRING : "unknown";
        final Kind kind = new Kind(event.providerName(), name, schema == null ? List.of() : schema.fields(),
                schema == null ? null : schema.sbe(), schema != null);
        Table table = tables.get(kind);
        if (table == null) {
            if (tables.size() >= KINDS_MAX) {
                throw new RingsideException(ErrorCode.LIMIT, "too many kinds of events for a table each: max="
                        + KINDS_MAX + ": select some of them");
            }
            table = create(kind, columns(kind, schema, event.isString()));
            tables.put(kind, table);
        }
        return table;
    }

    private static Columns columns(final Kind kind, final @Nullable EventSchema schema, final boolean isString) {
        final Columns columns = new Columns();
        columns.add(HEAD.get(0), "time").add(HEAD.get(1), "ticks").constant(kind.provider, "provider")
                .constant(kind.event, "event").add(HEAD.get(2), "id").add(HEAD.get(3), "version")
                .add(HEAD.get(4), "level").select(levelName("c4"), "levelName");
        final List<String> rest = List.of("keyword", "opcode", "task", "pid", "tid", "thread", "activityId",
                "relatedActivityId", "late", "stack", "weight");
        for (int i = 0; i < rest.size(); i++) {
            columns.add(HEAD.get(i + 5), rest.get(i));
        }
        if (schema != null) {
            return columns.fields(schema).add(ColumnType.TEXT, "$truncated").add(ColumnType.TEXT, "$unread");
        }
        return isString ? columns.add(ColumnType.TEXT, EventNames.STRING) : columns.add(ColumnType.BYTES, "payload");
    }

    private static String levelName(final String column) {
        return IntStream.rangeClosed(Level.LOG_ALWAYS, Level.VERBOSE)
                .mapToObj(level -> "WHEN " + level + " THEN " + Columns.literal(String.valueOf(Level.nameOf(level))))
                .collect(Collectors.joining(" ", "CASE " + column + ' ', " END"));
    }

    private Table create(final Kind kind, final Columns columns) throws IOException {
        final Table table = new Table(kind, created++, columns);
        execute("CREATE TABLE " + STORE + '.' + table.name + ' ' + columns.definition());
        return table;
    }

    private void append(final Table table, final int payloadBytes) throws IOException {
        try {
            final DuckDBAppender appender = appender(table);
            final List<ColumnType> types = table.columns.stored();
            appender.beginRow();
            for (int i = 0; i < types.size(); i++) {
                types.get(i).append(appender, table.row[i]);
            }
            appender.endRow();
        } catch (final SQLException e) {
            throw failure(e);
        }
        table.rows++;
        table.bytes += payloadBytes;
        waitingBytes += payloadBytes;
        if (waitingBytes > WAITING_BYTES_MAX) {
            flush();
        }
    }

    private DuckDBAppender appender(final Table table) throws SQLException {
        DuckDBAppender appender = appenders.get(table);
        if (appender == null) {
            if (appenders.size() >= APPENDERS_MAX) {
                final Iterator<DuckDBAppender> eldest = appenders.values().iterator();
                final DuckDBAppender closing = eldest.next();
                eldest.remove();
                closing.flush();
                closing.close();
            }
            appender = connection.createAppender(STORE, "main", table.name);
            appenders.put(table, appender);
        }
        return appender;
    }

    /** Appends all waiting rows to their tables. */
    public void flush() throws IOException {
        try {
            for (final DuckDBAppender appender : appenders.values()) {
                appender.flush();
            }
        } catch (final SQLException e) {
            throw failure(e);
        }
        waitingBytes = 0;
    }

    public void execute(final String sql) throws IOException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (final SQLException e) {
            throw failure(e);
        }
    }

    /** Removes a table whose rows are not needed any more. */
    void drop(final Table table) throws IOException {
        try {
            final DuckDBAppender appender = appenders.remove(table);
            if (appender != null) {
                appender.close();
            }
        } catch (final SQLException e) {
            throw failure(e);
        }
        execute("DROP TABLE " + STORE + '.' + table.name);
    }

    /** Closes the database. Waiting rows are discarded. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            connection.close();
        } catch (final SQLException e) {
            throw failure(e);
        } finally {
            IoUtil.delete(spill.toFile(), true);
        }
    }

    static IOException failure(final SQLException failure) {
        return new IOException(reason(failure), failure);
    }

    /** {@return DuckDB's message, without its excerpt of the query} */
    public static String reason(final SQLException failure) {
        return String.valueOf(failure.getMessage()).lines().map(String::strip)
                .takeWhile(line -> !line.startsWith("LINE ")).filter(line -> !line.isEmpty())
                .collect(Collectors.joining(" "));
    }
}
