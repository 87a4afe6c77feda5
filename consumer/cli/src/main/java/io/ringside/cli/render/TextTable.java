package io.ringside.cli.render;

import io.ringside.text.PlainText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Rows under headings, in aligned columns: numbers to the right, everything else to the left. A continuous table is
 * printed block by block. Not thread-safe.
 */
public final class TextTable {
    private static final Pattern NUMBER = Pattern.compile("-?[\\d,]+(\\.\\d+)?");
    /** A number with or without a unit, or an empty cell. */
    private static final Pattern QUANTITY = Pattern.compile("(-?\\d[\\d,]*(\\.\\d+)?([eE][-+]?\\d+)?( \\D.*)?)?");
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();
    private final int columns;
    private final int[] widths;
    private final boolean[] texts;
    private boolean headed;

    /**
     * Creates a table without rows.
     *
     * @param headings of the columns
     */
    public TextTable(final String... headings) {
        columns = headings.length;
        widths = new int[columns];
        texts = new boolean[columns];
        rows.add(Arrays.stream(headings).map(PlainText::of).toList());
    }

    /**
     * Adds a row.
     *
     * @param cells one for each column
     */
    public TextTable row(final Object... cells) {
        if (cells.length != columns) {
            throw new IllegalArgumentException("row does not fit: cells=" + cells.length + ", columns=" + columns);
        }
        rows.add(Arrays.stream(cells).map(cell -> PlainText.of(String.valueOf(cell))).toList());
        return this;
    }

    /** Whether the table has no rows. */
    public boolean isEmpty() {
        return rows.size() == 1;
    }

    /** Returns the lines, headings first. */
    public List<String> lines() {
        // Calculated once for all lines, because both calculations read every row.
        final int[] all = IntStream.range(0, columns).map(this::width).toArray();
        final boolean[] numeric = new boolean[columns];
        for (int column = 0; column < columns; column++) {
            numeric[column] = isNumeric(column);
        }
        return rows.stream().map(cells -> line(cells, all, numeric)).toList();
    }

    /**
     * Returns the lines of the rows added since the last call, at the first call with the headings. Columns become
     * wider when necessary, and never narrower.
     */
    public List<String> nextLines() {
        final boolean[] numeric = new boolean[columns];
        for (int column = 0; column < columns; column++) {
            final int at = column;
            widths[column] = Math.max(widths[column], width(column));
            texts[column] |= !rows.stream().skip(1).allMatch(row -> QUANTITY.matcher(row.get(at)).matches());
            numeric[column] = !texts[column];
        }
        final List<String> lines = rows.stream().skip(headed ? 1 : 0).map(cells -> line(cells, widths, numeric))
                .toList();
        headed = true;
        rows.subList(1, rows.size()).clear();
        return lines;
    }

    private String line(final List<String> cells, final int[] columnWidths, final boolean[] numeric) {
        final StringBuilder line = new StringBuilder();
        for (int column = 0; column < columns; column++) {
            final String cell = cells.get(column);
            final String padding = " ".repeat(columnWidths[column] - cell.length());
            line.append(numeric[column] ? padding + cell : cell + padding).append(GAP);
        }
        return line.toString().stripTrailing();
    }

    private int width(final int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }

    private boolean isNumeric(final int column) {
        return rows.stream().skip(1).allMatch(row -> NUMBER.matcher(row.get(column)).matches());
    }
}
