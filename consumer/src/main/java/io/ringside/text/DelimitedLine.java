package io.ringside.text;

import java.util.ArrayList;
import java.util.List;

/**
 * Converts the cells of a table to a line and back. Cells are in quotation marks; those within a cell are doubled. A
 * cell is {@link PlainText}: text from another process can neither control the terminal nor break the line. Stateless.
 */
public final class DelimitedLine {
    private static final char QUOTE = '"';

    private DelimitedLine() {}

    /**
     * Joins cells to a line.
     *
     * @param cells     texts with any characters
     * @param separator separator between cells
     * @return the line without a line end
     */
    public static String of(final List<String> cells, final char separator) {
        final StringBuilder line = new StringBuilder();
        for (final String cell : cells) {
            if (line.length() > 0) {
                line.append(separator);
            }
            line.append(QUOTE).append(PlainText.of(cell).replace("\"", "\"\"")).append(QUOTE);
        }
        return line.toString();
    }

    /**
     * Splits a line into cells.
     *
     * @param line      line whose cells are in quotation marks or not
     * @param separator separator between cells
     * @return the cells, at least one
     */
    public static List<String> parse(final String line, final char separator) {
        final List<String> cells = new ArrayList<>();
        final StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            final char c = line.charAt(i);
            if (c == QUOTE && quoted && i + 1 < line.length() && line.charAt(i + 1) == QUOTE) {
                cell.append(QUOTE);
                i++;
            } else if (c == QUOTE) {
                quoted = !quoted;
            } else if (c == separator && !quoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        cells.add(cell.toString());
        return cells;
    }
}
