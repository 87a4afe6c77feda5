package io.ringside.text;

import io.ringside.internal.render.IsoTime;
import io.ringside.internal.schema.NearestName;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Formats text and numbers for people. Stateless. */
public final class PlainText {
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\u0080-\\u009F\\u2028\\u2029\\p{Cf}]+");
    private static final char QUOTE = '"';

    private PlainText() {}

    /**
     * Returns text that is safe to print: a name from another process can neither control the terminal nor break a
     * line.
     *
     * @param text any
     * @return the text, with a space for each run of control and format characters
     */
    public static String of(final String text) {
        return CONTROL.matcher(text).replaceAll(" ");
    }

    /**
     * Returns a question to be appended to a message about a name that does not exist, such as
     * {@code , did you mean Orders?}
     *
     * @param typed the name that does not exist
     * @param names names that exist
     * @return a question about the most similar name, which differs in at most two characters and at most half of the
     *         typed name, ignoring letter case; empty if there is none
     */
    public static String suggestion(final String typed, final Collection<String> names) {
        return NearestName.of(typed, names).map(name -> ", did you mean " + name + "?").orElse("");
    }

    /**
     * Returns a number with grouped digits, such as {@code 1,234,567}.
     *
     * @param number any number
     * @return the text
     */
    public static String count(final long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /**
     * Returns a time in the format of ISO 8601, such as {@code 2026-01-31T08:00:00.000000000+01:00}.
     *
     * @param timeNs in nanoseconds since 1970
     * @param zone   zone in which the time is shown
     * @return the text, with nine decimals of the second and the offset from UTC
     */
    public static String time(final long timeNs, final ZoneId zone) {
        final StringBuilder text = new StringBuilder();
        new IsoTime(zone).append(text, timeNs);
        return text.toString();
    }

    /**
     * Joins the cells of a row of a table, all of them in quotation marks, of which those in a cell are doubled. A cell
     * is {@link #of plain text}, so it cannot break the line.
     *
     * @param cells     of any characters
     * @param separator between them
     * @return the line without its end
     */
    public static String cells(final List<String> cells, final char separator) {
        final StringBuilder line = new StringBuilder();
        for (final String cell : cells) {
            if (line.length() > 0) {
                line.append(separator);
            }
            line.append(QUOTE).append(of(cell).replace("\"", "\"\"")).append(QUOTE);
        }
        return line.toString();
    }

    /**
     * Takes a line apart.
     *
     * @param line      with cells in quotation marks, or without
     * @param separator between them
     * @return the cells, at least one
     */
    public static List<String> parseCells(final String line, final char separator) {
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
