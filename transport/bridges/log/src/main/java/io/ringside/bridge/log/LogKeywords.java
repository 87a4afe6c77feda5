package io.ringside.bridge.log;

import io.ringside.RingsideException;
import java.util.ArrayList;
import java.util.List;

/**
 * Keywords of loggers by the beginning of their names: the first prefix has keyword 0x1, the second one 0x2, and so on.
 * A logger has the keyword of the longest prefix that is its name or, up to a dot, the beginning of it. Immutable.
 */
public final class LogKeywords {
    /** Most prefixes: each of them has an event for each level. */
    public static final int PREFIXES_MAX = 16;

    /** No logger has a keyword. */
    public static final LogKeywords NONE = new LogKeywords(List.of());

    /** Row of loggers that have no keyword. */
    static final int NO_ROW = 0;

    private final List<String> prefixes;

    private LogKeywords(final List<String> prefixes) {
        this.prefixes = List.copyOf(prefixes);
    }

    /**
     * Read a list such as {@code com.acme.db, com.acme}.
     *
     * @param text names of loggers or of what they have in front, with commas between them; empty for none
     * @return the keywords
     * @throws RingsideException if one is given twice, or there are more than {@link #PREFIXES_MAX}
     */
    public static LogKeywords parse(final String text) {
        final List<String> prefixes = new ArrayList<>();
        for (final String part : text.split(",", -1)) {
            final String prefix = part.strip();
            if (prefixes.contains(prefix)) {
                throw RingsideException
                        .invalidArgument("logger has two keywords: logger=" + prefix + ", keywords=" + text
                                + ": name it once");
            }
            if (!prefix.isEmpty()) {
                prefixes.add(prefix);
            }
        }
        if (prefixes.size() > PREFIXES_MAX) {
            throw RingsideException
                    .invalidArgument("too many keywords of loggers: keywords=" + prefixes.size() + ", max="
                            + PREFIXES_MAX + ": name what the loggers have in common");
        }
        return new LogKeywords(prefixes);
    }

    /** {@return the prefixes, in the order of their keywords} */
    public List<String> prefixes() {
        return prefixes;
    }

    /** {@return 0 for a logger without keyword, else 1 more than the place of its prefix} */
    int rowOf(final String logger) {
        int row = NO_ROW;
        int longest = -1;
        for (int i = 0; i < prefixes.size(); i++) {
            final String prefix = prefixes.get(i);
            final int length = prefix.length();
            if (length > longest && logger.startsWith(prefix)
                    && (logger.length() == length || logger.charAt(length) == '.')) {
                row = i + 1;
                longest = length;
            }
        }
        return row;
    }

    /** {@return the keyword of a row, 0 for the one without} */
    static long keyword(final int row) {
        return row == NO_ROW ? 0 : 1L << (row - 1);
    }

    @Override
    public String toString() {
        return String.join(",", prefixes);
    }
}
