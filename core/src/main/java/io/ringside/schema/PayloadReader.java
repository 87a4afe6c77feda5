package io.ringside.schema;

import io.ringside.internal.event.GuidEncoding;
import io.ringside.internal.schema.DecimalText;
import io.ringside.internal.schema.SbeReader;
import io.ringside.internal.schema.SchemaLimits;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

/**
 * Reads a payload according to the schema of its event and passes each value to a {@link FieldVisitor}. Throws nothing
 * itself, never reads outside the payload, and its work is proportional to the payload's length, whatever the payload
 * contains: empty values are limited by {@link SchemaLimits#EMPTY_VALUES_MAX}. Allocates nothing, except for SBE
 * messages, which {@code ringside-sbe} reads. Not thread-safe; reused for successive payloads.
 */
public final class PayloadReader {
    private static final DirectBuffer EMPTY = new UnsafeBuffer(0, 0);
    private static final long NO_COUNT = -1;
    /** Value instead of a length in bytes: the value contains it. */
    private static final long NO_LENGTH = -1;
    /** Value instead of a length in bytes: a field gives a length that no value can have. */
    private static final long WRONG_LENGTH = -2;
    /** Level outside of all fields, for a property that is read alone. */
    private static final int OUTSIDE = -1;

    /** Values of the whole numbers read so far, by level and index, for the arrays that they count. */
    private final long[] numbers = new long[SchemaLimits.DEPTH_MAX * SchemaLimits.FIELDS_MAX];

    private DirectBuffer buffer = EMPTY;
    private int offset;
    private int limit;
    private int emptyValues;
    /** Scale that another field gives to the current one; {@link DecimalText#NO_SCALE} if it gives none. */
    private int givenScale;

    /** Creates a reader, which is used for one payload after the other. */
    public PayloadReader() {}
    private @Nullable FieldSchema truncatedField;
    private @Nullable SbeReader sbeReader;

    /**
     * Reads a payload.
     *
     * @param event   schema of the payload.
     * @param payload buffer that holds it, which must not change meanwhile.
     * @param begin   offset of its first byte.
     * @param length  in bytes; bytes outside of the buffer count as missing.
     * @param visitor receives the values.
     */
    public void read(
            final EventSchema event,
            final DirectBuffer payload,
            final int begin,
            final int length,
            final FieldVisitor visitor) {
        if (length == event.plainLength() && begin >= 0 && length <= payload.capacity() - begin) {
            readPlain(event.group(), payload, begin, visitor);
            return;
        }
        wrap(payload, begin, length);
        final SbeSchema sbe = event.sbe();
        if (sbe != null && readSbe(sbe, visitor)) {
            buffer = EMPTY;
            return;
        }
        readGroup(event.group(), 0, visitor);
        final FieldSchema truncated = truncatedField;
        if (truncated != null) {
            visitor.onTruncated(truncated, payload, offset, limit - offset);
        } else if (offset < limit) {
            visitor.onTrailing(payload, offset, limit - offset);
        }
        buffer = EMPTY;
    }

    /**
     * Reads one value, or one element of an array, by itself. A decimal whose scale another field gives is read as a
     * whole number.
     *
     * @param field          of the value.
     * @param propertyLength value of the field that gives the length of this one, in its units; otherwise ignored.
     * @param payload        buffer that holds it, which must not change meanwhile.
     * @param begin          offset of its first byte.
     * @param length         maximum number of bytes to read.
     * @param visitor        receives the value.
     * @return number of bytes read; -1 if they are not a complete value.
     */
    public int readProperty(
            final FieldSchema field,
            final long propertyLength,
            final DirectBuffer payload,
            final int begin,
            final int length,
            final FieldVisitor visitor) {
        wrap(payload, begin, length);
        final int first = offset;
        final boolean complete = readValue(field, 0, OUTSIDE, valueLength(field, propertyLength), visitor);
        buffer = EMPTY;
        return complete ? offset - first : -1;
    }

