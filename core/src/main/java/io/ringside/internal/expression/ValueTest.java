package io.ringside.internal.expression;

import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.LengthSource;

/** What a comparison asks of a field's value, prepared for its type. Immutable; testing allocates nothing. */
final class ValueTest {
    private static final TextPattern NO_PATTERN = new TextPattern("", true);
    /** Instead of the length of a text: its type says where it ends. */
    private static final int NO_LENGTH = -1;

    /** What a value is tested for. */
    enum Kind {
        /** A whole number in a closed range. */
        RANGE,
        /** The same for 64 bits without a sign; the ends are biased as the value will be. */
        UNSIGNED_RANGE,
        /** A number of a port, in network order, in a closed range. */
        PORT_RANGE,
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

    static ValueTest of(final FieldSchema field, final Kind kind, final TextPattern pattern) {
        final int length = field.lengthSource() == LengthSource.FIXED ? field.fixedLength() : NO_LENGTH;
        return new ValueTest(field.type(), kind, length, 0, pattern);
    }

    static long biased(final long unsigned) {
        return unsigned ^ Long.MIN_VALUE;
    }

    /** Does the value at an offset, all of which is inside the payload, pass? */
    boolean holds(final PayloadBytes payload, final int offset) {
        return switch (kind) {
            case RANGE -> isInRange(WholeNumber.load(type, payload, offset));
            case PORT_RANGE -> isInRange(Short.toUnsignedLong(Short.reverseBytes(payload.getShort(offset))));
            case UNSIGNED_RANGE -> isInRange(biased(payload.getLong(offset)));
            case MULTIPLE -> WholeNumber.load(type, payload, offset) % low == 0;
            case UNSIGNED_MULTIPLE -> Long.remainderUnsigned(payload.getLong(offset), low) == 0;
            case FLOAT_RANGE -> isInRange((double) Float.intBitsToFloat(payload.getInt(offset)));
            case DOUBLE_RANGE -> isInRange(Double.longBitsToDouble(payload.getLong(offset)));
            case PAIR -> payload.getLong(offset) == low && payload.getLong(offset + Long.BYTES) == high;
            case TEXT -> pattern.equalsText(payload, begin(offset), end(payload, offset));
            case PART -> pattern.isIn(payload, begin(offset), end(payload, offset));
        };
    }

    private boolean isInRange(final long value) {
        return value >= low && value <= high;
    }

    private boolean isInRange(final double value) {
        return value >= Double.longBitsToDouble(low) && value <= Double.longBitsToDouble(high);
    }

    /** Of a text, whose length the low end is if the schema says it. */
    private int begin(final int offset) {
        return low == NO_LENGTH && type.length() == FieldType.PREFIXED ? offset + Short.BYTES : offset;
    }

    private int end(final PayloadBytes payload, final int offset) {
        if (low != NO_LENGTH) {
            return zeroBefore(payload, offset, offset + (int) low);
        }
        return type.length() == FieldType.PREFIXED
                ? offset + Short.BYTES + Short.toUnsignedInt(payload.getShort(offset))
                : zeroBefore(payload, offset, payload.length());
    }

    private static int zeroBefore(final PayloadBytes payload, final int begin, final int end) {
        for (int i = begin; i < end; i++) {
            if (payload.getByte(i) == 0) {
                return i;
            }
        }
        return end;
    }
}
