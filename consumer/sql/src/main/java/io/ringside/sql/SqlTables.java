package io.ringside.sql;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.export.FormatNames;
import io.ringside.internal.sql.Columns;
import io.ringside.internal.sql.DuckDbEngine;
import io.ringside.internal.sql.EventTables;
import io.ringside.internal.sql.EventTables.Table;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import java.io.IOException;
import java.sql.Array;
import java.sql.Blob;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.agrona.concurrent.AgentTerminationException;
import org.duckdb.DuckDBStruct;
import org.jspecify.annotations.Nullable;

/**
 * Tables of events in memory, for queries: one for each kind of event, in a schema with the name of its provider, and
 * {@code losses}. They first receive events, as the handler of a reader, and then answer queries in DuckDB's SQL. Used
 * by one thread at a time, except for {@link #cancel}.
 */
public final class SqlTables implements EventHandler, AutoCloseable {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS",
            Locale.ROOT);

    /** Tables that users can query, as a view: DuckDB's own lists also contain the tables that the views read. */
    private static final String TABLES = "CREATE VIEW memory.main.tables AS SELECT schema_name AS provider, "
            + "view_name AS \"table\", column_count AS columns FROM duckdb_views() WHERE database_name = 'memory' AND "
            + "NOT internal AND NOT (schema_name = 'main' AND view_name = 'tables') ORDER BY ALL";

    /** Names of schemas and databases that DuckDB could confuse with a provider's schema. */
    private static final List<String> RESERVED = List.of("main", "information_schema", "pg_catalog", "memory", "system",
            "temp", EventTables.STORE);

    private final EventTables tables;
    private volatile @Nullable Statement running;
    private volatile boolean cancelled;
    private boolean ended;

    private SqlTables(final EventTables tables) {
        this.tables = tables;
    }

    /** Receiver of a query's result. */
    public interface RowHandler {
        /**
         * Called before the first row.
         *
         * @param columns names of the columns
         */
        void begin(List<String> columns);

        /**
         * Called for each row.
         *
         * @param values for each column a {@link Boolean}, {@link Number}, {@link String}, a list or map of these, or
         *               null; valid after the call
         */
        void row(List<@Nullable Object> values);
    }

    /**
     * Create tables without events.
     *
     * @return the tables, which the caller closes
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if DuckDB's library is missing, or another code if
     *                           temporary files cannot be created
     */
    public static SqlTables open() {
        return new SqlTables(DuckDbEngine.open());
    }

    /**
     * Store an event.
     *
     * @throws AgentTerminationException if the event cannot be stored, with a {@link RingsideException} as its cause:
     *                                   the reader must not continue
     */
    @Override
    public void onEvent(final EventView event) {
        try {
            tables.event(event);
        } catch (final IOException e) {
            throw new AgentTerminationException(notStored(e));
        }
    }

    /**
     * Store a loss.
     *
     * @throws AgentTerminationException if the loss cannot be stored, like {@link #onEvent}
     */
    @Override
    public void onGap(final GapView gap) {
        try {
            tables.gap(gap);
        } catch (final IOException e) {
            throw new AgentTerminationException(notStored(e));
        }
    }

    private static RingsideException notStored(final Exception cause) {
        return new RingsideException(ErrorCode.UNEXPECTED, "event cannot be stored in a table: reason="
                + cause.getMessage() + ": free space in the folder of temporary files, or select events", cause);
    }

    /** Creates the views, with names that users know. */
    private void end() throws IOException {
        ended = true;
        tables.flush();
        view("main.losses", tables.losses());
        final List<Table> all = tables.tables();
        final List<String> providers = all.stream().map(Table::provider).distinct().toList();
        final List<String> schemas = FormatNames.distinct(providers, providers, RESERVED, true);
        final Map<String, String> schemaOf = new HashMap<>();
        for (int i = 0; i < schemas.size(); i++) {
            schemaOf.put(providers.get(i), schemas.get(i));
            tables.execute("CREATE SCHEMA memory." + Columns.quoted(schemas.get(i)));
        }
        // Tables of different schemas may have the same name.
        final List<String> names = FormatNames.distinct(
                all.stream().map(table -> schemaOf.get(table.provider()) + '\n' + table.event()).toList(),
                all.stream().map(Table::text).toList(), List.of(), true);
        for (int i = 0; i < names.size(); i++) {
            final String[] parts = names.get(i).split("\n", 2);
            view(Columns.quoted(parts[0]) + '.' + Columns.quoted(parts[1]), all.get(i));
            if (!parts[1].equals(all.get(i).event()) && isFirstOfItsVersions(all, i)) {
                view(Columns.quoted(parts[0]) + '.' + Columns.quoted(all.get(i).event()), all.get(i));
            }
        }
        tables.execute(TABLES);
    }

    /**
     * {@return whether a table is the first of its event, and no other event has the same name ignoring letter case}
     * The event's plain name then means this table.
     */
    private static boolean isFirstOfItsVersions(final List<Table> all, final int index) {
        final Table table = all.get(index);
        for (int i = 0; i < all.size(); i++) {
            final Table other = all.get(i);
            final boolean isSame = other.provider().equals(table.provider()) && other.event().equals(table.event());
            if (isSame
                    ? i < index
                    : other.provider().equals(table.provider()) && other.event().equalsIgnoreCase(table.event())) {
                return false;
            }
        }
        return true;
    }

    private void view(final String name, final Table table) throws IOException {
        tables.execute("CREATE VIEW memory." + name + " AS " + table.query());
    }

    /**
     * Run a query, after all events have been received.
     *
     * @param sql  one or several statements; the last may have a result
     * @param rows receives the result, if there is one
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if it fails or was canceled
     */
    public void query(final String sql, final RowHandler rows) {
        try {
            if (!ended) {
                end();
            }
        } catch (final IOException e) {
            throw notStored(e);
        }
        try (Statement statement = tables.connection().createStatement()) {
            running = statement;
            if (!cancelled && statement.execute(sql)) {
                try (ResultSet result = statement.getResultSet()) {
                    hand(result, rows);
                }
            }
        } catch (final SQLException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "query failed: reason=" + EventTables.reason(e)
                    + ": 'from tables' lists tables, 'describe TABLE' their columns", e);
        } finally {
            running = null;
        }
    }

    /** Cancel the running query, which fails; later queries do nothing. May be called by any thread. */
    public void cancel() {
        cancelled = true;
        final Statement statement = running;
        if (statement != null) {
            try {
                statement.cancel();
            } catch (final SQLException e) {
                // The query has ended.
            }
        }
    }

    private static void hand(final ResultSet result, final RowHandler rows) throws SQLException {
        final ResultSetMetaData about = result.getMetaData();
        final List<String> columns = new ArrayList<>();
        final List<Boolean> times = new ArrayList<>();
        for (int i = 1; i <= about.getColumnCount(); i++) {
            columns.add(about.getColumnName(i));
            times.add(
                    about.getColumnTypeName(i).startsWith("TIMESTAMP") && !about.getColumnTypeName(i).contains("ZONE"));
        }
        rows.begin(columns);
        while (result.next()) {
            final List<@Nullable Object> row = new ArrayList<>(columns.size());
            for (int i = 1; i <= columns.size(); i++) {
                // Other getters use the time zone of this process, in which some hours do not exist.
                row.add(plain(times.get(i - 1) ? result.getObject(i, LocalDateTime.class) : result.getObject(i)));
            }
            rows.row(row);
        }
    }

    private static @Nullable Object plain(final @Nullable Object value) throws SQLException {
        if (value == null || value instanceof Boolean || value instanceof Number || value instanceof String) {
            return value;
        }
        if (value instanceof final LocalDateTime time) {
            return TIME.format(time);
        }
        if (value instanceof final Timestamp time) {
            return TIME.format(time.toLocalDateTime());
        }
        if (value instanceof final Blob blob) {
            return HexFormat.of().formatHex(blob.getBytes(1, (int) blob.length()));
        }
        if (value instanceof final Array array) {
            return list((Object[]) array.getArray());
        }
        if (value instanceof final DuckDBStruct struct) {
            return map(struct.getMap());
        }
        return value instanceof final Map<?, ?> map ? map(map) : value.toString();
    }

    private static List<@Nullable Object> list(final @Nullable Object[] values) throws SQLException {
        final List<@Nullable Object> list = new ArrayList<>(values.length);
        for (final Object value : values) {
            list.add(plain(value));
        }
        return list;
    }

    private static Map<String, @Nullable Object> map(final Map<?, ?> values) throws SQLException {
        final Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (final Map.Entry<?, ?> entry : values.entrySet()) {
            map.put(String.valueOf(plain(entry.getKey())), plain(entry.getValue()));
        }
        return map;
    }

    /** Removes the tables. */
    @Override
    public void close() {
        try {
            tables.close();
        } catch (final IOException e) {
            throw notStored(e);
        }
    }
}
