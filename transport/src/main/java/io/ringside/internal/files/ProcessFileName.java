package io.ringside.internal.files;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Name of a file of which a process has one: its page, its alive file, or its ledger in a session's folder. Immutable.
 *
 * @param incarnation of the process
 * @param kind        of the file
 */
public record ProcessFileName(Incarnation incarnation, Kind kind) {
    private static final Pattern PATTERN = Pattern.compile(Incarnation.REGEX + "\\.(page|alive|ledger)");

    /** What the file holds. */
    public enum Kind {
        /** Identity, acknowledgements, registrations. */
        PAGE,
        /** Nothing: it is locked as long as the process lives. */
        ALIVE,
        /** Counters of one session. */
        LEDGER
    }

    /**
     * Read a name.
     *
     * @param name of a file
     * @return its parts, null if it is no such name
     */
    public static @Nullable ProcessFileName parse(final String name) {
        final Matcher matcher = PATTERN.matcher(name);
        return matcher.matches()
                ? new ProcessFileName(Incarnation.ofHex(matcher.group(1)),
                        Kind.valueOf(matcher.group(2).toUpperCase(Locale.ROOT)))
                : null;
    }

    /** The name of the file. */
    @Override
    public String toString() {
        return incarnation + "." + kind.name().toLowerCase(Locale.ROOT);
    }
}
