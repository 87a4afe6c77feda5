package io.ringside.internal.files;

import java.security.SecureRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The identity of one lifetime of a process in a trace directory: 128 random bits, so that a reused pid has another
 * incarnation. Immutable.
 *
 * @param most  most significant half
 * @param least least significant half
 */
public record Incarnation(long most, long least) {
    /** Length of the text in characters. */
    public static final int TEXT_LENGTH = 32;

    /** Regular expression that matches the text, for names that contain it. */
    static final String REGEX = "([0-9a-f]{32})";

    private static final Pattern PATTERN = Pattern.compile(REGEX);
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int HALF_LENGTH = TEXT_LENGTH / 2;

    /** Returns a new incarnation, different from all others. */
    public static Incarnation random() {
        return new Incarnation(RANDOM.nextLong(), RANDOM.nextLong());
    }

    /**
     * Parse the text of an incarnation.
     *
     * @param text 32 lowercase hex digits
     * @return the incarnation, null if the text is invalid
     */
    public static @Nullable Incarnation parse(final String text) {
        return PATTERN.matcher(text).matches() ? ofHex(text) : null;
    }

    /** Parse a text that {@link #REGEX} has matched. */
    static Incarnation ofHex(final String text) {
        return new Incarnation(HexText.parse(text.substring(0, HALF_LENGTH)),
                HexText.parse(text.substring(HALF_LENGTH)));
    }

    /** Returns 32 lowercase hex digits. */
    @Override
    public String toString() {
        return HexText.of(most) + HexText.of(least);
    }
}
