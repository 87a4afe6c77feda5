package io.ringside.etw.property;

import io.ringside.internal.schema.TextFields;
import io.ringside.internal.schema.Utf;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.OutType;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Formats one value of a payload as text into a buffer that the caller gives: {@link #wrap} once, then
 * {@code format} value by value, from {@link #consumedBytes()} on. Of an array this is one element; a struct is one
 * value, in braces. The text is UTF-8 without an end mark, text from the payload as it is, numbers without their unit;
 * a number that its map has no name for is a number. Never throws and writes nothing but what a success says. For one
 * thread; reused from value to value.
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

    /** A formatter without a target: texts go nowhere before it is wrapped. */
    public PropertyFormatter() {}

    /**
     * Says where texts go.
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
     * Formats a value whose length the type or the schema says.
     *
     * @param field   that it is a value of.
     * @param payload buffer that holds it, not changed by others meanwhile.
     * @param offset  of its first byte.
     * @param length  of the rest of the payload, in bytes; what is not inside the buffer counts as missing.
     * @return what became of it.
     */
    public FormatStatus format(
            final FieldSchema field, final DirectBuffer payload, final int offset, final int length) {
        return format(field, NULL_LENGTH, payload, offset, length);
    }

    /**
     * Formats a value.
     *
     * @param field          that it is a value of.
     * @param propertyLength what the field says that {@linkplain FieldSchema#sizedBy sizes} this one; any number if
     *                       none does. 0 is 16 for {@link OutType#IPV6}.
     * @param payload        buffer that holds it, not changed by others meanwhile.
     * @param offset         of its first byte.
     * @param length         of the rest of the payload, in bytes; what is not inside the buffer counts as missing.
     * @return what became of it.
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

    /** {@return bytes of the payload that the last value had; 0 if it was not formatted} */
    public int consumedBytes() {
        return consumedBytes;
    }

    /** {@return bytes of the last text: those written, or those needed if the buffer is too small; else 0} */
    public int formattedLength() {
        return formattedLength;
    }
}
