package io.ringside.internal.files;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Name of a ring file. Immutable.
 *
 * @param incarnation of the process that writes it
 * @param batch       number of the batch of lanes, from 0
 */
public record RingFileName(Incarnation incarnation, int batch) {
    private static final Pattern PATTERN = Pattern.compile(Incarnation.REGEX + "\\.(0|[1-9][0-9]{0,5})\\.ring");

    /**
     * Read a name.
     *
     * @param name of a file
     * @return its parts, null if it is no such name
     */
    public static @Nullable RingFileName parse(final String name) {
        final Matcher matcher = PATTERN.matcher(name);
        return matcher.matches()
                ? new RingFileName(Incarnation.ofHex(matcher.group(1)), Integer.parseInt(matcher.group(2)))
                : null;
    }

    /** The name of the file. */
    @Override
    public String toString() {
        return incarnation + "." + batch + ".ring";
    }
}
