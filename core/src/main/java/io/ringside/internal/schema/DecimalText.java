package io.ringside.internal.schema;

import io.ringside.schema.FieldSchema;
import io.ringside.schema.ValueMap;

/** Decimals as text: the whole number {@code n} represents n / 10<sup>scale</sup>. Stateless. */
public final class DecimalText {
    /** Value instead of a scale: the field gives no valid scale. */
    public static final int NO_SCALE = ValueMap.NO_SCALE;

    private static final long[] POWERS = new long[SchemaLimits.SCALE_MAX + 1];

    static {
        POWERS[0] = 1;
        for (int i = 1; i < POWERS.length; i++) {
            POWERS[i] = 10 * POWERS[i - 1];
        }
    }

    private DecimalText() {}

    /**
     * Returns a power of ten.
     *
     * @param scale 0..18.
     * @return 10 to the power of the scale.
     */
    public static long power(final int scale) {
        return POWERS[scale];
    }

    /**
     * Returns the scale that a field gives to others.
     *
     * @param giving field that gives the scale.
     * @param value  any value of that field.
     * @return the published scale of the value if the field has published names, else the value itself: 0..18; {@link
     *         #NO_SCALE} if it is out of range or not published.
     */
    public static int givenScale(final FieldSchema giving, final long value) {
        final ValueMap names = giving.values();
        if (names != null && names.isPublished()) {
            return names.scaleOf(value);
        }
        return value >= 0 && value <= SchemaLimits.SCALE_MAX ? (int) value : NO_SCALE;
    }

    /**
     * Appends a decimal with all its digits after the point.
     *
     * @param out      to append to.
     * @param unscaled unscaled whole number.
     * @param unsigned whether the number is unsigned.
     * @param scale    digits after the point, 1..18.
     */
    public static void append(final StringBuilder out, final long unscaled, final boolean unsigned, final int scale) {
        final boolean isNegative = unscaled < 0 && !unsigned;
        // The negation of the least long is itself, which is correct as an unsigned number.
        final long magnitude = isNegative ? -unscaled : unscaled;
        final long whole = Long.divideUnsigned(magnitude, POWERS[scale]);
        final long fraction = magnitude - whole * POWERS[scale];
        out.append(isNegative ? "-" : "").append(whole).append('.');
        for (int i = scale - 1; i > 0 && fraction < POWERS[i]; i--) {
            out.append('0');
        }
        out.append(fraction);
    }
}
