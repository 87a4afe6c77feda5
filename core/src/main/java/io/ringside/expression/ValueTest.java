package io.ringside.expression;

import io.ringside.schema.FieldType;

/** What a comparison asks of a field's value, prepared for its type. Immutable; testing allocates nothing. */
final class ValueTest {
    private static final TextPattern NO_PATTERN = new TextPattern("", true);

    /** What a value is tested for. */
    enum Kind {
        /** A whole number in a closed range. */
        RANGE,
        /** The same for 64 bits without a sign; the ends are biased as the value will be. */
        UNSIGNED_RANGE,
        /** A multiple of the low end. */
        MULTIPLE,
        /** The same for 64 bits without a sign. */
        UNSIGNED_MULTIPLE,
        /** A 32-bit floating point number in a closed range; the ends are the bits of doubles. */
        FLOAT_RANGE,
        /** The same for 64 bits. */
        DOUBLE_RANGE,
        /** Sixteen bytes, as two longs. */
        PAIR,
        /** A whole text. */
        TEXT,
        /** A part of a text. */
        PART
    }

    private final FieldType type;
    private final Kind kind;
    private final long low;
    private final long high;
    private final TextPattern pattern;

    private ValueTest(
            final FieldType type, final Kind kind, final long low, final long high, final TextPattern pattern) {
        this.type = type;
        this.kind = kind;
        this.low = low;
        this.high = high;
        this.pattern = pattern;
    }

    static ValueTest of(final FieldType type, final Kind kind, final long low, final long high) {
        return new ValueTest(type, kind, low, high, NO_PATTERN);
    }

    static ValueTest of(final Kind kind, final TextPattern pattern) {
        return new ValueTest(FieldType.STRING, kind, 0, 0, pattern);
    }

    static long biased(final long unsigned) {
        return unsigned ^ Long.MIN_VALUE;
    }

    /** Does the value at an offset, all of which is inside the payload, pass? */
    boolean holds(final PayloadBytes payload, final int offset) {
        return switch (kind) {
            case RANGE -> isInRange(WholeNumber.load(type, payload, offset));
            case UNSIGNED_RANGE -> isInRange(biased(payload.getLong(offset)));
            case MULTIPLE -> WholeNumber.load(type, payload, offset) % low == 0;
            case UNSIGNED_MULTIPLE -> Long.remainderUnsigned(payload.getLong(offset), low) == 0;
            case FLOAT_RANGE -> isInRange((double) Float.intBitsToFloat(payload.getInt(offset)));
            case DOUBLE_RANGE -> isInRange(Double.longBitsToDouble(payload.getLong(offset)));
            case PAIR -> payload.getLong(offset) == low && payload.getLong(offset + Long.BYTES) == high;
            case TEXT -> pattern.equalsText(payload, offset + Short.BYTES, end(payload, offset));
            case PART -> pattern.isIn(payload, offset + Short.BYTES, end(payload, offset));
        };
    }

    private boolean isInRange(final long value) {
        return value >= low && value <= high;
    }

    private boolean isInRange(final double value) {
        return value >= Double.longBitsToDouble(low) && value <= Double.longBitsToDouble(high);
    }

    private static int end(final PayloadBytes payload, final int offset) {
        return offset + Short.BYTES + Short.toUnsignedInt(payload.getShort(offset));
    }
}
