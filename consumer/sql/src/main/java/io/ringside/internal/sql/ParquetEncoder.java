package io.ringside.internal.sql;

import io.ringside.internal.export.EventEncoder;
import io.ringside.internal.export.FormatNames;
import io.ringside.internal.sql.EventTables.Table;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Encoder of Parquet: a file for each kind of event, and one for losses. Events wait in tables, and the files are
 * written at the end. Not thread-safe.
 */
final class ParquetEncoder implements EventEncoder {
    private static final String LOSSES_FILE = "losses";
    /** DuckDB's default number of rows in a group, which wait in memory, and its minimum. */
    private static final long GROUP_ROWS_MAX = 122_880;
    private static final long GROUP_ROWS_MIN = 2_048;
    private static final long GROUP_BYTES = 32L << 20;

    private final EventTables tables;
    private final Path folder;

    ParquetEncoder(final EventTables tables, final Path folder) {
        this.tables = tables;
        this.folder = folder;
    }

    @Override
    public void event(final EventView event) throws IOException {
        tables.event(event);
    }

    @Override
    public void gap(final GapView gap, final long timeNs) throws IOException {
        tables.gap(gap);
    }

    @Override
    public void end() throws IOException {
        tables.flush();
        final List<Table> all = tables.tables();
        final List<String> names = FormatNames.distinct(
                all.stream().map(table -> FormatNames.FILES.of(table.provider() + '.' + table.event())).toList(),
                all.stream().map(Table::text).toList(), List.of(LOSSES_FILE), true);
        for (int i = 0; i < names.size(); i++) {
            write(all.get(i), names.get(i));
        }
        write(tables.losses(), LOSSES_FILE);
        tables.close();
    }

    private void write(final Table table, final String name) throws IOException {
        final long rows = Math.max(GROUP_ROWS_MIN, Math.min(GROUP_ROWS_MAX, GROUP_BYTES / table.rowBytes()));
        tables.execute("COPY (" + table.query() + ") TO "
                + Columns.literal(folder.resolve(name + ".parquet").toString())
                + " (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE " + rows
                // DuckDB's dictionaries treat -0.0 as 0.0.
                + (table.hasFloats() ? ", DICTIONARY_SIZE_LIMIT 0)" : ")"));
        tables.drop(table);
    }

    @Override
    public void close() {
        try {
            tables.close();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
