package io.ringside.internal.files;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Name of the folder in which a process is asked for counters. Immutable.
 *
 * @param provider process that answers
 */
public record RequestFolderName(Incarnation provider) {
    private static final Pattern PATTERN = Pattern.compile(Incarnation.REGEX + "\\.requests");

    /**
     * Read a name.
     *
     * @param name of a folder
     * @return its parts, null if it is no such name
     */
    public static @Nullable RequestFolderName parse(final String name) {
        final Matcher matcher = PATTERN.matcher(name);
        return matcher.matches() ? new RequestFolderName(Incarnation.ofHex(matcher.group(1))) : null;
    }

    /** The name of the folder. */
    @Override
    public String toString() {
        return provider + ".requests";
    }
}
