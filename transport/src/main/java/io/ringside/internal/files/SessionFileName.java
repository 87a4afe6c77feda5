package io.ringside.internal.files;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Name of a session's row. Immutable.
 *
 * @param sessionId of the session
 */
public record SessionFileName(long sessionId) {
    private static final Pattern PATTERN = Pattern.compile(HexText.REGEX + "\\.session");

    /**
     * Read a name.
     *
     * @param name of a file
     * @return its parts, null if it is no such name
     */
    public static @Nullable SessionFileName parse(final String name) {
        final Matcher matcher = PATTERN.matcher(name);
        return matcher.matches()
                ? new SessionFileName(HexText.parse(matcher.group(1)))
                : null;
    }

    /** The name of the file. */
    @Override
    public String toString() {
        return HexText.of(sessionId) + ".session";
    }
}
