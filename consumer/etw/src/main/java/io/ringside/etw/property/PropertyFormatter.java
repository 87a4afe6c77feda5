package io.ringside.etw.property;

import io.ringside.internal.schema.TextFields;
import io.ringside.internal.schema.Utf;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.OutType;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Formatter of a payload's values as text, into a buffer of the caller: {@link #wrap} once, then {@code format} value
 * by value, from {@link #consumedBytes()} on. An element of an array is one value; a struct is one value, in braces.
 * The text is UTF-8 without a terminator; text of the payload is copied unchanged, numbers have no unit, and a number
 * without a name in its map remains a number. Never throws, and writes only if it returns success. Used by one thread
 * at a time; reusable for all values.
 */
public final class PropertyFormatter {
    private static final int NULL_LENGTH = -1;

    private final TextFields fields = TextFields.ofValues();
    private final StringBuilder text = new StringBuilder();
    private MutableDirectBuffer target = new UnsafeBuffer(0, 0);
    private int targetOffset;
    private int capacity;
    private int consumedBytes;
    private int formattedLength;

    /** Creates a formatter without a target: it writes nothing before it is wrapped. */
    public PropertyFormatter() {}

    /**
     * Sets the target.
     *
     * @param newTarget to write into.
     * @param offset    of the first byte.
     * @param length    in bytes; fewer if the buffer ends before.
     * @return this.
     */
    public PropertyFormatter wrap(final MutableDirectBuffer newTarget, final int offset, final int length) {
        final boolean inside = offset >= 0 && offset <= newTarget.capacity();
        target = newTarget;
        targetOffset = inside ? offset : 0;
        capacity = inside ? Math.max(0, Math.min(length, newTarget.capacity() - offset)) : 0;
        return this;
    }

    /**
     * Formats a value whose length is fixed by the type or the schema.
     *
     * @param field   field of the value.
     * @param payload buffer with the value, not changed by others meanwhile.
     * @param offset  of its first byte.
     * @param length  of the rest of the payload, in bytes; bytes beyond the buffer count as missing.
     * @return the result.
     */
    public FormatStatus format(
            final FieldSchema field, final DirectBuffer payload, final int offset, final int length) {
        return format(field, NULL_LENGTH, payload, offset, length);
    }

    /**
     * Formats a value.
     *
     * @param field          field of the value.
     * @param propertyLength value of the field that {@linkplain FieldSchema#sizedBy sizes} this field; any number if
     *                       there is none. 0 means 16 for {@link OutType#IPV6}.
     * @param payload        buffer with the value, not changed by others meanwhile.
     * @param offset         of its first byte.
     * @param length         of the rest of the payload, in bytes; bytes beyond the buffer count as missing.
     * @return the result.
     */
    public FormatStatus format(
            final FieldSchema field,
            final long propertyLength,
            final DirectBuffer payload,
            final int offset,
            final int length) {
        text.setLength(0);
        consumedBytes = 0;
        formattedLength = 0;
        final int used = fields.appendProperty(text, field, propertyLength, payload, offset, length);
        if (used == NULL_LENGTH) {
            return FormatStatus.INVALID_EVENT_DATA;
        }
        formattedLength = Utf.encode(text, target, targetOffset, capacity);
        if (formattedLength == Utf.NO_ROOM) {
            formattedLength = Utf.lengthOf(text);
            return FormatStatus.INSUFFICIENT_BUFFER;
        }
        consumedBytes = used;
        return FormatStatus.SUCCESS;
    }

    /** {@return length of the last value in the payload, in bytes; 0 if it was not formatted} */
    public int consumedBytes() {
        return consumedBytes;
    }

    /** {@return length of the last text in bytes, also if the buffer was too small for it; 0 on other errors} */
    public int formattedLength() {
        return formattedLength;
    }
}
