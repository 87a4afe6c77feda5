package io.ringside.internal.files;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Name of a request for counters, and of the answer to it. Immutable.
 *
 * @param asker  process that asks
 * @param number counts the requests of the asker, never used again
 * @param kind   which of both it is
 */
public record RequestFileName(Incarnation asker, long number, Kind kind) {
    private static final Pattern PATTERN = Pattern
            .compile(Incarnation.REGEX + "\\.(0|[1-9][0-9]{0,17})\\.(request|answer)");
    private static final int NUMBER_GROUP = 2;
    private static final int KIND_GROUP = 3;

    /** What a file is. */
    public enum Kind {
        /** Made by who asks, and taken away by it. */
        REQUEST,
        /** Made by who is asked. */
        ANSWER;

        private final String suffix = name().toLowerCase(Locale.ROOT);
    }

    /**
     * Read a name.
     *
     * @param name of a file
     * @return its parts, null if it is no such name
     */
    public static @Nullable RequestFileName parse(final String name) {
        final Matcher matcher = PATTERN.matcher(name);
        return matcher.matches()
                ? new RequestFileName(Incarnation.ofHex(matcher.group(1)),
                        Long.parseLong(matcher.group(NUMBER_GROUP)),
                        Kind.REQUEST.suffix.equals(matcher.group(KIND_GROUP)) ? Kind.REQUEST : Kind.ANSWER)
                : null;
    }

    /** The request, of which this may be the answer. */
    public RequestFileName request() {
        return new RequestFileName(asker, number, Kind.REQUEST);
    }

    /** The answer to it. */
    public RequestFileName answer() {
        return new RequestFileName(asker, number, Kind.ANSWER);
    }

    /** The name of the file. */
    @Override
    public String toString() {
        return asker + "." + number + "." + kind.suffix;
    }
}
