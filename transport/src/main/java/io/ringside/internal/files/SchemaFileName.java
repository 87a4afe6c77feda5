package io.ringside.internal.files;

import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Name of a schema's file. Immutable.
 *
 * @param providerId  of the provider
 * @param contentHash of the schema
 */
public record SchemaFileName(UUID providerId, long contentHash) {
    private static final Pattern PATTERN = Pattern.compile(HexText.UUID_REGEX + "\\." + HexText.REGEX + "\\.schema");

    /**
     * Read a name.
     *
     * @param name of a file
     * @return its parts, null if it is no such name
     */
    public static @Nullable SchemaFileName parse(final String name) {
        final Matcher matcher = PATTERN.matcher(name);
        return matcher.matches()
                ? new SchemaFileName(UUID.fromString(matcher.group(1)), HexText.parse(matcher.group(2)))
                : null;
    }

    /** The name of the file. */
    @Override
    public String toString() {
        return providerId + "." + HexText.of(contentHash) + ".schema";
    }
}
