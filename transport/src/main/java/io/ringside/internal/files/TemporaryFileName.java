package io.ringside.internal.files;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Name of a file that is being made. It may be removed when its maker is dead. Immutable.
 *
 * @param maker  process that makes it
 * @param number counts the files of its maker
 */
public record TemporaryFileName(Incarnation maker, long number) {
    private static final Pattern PATTERN = Pattern.compile("\\.tmp\\." + Incarnation.REGEX + "\\.([0-9]{1,18})");

    /**
     * Read a name.
     *
     * @param name of a file
     * @return its parts, null if it is no such name
     */
    public static @Nullable TemporaryFileName parse(final String name) {
        final Matcher matcher = PATTERN.matcher(name);
        return matcher.matches()
                ? new TemporaryFileName(Incarnation.ofHex(matcher.group(1)), Long.parseLong(matcher.group(2)))
                : null;
    }

    /** The name of the file. */
    @Override
    public String toString() {
        return ".tmp." + maker + "." + number;
    }
}
