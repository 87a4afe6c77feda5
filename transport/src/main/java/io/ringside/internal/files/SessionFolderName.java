package io.ringside.internal.files;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Name of a session's folder. Immutable.
 *
 * @param sessionId of the session
 */
public record SessionFolderName(long sessionId) {
    private static final Pattern PATTERN = Pattern.compile(HexText.REGEX);

    /**
     * Read a name.
     *
     * @param name of a folder
     * @return its parts, null if it is no such name
     */
    public static @Nullable SessionFolderName parse(final String name) {
        final Matcher matcher = PATTERN.matcher(name);
        return matcher.matches() ? new SessionFolderName(HexText.parse(matcher.group(1))) : null;
    }

    /** The name of the folder. */
    @Override
    public String toString() {
        return HexText.of(sessionId);
    }
}
