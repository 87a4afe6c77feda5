package io.ringside.internal.files;

import java.util.HexFormat;

/** Longs as 16 small hex digits, as they are in names of files. Stateless. */
public final class HexText {
    /** Regular expression that matches it, for names that contain it. */
    static final String REGEX = "([0-9a-f]{16})";

    /** Regular expression for the text of a UUID, as {@link java.util.UUID} itself accepts other texts too. */
    static final String UUID_REGEX = "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})";

    private HexText() {}

    /**
     * Write a value.
     *
     * @param value any
     * @return 16 digits
     */
    public static String of(final long value) {
        return HexFormat.of().toHexDigits(value);
    }

    /**
     * Read a value.
     *
     * @param digits 1 to 16 hex digits
     * @return the value
     * @throws IllegalArgumentException if the text is something else
     */
    public static long parse(final String digits) {
        return HexFormat.fromHexDigitsToLong(digits);
    }
}
