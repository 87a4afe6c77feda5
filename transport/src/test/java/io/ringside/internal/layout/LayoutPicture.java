package io.ringside.internal.layout;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The picture of a structure: the cells of a fenced block, each at the offset that its row and column show. The ruler
 * above the first row numbers the bytes of a row from 0. A cell that begins with a letter begins a field; any other
 * (blank, dots) continues the previous one.
 */
final class LayoutPicture {
    private static final Pattern RULER = Pattern.compile("\\s*offset\\s+0\\s.*\\s(\\d+)\\s*");
    private static final Pattern ROW = Pattern.compile("\\s*(\\d+)\\s+\\|(.*?)\\|[^|]*");
    private static final Pattern BORDER = Pattern.compile("\\s*\\+([-=+]+)\\+.*");

    private record Cell(long offset, String text) {}

    private final String where;
    private final List<Cell> cells;

    private LayoutPicture(final String where, final List<Cell> cells) {
        this.where = where;
        this.cells = cells;
    }

    /** Whether a line of a page numbers the bytes of a picture. */
    static boolean isRuler(final String line) {
        return RULER.matcher(line).matches();
    }

    static LayoutPicture parse(final String where, final List<String> body) {
        final List<Cell> cells = new ArrayList<>();
        boolean inside = false;
        int width = 0;
        int bytes = 0;
        for (final String line : body) {
            if (line.startsWith("```")) {
                inside = !inside;
            } else if (inside) {
                final Matcher border = BORDER.matcher(line);
                final Matcher ruler = RULER.matcher(line);
                if (border.matches()) {
                    width = border.group(1).length() + 1;
                } else if (ruler.matches()) {
                    bytes = Integer.parseInt(ruler.group(1)) + 1;
                } else {
                    addCells(where, line, width, bytes, cells);
                }
            }
        }
        assertThat(cells).as("%s: rows 'offset |cell|' of a picture", where).isNotEmpty();
        return new LayoutPicture(where, cells);
    }

    private static void addCells(final String where, final String line, final int width, final int bytes,
            final List<Cell> cells) {
        final int end = line.lastIndexOf('|');
        final Matcher row = ROW.matcher(end < 0 ? line : line.substring(0, end + 1));
        final int begin = line.indexOf('|');
        if (begin < 0 || !row.matches()) {
            return;
        }
        assertThat(width).as("%s: a border line before the row: %s", where, line).isPositive();
        assertThat(bytes).as("%s: a ruler 'offset 0 1 …' before the row: %s", where, line).isPositive();
        assertThat(end - begin).as("%s: width of the row: %s", where, line).isEqualTo(width);
        final long offset = Long.parseLong(row.group(1));
        int column = begin;
        while (column < end) {
            final int next = line.indexOf('|', column + 1);
            final long within = Math.round((double) bytes * (column - begin) / width);
            cells.add(new Cell(offset + within, line.substring(column + 1, next).strip()));
            column = next;
        }
    }

    void agreesWith(final List<LayoutField> fields) {
        final Set<LayoutField> begun = new HashSet<>();
        long before = -1;
        for (final Cell cell : cells) {
            assertThat(cell.offset()).as("%s: picture goes downwards at '%s'", where, cell.text())
                    .isGreaterThan(before);
            before = cell.offset();
            if (cell.text().isEmpty() || !Character.isLetter(cell.text().charAt(0))) {
                assertThat(fields).as("%s: picture continues a field at %d", where, cell.offset())
                        .anyMatch(field -> field.offset() < cell.offset() && cell.offset() < field.end());
            } else {
                begun.add(fieldOf(cell, fields));
            }
        }
        assertThat(fields).as("%s: rows of the table that begin in the picture", where).allMatch(begun::contains);
    }

    private LayoutField fieldOf(final Cell cell, final List<LayoutField> fields) {
        for (final LayoutField field : fields) {
            if (field.offset() == cell.offset()) {
                assertThat(cell.text() + " ").as("%s: name in the picture at %d", where, cell.offset())
                        .startsWith(field.name() + " ");
                return field;
            }
        }
        throw new AssertionError(where + ": picture shows at " + cell.offset() + " '" + cell.text()
                + "', where the table begins nothing");
    }
}
