package io.ringside.internal.files;

import java.util.HexFormat;

/** Converts longs to 16 lowercase hex digits, the form used in file names, and back. Stateless. */
public final class HexText {
    /** Regular expression that matches a value, for names that contain one. */
    static final String REGEX = "([0-9a-f]{16})";

    /** Regular expression for the text of a UUID; {@link java.util.UUID} itself accepts other texts too. */
    static final String UUID_REGEX = "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})";

    private HexText() {}

    /**
     * Write a value.
     *
     * @param value any value
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
