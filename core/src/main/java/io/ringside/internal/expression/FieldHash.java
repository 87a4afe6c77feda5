package io.ringside.internal.expression;

import io.ringside.RingsideException;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import org.jspecify.annotations.Nullable;

/**
 * Hash of the value of one field. It depends on nothing but the value, so all processes choose the same values. Equal
 * whole numbers have the same hash whatever their width, and equal texts whatever their encoding. Immutable; hashing
 * allocates nothing.
 */
public final class FieldHash {
    private static final long MIX_1 = 0xBF58476D1CE4E5B9L;
    private static final long MIX_2 = 0x94D049BB133111EBL;
    private static final long TEXT_PRIME = 0x100000001B3L;
    private static final long TEXT_BASIS = 0xCBF29CE484222325L;
    private static final int BYTE_MASK = 0xFF;
    /** Number of bits in a UTF-8 continuation byte. */
    private static final int CONTINUATION_BITS = 6;
    private static final int CONTINUATION_MASK = 0x3F;
    private static final int CONTINUATION = 0x80;
    private static final int TWO_BYTES = 0xC0;
    private static final int THREE_BYTES = 0xE0;
    private static final int FOUR_BYTES = 0xF0;
    private static final int ONE_BYTE_END = 0x80;
    private static final int TWO_BYTES_END = 0x800;
    private static final int THREE_BYTES_END = 0x10000;

    private final FieldLocator locator;
    private final FieldType type;
    /** Length of a text or of binary data in bytes, if the schema fixes it; else -1. */
    private final int fixedLength;

    private FieldHash(final FieldLocator locator) {
        final FieldSchema field = locator.field();
        this.locator = locator;
        this.type = field.type();
        this.fixedLength = field.lengthSource() == FieldSchema.LengthSource.FIXED
                ? (int) field.bytesOf(field.fixedLength())
                : -1;
    }

    /**
     * Prepares the hash of a field of an event.
     *
     * @param path  of the field.
     * @param event that has it.
     * @return the hash; null if the event has no such field, or its value cannot be hashed.
     * @throws RingsideException if the path is invalid.
     */
    public static @Nullable FieldHash of(final String path, final EventSchema event) {
        return misfit(path, event) == null ? compile(FieldPath.parse(path), event) : null;
    }

    /**
     * Returns why a field cannot be hashed.
     *
     * @param path  of the field.
     * @param event that should have it.
     * @return the reason, with the names of the existing fields; null if the field can be hashed.
     */
    public static @Nullable String misfit(final String path, final EventSchema event) {
        try {
            compile(FieldPath.parse(path), event);
            return null;
        } catch (final RingsideException e) {
            return e.getMessage();
        }
    }

    private static FieldHash compile(final FieldPath path, final EventSchema event) {
        final FieldLocator locator = new EventWalk(event).locate(path);
        final FieldSchema field = locator.field();
        if (field.type() == FieldType.STRUCT || field.lengthSource() == FieldSchema.LengthSource.FIELD) {
            throw RingsideException
                    .invalidArgument("field has no value to sample by: event=" + event.name() + ", field=" + path
                            + ", type=" + field.type() + ": name a number or a text");
        }
        return new FieldHash(locator);
    }

    /**
     * Hashes the field.
     *
     * @param payload of the event that this was prepared for.
     * @param absent  value to return if the payload lacks the field.
     * @return the hash, not negative.
     */
    public long hash(final PayloadBytes payload, final long absent) {
        final int offset = locator.locate(payload);
        return offset == GroupWalk.MISSING ? absent : mix(value(payload, offset)) & Long.MAX_VALUE;
    }

    /**
     * Mixes the bits of a number, so that each affects all bits of the result.
     *
     * @param number any number.
     * @return the mixed number; different numbers have different results.
     */
    public static long mix(final long number) {
        long bits = number;
        bits = (bits ^ (bits >>> 30)) * MIX_1;
        bits = (bits ^ (bits >>> 27)) * MIX_2;
        return bits ^ (bits >>> 31);
    }

    private long value(final PayloadBytes payload, final int offset) {
        return switch (type) {
            case FLOAT -> Double.doubleToLongBits((double) Float.intBitsToFloat(payload.getInt(offset)) + 0.0);
            case DOUBLE -> Double.doubleToLongBits(Double.longBitsToDouble(payload.getLong(offset)) + 0.0);
            case UUID, GUID, IPV6 -> mix(payload.getLong(offset)) + payload.getLong(offset + Long.BYTES);
            case STRING, TERMINATED_STRING, BINARY -> bytes(payload, begin(offset), end(payload, offset, Byte.BYTES));
            case WIDE_STRING, TERMINATED_WIDE_STRING -> wide(payload, begin(offset),
                    end(payload, offset, Character.BYTES));
            default -> WholeNumber.load(type, payload, offset);
        };
    }

    private int begin(final int offset) {
        return fixedLength < 0 && type.length() == FieldType.PREFIXED ? offset + Short.BYTES : offset;
    }

    private int end(final PayloadBytes payload, final int offset, final int unit) {
        if (fixedLength < 0 && type.length() == FieldType.PREFIXED) {
            return offset + Short.BYTES + Short.toUnsignedInt(payload.getShort(offset));
        }
        final int limit = fixedLength < 0 ? payload.length() : offset + fixedLength;
        if (type == FieldType.BINARY) {
            return limit;
        }
        for (int i = offset; i <= limit - unit; i += unit) {
            if (payload.getByte(i) == 0 && payload.getByte(i + unit - 1) == 0) {
                return i;
            }
        }
        return limit;
    }

    private static long bytes(final PayloadBytes payload, final int begin, final int end) {
        long hash = TEXT_BASIS;
        for (int i = begin; i < end; i++) {
            hash = add(hash, payload.getByte(i));
        }
        return hash;
    }

    /** Hashes wide text to the same value as the text in UTF-8. */
    private static long wide(final PayloadBytes payload, final int begin, final int end) {
        long hash = TEXT_BASIS;
        int i = begin;
        while (i <= end - Character.BYTES) {
            final char unit = (char) payload.getShort(i);
            final char next = i + Character.BYTES <= end - Character.BYTES
                    ? (char) payload.getShort(i + Character.BYTES)
                    : 0;
            if (Character.isSurrogatePair(unit, next)) {
                hash = codePoint(hash, Character.toCodePoint(unit, next));
                i += Character.BYTES;
            } else {
                hash = codePoint(hash, unit);
            }
            i += Character.BYTES;
        }
        return hash;
    }

    private static long codePoint(final long before, final int codePoint) {
        if (codePoint < ONE_BYTE_END) {
            return add(before, codePoint);
        }
        long hash = before;
        int rest;
        if (codePoint < TWO_BYTES_END) {
            rest = CONTINUATION_BITS;
            hash = add(hash, TWO_BYTES | codePoint >> rest);
        } else if (codePoint < THREE_BYTES_END) {
            rest = 2 * CONTINUATION_BITS;
            hash = add(hash, THREE_BYTES | codePoint >> rest);
        } else {
            rest = 3 * CONTINUATION_BITS;
            hash = add(hash, FOUR_BYTES | codePoint >> rest);
        }
        while (rest > 0) {
            rest -= CONTINUATION_BITS;
            hash = add(hash, CONTINUATION | (codePoint >> rest & CONTINUATION_MASK));
        }
        return hash;
    }

    private static long add(final long hash, final int value) {
        return (hash ^ (value & BYTE_MASK)) * TEXT_PRIME;
    }
}
