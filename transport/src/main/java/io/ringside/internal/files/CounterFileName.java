package io.ringside.internal.files;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Name of a file of counters. Immutable.
 *
 * @param incarnation of the process that writes it
 * @param set         number of the counter set in its process, never used again
 * @param segment     number of the file among those of the set, from 0
 */
public record CounterFileName(Incarnation incarnation, int set, int segment) {
    private static final String NUMBER = "(0|[1-9][0-9]{0,8})";
    private static final Pattern PATTERN = Pattern
            .compile(Incarnation.REGEX + "\\." + NUMBER + "\\." + NUMBER + "\\.counters");
    private static final int SET_GROUP = 2;
    private static final int SEGMENT_GROUP = 3;

    /**
     * Read a name.
     *
     * @param name of a file
     * @return its parts, null if it is no such name
     */
    public static @Nullable CounterFileName parse(final String name) {
        final Matcher matcher = PATTERN.matcher(name);
        return matcher.matches()
                ? new CounterFileName(Incarnation.ofHex(matcher.group(1)),
                        Integer.parseInt(matcher.group(SET_GROUP)), Integer.parseInt(matcher.group(SEGMENT_GROUP)))
                : null;
    }

    /** The name of the file. */
    @Override
    public String toString() {
        return incarnation + "." + set + "." + segment + ".counters";
    }
}
