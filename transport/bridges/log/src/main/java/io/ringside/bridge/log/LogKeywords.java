package io.ringside.bridge.log;

import io.ringside.RingsideException;
import java.util.ArrayList;
import java.util.List;

/**
 * Keywords of loggers by prefixes of their names: the first prefix has keyword 0x1, the second one 0x2, and so on. A
 * logger has the keyword of the longest prefix that equals its name, or its beginning up to a dot. Immutable.
 */
public final class LogKeywords {
    /** Maximum number of prefixes: each has its own event for each level. */
    public static final int PREFIXES_MAX = 16;

    /** Keywords without any prefix. */
    public static final LogKeywords NONE = new LogKeywords(List.of());

    /** Row of loggers without a keyword. */
    static final int NO_ROW = 0;

    private final List<String> prefixes;

    private LogKeywords(final List<String> prefixes) {
        this.prefixes = List.copyOf(prefixes);
    }

    /**
     * Parses a list such as {@code com.acme.db, com.acme}.
     *
     * @param text names or prefixes of loggers, separated by commas; empty for none
     * @return the keywords
     * @throws RingsideException if a prefix is repeated, or there are more than {@link #PREFIXES_MAX}
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

    /** {@return 0 for a logger without keyword, else the index of its prefix plus 1} */
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

    /** {@return the keyword of a row, 0 for loggers without one} */
    static long keyword(final int row) {
        return row == NO_ROW ? 0 : 1L << (row - 1);
    }

    @Override
    public String toString() {
        return String.join(",", prefixes);
    }
}