    /** Reads a complete payload of plain numbers, which is the usual kind: all offsets are fixed and need no check. */
    private static void readPlain(
            final FieldGroup group, final DirectBuffer payload, final int begin, final FieldVisitor visitor) {
        final int size = group.size();
        int place = begin;
        for (int i = 0; i < size; i++) {
            final FieldSchema field = group.field(i);
            final int signedLength = group.signedLength(i);
            if (signedLength == Long.BYTES) {
                visitor.onLong(field, payload.getLong(place, LITTLE_ENDIAN));
                place += Long.BYTES;
            } else {
                final int length = Math.abs(signedLength);
                final boolean unsigned = signedLength < 0;
                handOverNumber(field, unsigned, number(payload, place, length, unsigned), visitor);
                place += length;
            }
        }
    }

    private boolean readSbe(final SbeSchema schema, final FieldVisitor visitor) {
        SbeReader reader = sbeReader;
        if (reader == null) {
            reader = SbeReader.find();
            sbeReader = reader;
        }
        return reader.read(schema, buffer, offset, limit - offset, visitor);
    }

    private void wrap(final DirectBuffer payload, final int begin, final int length) {
        final int capacity = payload.capacity();
        buffer = payload;
        offset = Math.min(Math.max(begin, 0), capacity);
        limit = begin < 0 ? offset : (int) Math.min((long) offset + Math.max(length, 0), capacity);
        emptyValues = 0;
        givenScale = 0;
        truncatedField = null;
    }

    /**
     * Reads plain numbers, the most frequent fields, here without checks that only other fields need. The offset is
     * kept in a local variable: {@link #offset} is stored only where others read it.
     */
    private boolean readGroup(final FieldGroup group, final int level, final FieldVisitor visitor) {
        final DirectBuffer bytes = buffer;
        final long[] known = numbers;
        final int slot = level * SchemaLimits.FIELDS_MAX;
        final int end = limit;
        final int size = group.size();
        int place = offset;
        for (int i = 0; i < size; i++) {
            final int signedLength = group.signedLength(i);
            if (signedLength == 0) {
                offset = place;
                if (!readField(group, i, level, visitor)) {
                    return false;
                }
                place = offset;
                continue;
            }
            final FieldSchema field = group.field(i);
            final int length = Math.abs(signedLength);
            if (length > end - place) {
                offset = place;
                truncatedField = field;
                return false;
            }
            // Most numbers have this length, so it is the only one with a branch of its own.
            final long value = length == Long.BYTES
                    ? bytes.getLong(place, LITTLE_ENDIAN)
                    : number(bytes, place, length, signedLength < 0);
            known[slot + i] = value;
            place += length;
            handOverNumber(field, signedLength < 0, value, visitor);
        }
        offset = place;
        return true;
    }

    private static void handOverNumber(
            final FieldSchema field, final boolean unsigned, final long value, final FieldVisitor visitor) {
        if (unsigned) {
            visitor.onUnsigned(field, value);
        } else {
            visitor.onLong(field, value);
        }
    }

    private static long number(
            final DirectBuffer bytes, final int place, final int length, final boolean unsigned) {
        return switch (length) {
            case Byte.BYTES -> unsigned ? Byte.toUnsignedLong(bytes.getByte(place)) : bytes.getByte(place);
            case Short.BYTES -> {
                final short value = bytes.getShort(place, LITTLE_ENDIAN);
                yield unsigned ? Short.toUnsignedLong(value) : value;
            }
            case Integer.BYTES -> {
                final int value = bytes.getInt(place, LITTLE_ENDIAN);
                yield unsigned ? Integer.toUnsignedLong(value) : value;
            }
            default -> bytes.getLong(place, LITTLE_ENDIAN);
        };
    }

