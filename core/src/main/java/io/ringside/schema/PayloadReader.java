package io.ringside.schema;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

/**
 * Walks through a payload by the schema of its event and hands each value to a {@link FieldVisitor}. Never throws of
 * itself, never reads outside the payload, and ends after work in proportion to the payload's length, whatever its
 * bytes say. Allocates nothing. For one thread; reused from payload to payload.
 */
public final class PayloadReader {
    private static final DirectBuffer EMPTY = new UnsafeBuffer(0, 0);
    private static final long NO_COUNT = -1;

    /** Values of the whole numbers seen so far, by level and index, for arrays that they count. */
    private final long[] numbers = new long[SchemaLimits.DEPTH_MAX * SchemaLimits.FIELDS_MAX];

    private DirectBuffer buffer = EMPTY;
    private int offset;
    private int limit;
    private @Nullable FieldSchema truncatedField;

    /**
     * Reads a payload.
     *
     * @param event   that it belongs to.
     * @param payload buffer that holds it, not changed by others meanwhile.
     * @param begin   offset of its first byte.
     * @param length  in bytes; what is not inside the buffer counts as missing.
     * @param visitor to hand the values to.
     */
    public void read(
            final EventSchema event,
            final DirectBuffer payload,
            final int begin,
            final int length,
            final FieldVisitor visitor) {
        final int capacity = payload.capacity();
        buffer = payload;
        offset = Math.min(Math.max(begin, 0), capacity);
        limit = begin < 0 ? offset : (int) Math.min((long) offset + Math.max(length, 0), capacity);
        truncatedField = null;
        readGroup(event.group(), 0, visitor);
        final FieldSchema truncated = truncatedField;
        if (truncated != null) {
            visitor.onTruncated(truncated, payload, offset, limit - offset);
        } else if (offset < limit) {
            visitor.onTrailing(payload, offset, limit - offset);
        }
        buffer = EMPTY;
    }

    private boolean readGroup(final FieldGroup group, final int level, final FieldVisitor visitor) {
        final int size = group.size();
        for (int i = 0; i < size; i++) {
            if (!readField(group, i, level, visitor)) {
                return false;
            }
        }
        return true;
    }

    private boolean readField(final FieldGroup group, final int index, final int level, final FieldVisitor visitor) {
        final FieldSchema field = group.field(index);
        final int slot = level * SchemaLimits.FIELDS_MAX + index;
        if (field.shape() == FieldShape.SCALAR) {
            return readValue(field, slot, level, visitor);
        }
        final long count = readCount(group, index, level);
        if (count == NO_COUNT) {
            truncatedField = field;
            return false;
        }
        visitor.onArrayBegin(field, count);
        // Every element takes a byte at least, so a count that lies ends with the payload.
        boolean complete = true;
        for (long i = 0; complete && i < count; i++) {
            complete = readValue(field, slot, level, visitor);
        }
        visitor.onArrayEnd(field);
        return complete;
    }

    private long readCount(final FieldGroup group, final int index, final int level) {
        final FieldSchema field = group.field(index);
        return switch (field.shape()) {
            case SCALAR -> 1;
            case FIXED -> field.fixedCount();
            // A count below zero, or one so large that it looks like that, fits no payload.
            case COUNTED -> Math.max(numbers[level * SchemaLimits.FIELDS_MAX + group.counterIndex(index)], NO_COUNT);
            case PREFIXED -> limit - offset < Short.BYTES ? NO_COUNT : takeShort();
        };
    }

    private boolean readValue(final FieldSchema field, final int slot, final int level, final FieldVisitor visitor) {
        final FieldType type = field.type();
        if (type == FieldType.STRUCT) {
            visitor.onStructBegin(field);
            final boolean complete = readGroup(field.group(), level + 1, visitor);
            visitor.onStructEnd(field);
            return complete;
        }
        if (type.length() == FieldType.PREFIXED) {
            return readPrefixed(field, visitor);
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
        final long value = switch (field.type()) {
            case INT8 -> buffer.getByte(offset);
            case INT16 -> buffer.getShort(offset, LITTLE_ENDIAN);
            case INT32 -> buffer.getInt(offset, LITTLE_ENDIAN);
            case UINT8 -> Byte.toUnsignedLong(buffer.getByte(offset));
            case UINT16 -> Short.toUnsignedLong(buffer.getShort(offset, LITTLE_ENDIAN));
            case UINT32 -> Integer.toUnsignedLong(buffer.getInt(offset, LITTLE_ENDIAN));
            default -> buffer.getLong(offset, LITTLE_ENDIAN);
        };
        numbers[slot] = value;
        final ValueMap values = field.values();
        final String symbol = values == null ? null : values.symbolOf(value);
        if (symbol != null) {
            visitor.onSymbol(field, value, symbol);
        } else if (field.type().isUnsigned()) {
            visitor.onUnsigned(field, value);
        } else {
            visitor.onLong(field, value);
        }
    }

    private void readOther(final FieldSchema field, final FieldVisitor visitor) {
        switch (field.type()) {
            case FLOAT -> visitor.onFloat(field, buffer.getFloat(offset, LITTLE_ENDIAN));
            case DOUBLE -> visitor.onDouble(field, buffer.getDouble(offset, LITTLE_ENDIAN));
            case BOOLEAN -> visitor.onBoolean(field, buffer.getByte(offset) != 0);
            case UUID -> visitor.onUuid(
                    field,
                    buffer.getLong(offset, LITTLE_ENDIAN),
                    buffer.getLong(offset + Long.BYTES, LITTLE_ENDIAN));
            case TIMESTAMP -> visitor.onTimestamp(field, buffer.getLong(offset, LITTLE_ENDIAN));
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
        if (field.type() == FieldType.STRING) {
            visitor.onString(field, buffer, offset + Short.BYTES, length);
        } else {
            visitor.onBytes(field, buffer, offset + Short.BYTES, length);
        }
        offset += Short.BYTES + length;
        return true;
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
