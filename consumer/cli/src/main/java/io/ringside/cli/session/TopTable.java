package io.ringside.cli.session;

import io.ringside.text.PlainText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Rows under headings that are fitted to a width by leaving out the least important columns. Immutable.
 *
 * @param columns of each row
 * @param rows    in the order in which they are shown
 */
record TopTable(List<Column> columns, List<Row> rows) {
    private static final String GAP = "  ";
    private static final String CUT = "…";

    TopTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /**
     * A column. Immutable.
     *
     * @param heading    of the column
     * @param rank       importance: 0 for a column that is always shown; among the others, the highest rank is left out
     *                   first
     * @param leastWidth width to which texts may be truncated; 0 for no truncation
     * @param numeric    whether texts are aligned as numbers
     * @param descending whether the greatest values come first by default
     */
    record Column(String heading, int rank, int leastWidth, boolean numeric, boolean descending) {
        static Column text(final String heading, final int rank) {
            return new Column(heading, rank, 0, false, false);
        }

        static Column number(final String heading, final int rank) {
            return new Column(heading, rank, 0, true, true);
        }

        /** Creates a column of numbers that are shown as the terms of their sum. */
        static Column sums(final String heading, final int rank) {
            return new Column(heading, rank, 0, false, true);
        }

        Column cutTo(final int width) {
            return new Column(heading, rank, width, numeric, descending);
        }
    }

    /**
     * A cell: its text, and the value by which rows are sorted. Immutable.
     *
     * @param text     one line of text
     * @param number   sort key; NaN if the cell has no number
     * @param alarming whether it shows a loss
     */
    record Cell(String text, double number, boolean alarming) {
        Cell {
            text = PlainText.of(text);
        }

        static Cell of(final String text) {
            return new Cell(text, Double.NaN, false);
        }

        static Cell of(final String text, final double number) {
            return new Cell(text, number, false);
        }
    }

    /**
     * A row. Immutable.
     *
     * @param key     identity of the row across readings
     * @param cells   one for each column
     * @param setting switch for this row; null if there is none
     * @param json    creates the row's JSON
     */
    record Row(Object key, List<Cell> cells, @Nullable EnablementSwitch setting, Supplier<CharSequence> json) {
        Row {
            cells = List.copyOf(cells);
        }

        boolean contains(final String lowerCase) {
            return cells.stream().map(Cell::text).collect(Collectors.joining(GAP)).toLowerCase(Locale.ROOT)
                    .contains(lowerCase);
        }
    }

    /** Returns the table with only the rows that contain a text, ignoring case. */
    TopTable filtered(final String text) {
        final String lowerCase = text.toLowerCase(Locale.ROOT);
        return new TopTable(columns, rows.stream().filter(row -> row.contains(lowerCase)).toList());
    }

    /** Returns the table sorted by a column. The sort is stable. */
    TopTable sorted(final int column, final boolean descending) {
        final Comparator<Row> order = Comparator
                .comparingDouble((Row row) -> orLeast(row.cells().get(column).number()))
                .thenComparing(row -> row.cells().get(column).text(), String.CASE_INSENSITIVE_ORDER);
        return new TopTable(columns,
                rows.stream().sorted(descending ? order.reversed() : order).toList());
    }

    private static double orLeast(final double number) {
        return Double.isNaN(number) ? Double.NEGATIVE_INFINITY : number;
    }

    /** Returns the lines fitted to a width, headings first. */
    List<TopLine> lines(final int width) {
        final int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = length(columns.get(i).heading());
            for (final Row row : rows) {
                widths[i] = Math.max(widths[i], length(row.cells().get(i).text()));
            }
        }
        fit(widths, width);
        final List<TopLine> lines = new ArrayList<>();
        final TopLine headings = new TopLine();
        for (int i = 0; i < widths.length; i++) {
            add(headings, columns.get(i).heading(), widths, i, TopLine.Style.HEADING);
        }
        lines.add(headings);
        for (final Row row : rows) {
            final TopLine line = new TopLine();
            for (int i = 0; i < widths.length; i++) {
                final Cell cell = row.cells().get(i);
                add(line, cell.text(), widths, i, cell.alarming() ? TopLine.Style.ALARM : TopLine.Style.PLAIN);
            }
            lines.add(line);
        }
        return lines;
    }

    /** Shortens texts that may be truncated, then removes columns by setting their widths to 0. */
    private void fit(final int[] widths, final int width) {
        while (total(widths) > width) {
            int cut = -1;
            int last = -1;
            for (int i = 0; i < widths.length; i++) {
                final Column column = columns.get(i);
                if (widths[i] > 0 && column.leastWidth() > 0 && widths[i] > column.leastWidth()
                        && (cut < 0 || widths[i] > widths[cut])) {
                    cut = i;
                }
                if (widths[i] > 0 && column.rank() > 0 && (last < 0 || column.rank() > columns.get(last).rank())) {
                    last = i;
                }
            }
            if (cut >= 0) {
                widths[cut]--;
            } else if (last >= 0) {
                widths[last] = 0;
            } else {
                return;
            }
        }
    }

    private static int total(final int... widths) {
        int total = 0;
        for (final int width : widths) {
            total += width == 0 ? 0 : width + GAP.length();
        }
        return total - GAP.length();
    }

    private void add(final TopLine line, final String text, final int[] widths, final int column,
            final TopLine.Style style) {
        if (widths[column] == 0) {
            return;
        }
        final String shown = length(text) <= widths[column] ? text : cut(text, widths[column]);
        final String padding = " ".repeat(widths[column] - length(shown));
        line.add(line.isEmpty() ? "" : GAP, style == TopLine.Style.HEADING ? style : TopLine.Style.PLAIN)
                .add(columns.get(column).numeric() ? padding + shown : shown + padding, style);
    }

    private static int length(final String text) {
        return text.codePointCount(0, text.length());
    }

    private static String cut(final String text, final int width) {
        return text.substring(0, text.offsetByCodePoints(0, Math.max(0, width - 1))) + CUT;
    }
}