    private boolean readField(final FieldGroup group, final int index, final int level, final FieldVisitor visitor) {
        final FieldSchema field = group.field(index);
        final int slot = level * SchemaLimits.FIELDS_MAX + index;
        final int sizer = group.sizerIndex(index);
        final long length = valueLength(
                field, sizer == FieldGroup.NONE ? NO_LENGTH : numbers[level * SchemaLimits.FIELDS_MAX + sizer]);
        final int scaler = group.scaleIndex(index);
        if (scaler != FieldGroup.NONE) {
            givenScale = DecimalText.givenScale(
                    group.field(scaler), numbers[level * SchemaLimits.FIELDS_MAX + scaler]);
        }
        if (field.shape() == FieldSchema.Shape.SCALAR) {
            return readValue(field, slot, level, length, visitor);
        }
        final long count = readCount(group, index, level);
        if (count == NO_COUNT) {
            truncatedField = field;
            return false;
        }
        visitor.onArrayBegin(field, count);
        // Every element has at least one byte, which bounds a wrong count; the number of empty ones is limited.
        boolean complete = true;
        for (long i = 0; complete && i < count; i++) {
            complete = readValue(field, slot, level, length, visitor);
        }
        visitor.onArrayEnd(field);
        return complete;
    }

    private long readCount(final FieldGroup group, final int index, final int level) {
        final FieldSchema field = group.field(index);
        return switch (field.shape()) {
            case SCALAR -> 1;
            case FIXED -> field.fixedCount();
            // A count that is negative, or so large that it appears negative, fits no payload.
            case COUNTED -> Math.max(numbers[level * SchemaLimits.FIELDS_MAX + group.counterIndex(index)], NO_COUNT);
            case PREFIXED -> limit - offset < Short.BYTES ? NO_COUNT : takeShort();
        };
    }

    /** Returns the length of each value in bytes, if the schema or another field gives it. */
    private static long valueLength(final FieldSchema field, final long fieldLength) {
        return switch (field.lengthSource()) {
            case TYPE -> NO_LENGTH;
            case FIXED -> field.bytesOf(field.fixedLength());
            case FIELD -> fieldLength < 0 || fieldLength > Integer.MAX_VALUE
                    ? WRONG_LENGTH
                    : field.bytesOf(fieldLength);
        };
    }

    private boolean readValue(
            final FieldSchema field, final int slot, final int level, final long length, final FieldVisitor visitor) {
        final FieldType type = field.type();
        if (type == FieldType.STRUCT) {
            visitor.onStructBegin(field);
            final boolean complete = readGroup(field.group(), level + 1, visitor);
            visitor.onStructEnd(field);
            return complete;
        }
        if (length != NO_LENGTH) {
            return readSized(field, length, visitor);
        }
        if (type.length() == FieldType.PREFIXED) {
            return readPrefixed(field, visitor);
        }
        if (type.length() == FieldType.TERMINATED) {
            return readTerminated(field, visitor);
        }
        if (!require(field, type.length())) {
            return false;
        }
        if (type.isInteger()) {
            readInteger(field, slot, visitor);
        } else {
            readOther(field, visitor);
        }
        offset += type.length();
        return true;
    }

    private void readInteger(final FieldSchema field, final int slot, final FieldVisitor visitor) {
        final long value = field.outType() == OutType.PORT
                ? Short.toUnsignedLong(buffer.getShort(offset, BIG_ENDIAN))
                : number(buffer, offset, field.type().length(), field.type().isUnsigned());
        numbers[slot] = value;
        final ValueMap values = field.values();
        final String symbol = values == null || values.isBits() ? null : values.symbolOf(value);
        if (values != null && values.isBits()) {
            visitor.onBits(field, value, values);
        } else if (symbol != null) {
            visitor.onSymbol(field, value, symbol);
        } else if (field.scale() != 0) {
            visitor.onDecimal(field, value, field.scale());
        } else if (field.scaleFrom() != null && givenScale == DecimalText.NO_SCALE) {
            visitor.onUnscaled(field, value);
        } else if (field.scaleFrom() != null && givenScale != 0) {
            visitor.onDecimal(field, value, givenScale);
        } else {
            handOverNumber(field, field.type().isUnsigned(), value, visitor);
        }
    }

