package io.ringside.cli.counters;

import io.ringside.cli.render.CounterLines;
import io.ringside.reader.counter.CounterQuery;
import io.ringside.text.PlainText;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A table of samples in the format of typeperf: a column for each path that has a value in the first sample, and a
 * blank for each missing value. Not thread-safe.
 */
final class CounterTable {
    private static final char TAB = '\t';
    private static final String COMMA_CORNER = "(PDH-CSV 4.0)";
    private static final String TAB_CORNER = "(PDH-TSV 4.0)";
    /** Format of the first column, local time. */
    static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("MM/dd/yyyy HH:mm:ss.SSS", Locale.ROOT);
    private static final String BLANK = " ";

    private final char separator;
    private final List<String> columns = new ArrayList<>();
    private boolean isComplete = true;

    /** Creates a table whose cells are separated by tabs or by commas. */
    CounterTable(final boolean byTabs) {
        separator = separator(byTabs);
    }

    static char separator(final boolean byTabs) {
        return byTabs ? TAB : ',';
    }

    /** Returns the first heading, which identifies files of samples. */
    static String corner(final boolean byTabs) {
        return byTabs ? TAB_CORNER : COMMA_CORNER;
    }

    /** The line of headings; decides on the columns. */
    String header(final List<CounterQuery.Row> rows) {
        columns.addAll(byColumn(rows).keySet());
        final List<String> cells = new ArrayList<>(List.of(corner(separator == TAB)));
        final String machine = "\\\\" + CounterQuery.machineName();
        columns.forEach(column -> cells.add(machine + column));
        return PlainText.cells(cells, separator);
    }

    /** The line of a sample. */
    String line(final LocalDateTime time, final List<CounterQuery.Row> rows) {
        final Map<String, CounterQuery.Row> byColumn = byColumn(rows);
        final List<String> cells = new ArrayList<>(List.of(TIME.format(time)));
        for (final String column : columns) {
            final CounterQuery.Row row = byColumn.remove(column);
            cells.add(row == null || !CounterLines.value(row).status().isValid()
                    ? BLANK
                    : String.format(Locale.ROOT, "%.6f", CounterLines.value(row).asDouble()));
        }
        isComplete &= byColumn.isEmpty();
        return PlainText.cells(cells, separator);
    }

    /** Whether every row so far had a column. */
    boolean isComplete() {
        return isComplete;
    }

    /** Several processes may have one path: those after the first get a column of the same heading each. */
    static Map<String, CounterQuery.Row> byColumn(final List<CounterQuery.Row> rows) {
        final Map<String, CounterQuery.Row> byColumn = new LinkedHashMap<>();
        final Map<String, Integer> counts = new HashMap<>();
        for (final CounterQuery.Row row : rows) {
            final String path = row.path().toString();
            final int count = counts.merge(path, 1, Integer::sum);
            byColumn.put(count == 1 ? path : path + " (" + count + ")", row);
        }
        return byColumn;
    }
}
