package io.ringside.cli.render;

import io.ringside.text.PlainText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Rows under headings, columns aligned: numbers to the right, all else to the left. A table that has no end is printed
 * block by block. For one thread.
 */
public final class TextTable {
    private static final Pattern NUMBER = Pattern.compile("-?[\\d,]+(\\.\\d+)?");
    /** Also one with a unit, or none where others are. */
    private static final Pattern QUANTITY = Pattern.compile("(-?\\d[\\d,]*(\\.\\d+)?([eE][-+]?\\d+)?( \\D.*)?)?");
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();
    private final int columns;
    private final int[] widths;
    private final boolean[] texts;
    private boolean headed;

    /**
     * A table without rows.
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
     * Add a row.
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

    /** Whether there is nothing below the headings. */
    public boolean isEmpty() {
        return rows.size() == 1;
    }

    /** The lines, headings first. */
    public List<String> lines() {
        // Once for all lines: each of the two reads every row.
        final int[] all = IntStream.range(0, columns).map(this::width).toArray();
        final boolean[] numeric = new boolean[columns];
        for (int column = 0; column < columns; column++) {
            numeric[column] = isNumeric(column);
        }
        return rows.stream().map(cells -> line(cells, all, numeric)).toList();
    }

    /**
     * The lines of the rows that were added since the last call; the first time below the headings. Columns become
     * wider when they have to, and never narrower.
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