    private void readOther(final FieldSchema field, final FieldVisitor visitor) {
        switch (field.type()) {
            case FLOAT -> visitor.onFloat(field, buffer.getFloat(offset, LITTLE_ENDIAN));
            case DOUBLE -> visitor.onDouble(field, buffer.getDouble(offset, LITTLE_ENDIAN));
            case BOOLEAN -> visitor.onBoolean(field, buffer.getByte(offset) != 0);
            case BOOLEAN32 -> visitor.onBoolean(field, buffer.getInt(offset, LITTLE_ENDIAN) != 0);
            case UUID -> visitor.onUuid(
                    field,
                    buffer.getLong(offset, LITTLE_ENDIAN),
                    buffer.getLong(offset + Long.BYTES, LITTLE_ENDIAN));
            case GUID -> visitor.onUuid(field, GuidEncoding.most(buffer, offset), GuidEncoding.least(buffer, offset));
            case TIMESTAMP -> visitor.onTimestamp(field, buffer.getLong(offset, LITTLE_ENDIAN));
            case FILETIME -> visitor.onFileTime(field, buffer.getLong(offset, LITTLE_ENDIAN));
            default -> visitor.onAddress(field, buffer, offset, field.type().length());
        }
    }

    private boolean readPrefixed(final FieldSchema field, final FieldVisitor visitor) {
        if (!require(field, Short.BYTES)) {
            return false;
        }
        final int length = Short.toUnsignedInt(buffer.getShort(offset, LITTLE_ENDIAN));
        if (!require(field, Short.BYTES + length)) {
            return false;
        }
        offset += Short.BYTES;
        handOver(field, length, visitor);
        offset += length;
        return true;
    }

    private boolean readSized(final FieldSchema field, final long length, final FieldVisitor visitor) {
        if (length == WRONG_LENGTH || length > limit - offset || (length == 0 && isTooOftenEmpty())) {
            truncatedField = field;
            return false;
        }
        final int end = offset + (int) length;
        handOver(field, field.type().isText() ? findZero(field, end) - offset : (int) length, visitor);
        offset = end;
        return true;
    }

    private boolean isTooOftenEmpty() {
        emptyValues++;
        return emptyValues > SchemaLimits.EMPTY_VALUES_MAX;
    }

    /** Reads a text up to a zero or the payload's end, without half a unit there; no byte at all is an error. */
    private boolean readTerminated(final FieldSchema field, final FieldVisitor visitor) {
        if (!require(field, Byte.BYTES)) {
            return false;
        }
        final int end = findZero(field, limit);
        handOver(field, (end - offset) / unitLength(field) * unitLength(field), visitor);
        offset = (int) Math.min((long) end + unitLength(field), limit);
        return true;
    }

    /** Returns the offset of the first zero unit of a text; the limit if there is none. */
    private int findZero(final FieldSchema field, final int end) {
        final int unit = unitLength(field);
        for (int i = offset; i <= end - unit; i += unit) {
            if (buffer.getByte(i) == 0 && buffer.getByte(i + unit - 1) == 0) {
                return i;
            }
        }
        return end;
    }

    private static int unitLength(final FieldSchema field) {
        return field.type().isWide() ? Character.BYTES : Byte.BYTES;
    }

    private void handOver(final FieldSchema field, final int length, final FieldVisitor visitor) {
        if (field.type().isWide()) {
            visitor.onWideString(field, buffer, offset, length);
        } else if (field.type().isText()) {
            visitor.onString(field, buffer, offset, length);
        } else {
            visitor.onBytes(field, buffer, offset, length);
        }
    }

    private int takeShort() {
        final int value = Short.toUnsignedInt(buffer.getShort(offset, LITTLE_ENDIAN));
        offset += Short.BYTES;
        return value;
    }

    private boolean require(final FieldSchema field, final int length) {
        if (length > limit - offset) {
            truncatedField = field;
            return false;
        }
        return true;
    }
}
