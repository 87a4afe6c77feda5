package io.ringside.internal.recording;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.regex.Pattern;

/** Names of files for names that others have chosen. Stateless. */
public final class SafeName {
    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final int SHOWN_CHARS = 64;

    private SafeName() {}

    /**
     * A part of a file's name. Texts that differ have parts that differ: one that is not safe as it is gets a hash.
     *
     * @param text any text
     * @return letters, digits and . _ - ~
     */
    public static String of(final String text) {
        if (SAFE.matcher(text).matches()) {
            return text;
        }
        final String safe = text.replaceAll("[^A-Za-z0-9._-]", "_");
        return safe.substring(0, Math.min(safe.length(), SHOWN_CHARS)) + "~"
                + UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString().replace("-", "");
    }
}
