package io.ringside.internal.files;

import java.security.SecureRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names one life of one process in one trace directory: 128 random bits, so that a reused pid is somebody else.
 * Immutable.
 *
 * @param most  most significant half
 * @param least least significant half
 */
public record Incarnation(long most, long least) {
    /** Characters of its text. */
    public static final int TEXT_LENGTH = 32;

    /** Regular expression that matches its text, for names that contain it. */
    static final String REGEX = "([0-9a-f]{32})";

    private static final Pattern PATTERN = Pattern.compile(REGEX);
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int HALF_LENGTH = TEXT_LENGTH / 2;

    /** A new one, different from all others. */
    public static Incarnation random() {
        return new Incarnation(RANDOM.nextLong(), RANDOM.nextLong());
    }

    /**
     * Read its text.
     *
     * @param text 32 small hex digits
     * @return the incarnation, null if the text is none
     */
    public static @Nullable Incarnation parse(final String text) {
        return PATTERN.matcher(text).matches() ? ofHex(text) : null;
    }

    /** Read a text that {@link #REGEX} has matched. */
    static Incarnation ofHex(final String text) {
        return new Incarnation(HexText.parse(text.substring(0, HALF_LENGTH)),
                HexText.parse(text.substring(HALF_LENGTH)));
    }

    /** 32 small hex digits. */
    @Override
    public String toString() {
        return HexText.of(most) + HexText.of(least);
    }
}
