package io.ringside.internal.layout;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One row of a layout page's table.
 *
 * @param offset of the field in its structure, in bytes
 * @param length of the field in bytes
 * @param type   as the page says it
 * @param name   words of the constant's name, in small letters
 */
record LayoutField(long offset, long length, String type, String name) {
    private static final Pattern ROW = Pattern
            .compile("\\|\\s*(\\d+)\\s*\\|\\s*(\\d+)\\s*\\|([^|]*)\\|\\s*`?([a-z][a-z ]*?)`?\\s*\\|.*");
    private static final Map<String, Integer> WIDTHS = Map.of("i8", 1, "i16", 2, "i32", 4, "i64", 8);

    /** Read a line of a page; null if it is no row of a table. */
    static LayoutField parse(final String line) {
        final Matcher matcher = ROW.matcher(line);
        return matcher.matches()
                ? new LayoutField(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)),
                        matcher.group(3).strip(), matcher.group(4))
                : null;
    }

    boolean isReserved() {
        return name.startsWith("reserved");
    }

    void checkType(final String where) {
        final Integer width = WIDTHS.get(type);
        if (width != null) {
            assertThat(length).as("%s: length of '%s', an %s", where, name, type).isEqualTo((long) width);
            assertThat(offset % width).as("%s: misalignment of '%s', an %s", where, name, type).isZero();
        }
    }

    long end() {
        return offset + length;
    }
}
