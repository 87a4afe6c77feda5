package io.ringside.internal.files;

import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Name of an enablement's row. Immutable.
 *
 * @param sessionId  of the session
 * @param providerId of the provider
 */
public record EnablementFileName(long sessionId, UUID providerId) {
    private static final Pattern PATTERN = Pattern
            .compile(HexText.REGEX + "\\." + HexText.UUID_REGEX + "\\.enablement");

    /**
     * Read a name.
     *
     * @param name of a file
     * @return its parts, null if it is no such name
     */
    public static @Nullable EnablementFileName parse(final String name) {
        final Matcher matcher = PATTERN.matcher(name);
        return matcher.matches()
                ? new EnablementFileName(HexText.parse(matcher.group(1)), UUID.fromString(matcher.group(2)))
                : null;
    }

    /** The name of the file. */
    @Override
    public String toString() {
        return HexText.of(sessionId) + "." + providerId + ".enablement";
    }
}
