package io.ringside.cli.export;

import io.ringside.cli.console.Console;
import io.ringside.sql.SqlTables;
import io.ringside.text.JsonRow;
import io.ringside.text.PlainText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints the rows of a query. Not thread-safe. */
final class SqlOutput implements SqlTables.RowHandler {
    /** Number of first rows that determine the widths of columns. */
    private static final int SAMPLE_ROWS = 1_000;
    private static final String GAP = "  ";

    private final Console console;
    private final Form form;
    private final JsonRow json = new JsonRow();
    private final List<List<String>> sample = new ArrayList<>();
    private List<String> columns = List.of();
    private int[] widths = {};
    private boolean[] numbers = {};
    private boolean sampling;

    /** Format of printed rows. */
    enum Form {
        /** Aligned columns. */
        TEXT,
        /** One JSON object per line. */
        JSON,
        /** A heading, and one line per row. */
        CSV
    }

    SqlOutput(final Console console, final Form form) {
        this.console = console;
        this.form = form;
    }

    @Override
    public void begin(final List<String> names) {
        columns = names;
        if (form == Form.CSV) {
            csv(names);
        } else if (form == Form.TEXT) {
            widths = names.stream().mapToInt(name -> PlainText.of(name).length()).toArray();
            numbers = new boolean[names.size()];
            sampling = true;
            sample.add(names.stream().map(PlainText::of).toList());
        }
    }

    @Override
    public void row(final List<@Nullable Object> values) {
        switch (form) {
            case JSON -> json(values);
            case CSV -> csv(values);
            default -> text(values);
        }
    }

    /** Prints the rows that are still buffered. */
    void end() {
        if (sampling) {
            sampling = false;
            sample.forEach(this::print);
            sample.clear();
        }
    }

    private void json(final List<@Nullable Object> values) {
        json.begin();
        for (int i = 0; i < values.size(); i++) {
            append(json.name(columns.get(i)), values.get(i));
        }
        console.print(json.end());
    }

    private void csv(final List<? extends @Nullable Object> values) {
        final StringBuilder line = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            line.append(i == 0 ? "" : ",");
            final Object value = values.get(i);
            if (value != null) {
                appendCell(line, PlainText.of(plain(value)));
            }
        }
        console.print(line);
    }

    /** Appends a cell, in quotes if it needs them. */
    private static void appendCell(final StringBuilder line, final String cell) {
        if (cell.indexOf(',') < 0 && cell.indexOf('"') < 0) {
            line.append(cell);
        } else {
            line.append('"').append(cell.replace("\"", "\"\"")).append('"');
        }
    }

    private void text(final List<@Nullable Object> values) {
        final List<String> cells = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            final Object value = values.get(i);
            cells.add(value == null ? "-" : PlainText.of(plain(value)));
            if (sampling) {
                widths[i] = Math.max(widths[i], cells.get(i).length());
                numbers[i] |= value instanceof Number;
            }
        }
        if (sampling) {
            sample.add(cells);
            if (sample.size() > SAMPLE_ROWS) {
                end();
            }
        } else {
            print(cells);
        }
    }

    private void print(final List<String> cells) {
        final StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            final String padding = " ".repeat(Math.max(0, widths[i] - cells.get(i).length()));
            line.append(i == 0 ? "" : GAP).append(numbers[i] ? padding : "").append(cells.get(i))
                    .append(numbers[i] ? "" : padding);
        }
        console.print(line.toString().stripTrailing());
    }

    /** Returns a value as text; structs and lists become JSON. */
    private static String plain(final Object value) {
        if (value instanceof Map || value instanceof Collection) {
            final StringBuilder text = new StringBuilder();
            append(text, value);
            return text.toString();
        }
        return value.toString();
    }

    private static void append(final StringBuilder text, final @Nullable Object value) {
        if (value instanceof final Map<?, ?> map) {
            char separator = '{';
            for (final Map.Entry<?, ?> entry : map.entrySet()) {
                JsonRow.appendQuoted(text.append(separator), String.valueOf(entry.getKey()));
                append(text.append(':'), entry.getValue());
                separator = ',';
            }
            text.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof final Collection<?> list) {
            char separator = '[';
            for (final Object element : list) {
                append(text.append(separator), element);
                separator = ',';
            }
            text.append(list.isEmpty() ? "[]" : "]");
        } else if (value == null || value instanceof Boolean || (value instanceof Number && isFinite(value))) {
            text.append(value);
        } else {
            JsonRow.appendQuoted(text, value.toString());
        }
    }

    private static boolean isFinite(final Object number) {
        return !(number instanceof Double || number instanceof Float)
                || Double.isFinite(((Number) number).doubleValue());
    }
}
