package io.ringside.schema;

import io.ringside.internal.event.GuidEncoding;
import io.ringside.internal.event.PayloadCopy;
import io.ringside.internal.schema.TextEncoder;
import io.ringside.internal.schema.Utf;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

/**
 * Writes the values of a payload one after the other, in the order of the event's fields: {@link #wrap}, then put.
 * Throws nothing: a value that does not fit, or is not inside its source, is omitted with all that follow, and {@link
 * #isOverflowed()} reports this. Allocates only for the first String of 64 chars or more, and never if it is {@link
 * #compact()}. Not thread-safe; reused.
 */
public final class PayloadWriter {
    private static final int PREFIX_LENGTH = Short.BYTES;
    private static final int PREFIXED_LENGTH_MAX = 0xFFFF;

    private final TextEncoder texts = new TextEncoder();
    // Set by wrap; there is no room before. An empty buffer as initial value would need Agrona's JVM flag.
    @SuppressWarnings("NullAway.Init")
    private MutableDirectBuffer buffer;
    private int begin;
    private int offset;
    private int limit;
    private boolean overflowed = true;

    /** Creates a writer without a buffer, to which nothing can be written before a payload is begun. */
    public PayloadWriter() {}

    /**
     * Begins a payload.
     *
     * @param target   buffer to write into.
     * @param first    offset of the payload's first byte.
     * @param capacity maximum number of bytes; fewer if the target ends before. A negative number counts as 0.
     * @return this.
     */
    public PayloadWriter wrap(final MutableDirectBuffer target, final int first, final int capacity) {
        buffer = target;
        begin = first;
        offset = first;
        limit = Math.min(Math.max(0, capacity), target.capacity() - first) + first;
        overflowed = false;
        return this;
    }

    /** {@return this, which from now on does not use the 1 KiB that makes Strings of 64 chars or more faster} */
    public PayloadWriter compact() {
        texts.compact();
        return this;
    }

    /** {@return number of bytes written so far} */
    public int length() {
        return offset - begin;
    }

    /** {@return true if a value was omitted, or nothing was wrapped; then the payload must not be used} */
    public boolean isOverflowed() {
        return overflowed;
    }

    /**
     * Puts an 8-bit number, signed or unsigned.
     *
     * @param value number, of which the low 8 bits are written.
     * @return this.
     */
    public PayloadWriter putByte(final int value) {
        if (hasRoom(Byte.BYTES)) {
            buffer.putByte(offset, (byte) value);
            offset += Byte.BYTES;
        }
        return this;
    }

    /**
     * Puts a 16-bit number, signed or unsigned; also used for the count before an array.
     *
     * @param value number, of which the low 16 bits are written.
     * @return this.
     */
    public PayloadWriter putShort(final int value) {
        if (hasRoom(Short.BYTES)) {
            buffer.putShort(offset, (short) value, LITTLE_ENDIAN);
            offset += Short.BYTES;
        }
        return this;
    }

    /**
     * Puts a 32-bit number, signed or unsigned.
     *
     * @param value the number.
     * @return this.
     */
    public PayloadWriter putInt(final int value) {
        if (hasRoom(Integer.BYTES)) {
            buffer.putInt(offset, value, LITTLE_ENDIAN);
            offset += Integer.BYTES;
        }
        return this;
    }

    /**
     * Puts a 64-bit number, signed or unsigned, or a timestamp in nanoseconds since 1970.
     *
     * @param value the number.
     * @return this.
     */
    public PayloadWriter putLong(final long value) {
        if (hasRoom(Long.BYTES)) {
            buffer.putLong(offset, value, LITTLE_ENDIAN);
            offset += Long.BYTES;
        }
        return this;
    }

    /**
     * Puts a 32-bit floating point number.
     *
     * @param value the number.
     * @return this.
     */
    public PayloadWriter putFloat(final float value) {
        return putInt(Float.floatToRawIntBits(value));
    }

    /**
     * Puts a 64-bit floating point number.
     *
     * @param value the number.
     * @return this.
     */
    public PayloadWriter putDouble(final double value) {
        return putLong(Double.doubleToRawLongBits(value));
    }

    /**
     * Puts a boolean.
     *
     * @param value the boolean.
     * @return this.
     */
    public PayloadWriter putBoolean(final boolean value) {
        return putByte(value ? 1 : 0);
    }

    /**
     * Puts a UUID.
     *
     * @param most  most significant half.
     * @param least least significant half.
     * @return this.
     */
    public PayloadWriter putUuid(final long most, final long least) {
        if (hasRoom(2 * Long.BYTES)) {
            putLong(most).putLong(least);
        }
        return this;
    }

    /**
     * Puts a UUID.
     *
     * @param uuid the UUID.
     * @return this.
     */
    public PayloadWriter putUuid(final UUID uuid) {
        return putUuid(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
    }

    /**
     * Puts a GUID in the order of Windows: a {@link FieldType#GUID}.
     *
     * @param guid the GUID.
     * @return this.
     */
    public PayloadWriter putGuid(final UUID guid) {
        if (hasRoom(GuidEncoding.LENGTH)) {
            GuidEncoding.put(buffer, offset, guid);
            offset += GuidEncoding.LENGTH;
        }
        return this;
    }

    /**
     * Puts a text in UTF-8 after its length, at most 65,535 bytes. An unpaired surrogate becomes a question mark.
     *
     * @param text the text.
     * @return this.
     */
    public PayloadWriter putString(final CharSequence text) {
        final int lengthMax = Math.min(limit - offset - PREFIX_LENGTH, PREFIXED_LENGTH_MAX);
        final int length = overflowed ? Utf.NO_ROOM : texts.encode(text, buffer, offset + PREFIX_LENGTH, lengthMax);
        if (length == Utf.NO_ROOM) {
            overflowed = true;
            return this;
        }
        buffer.putShort(offset, (short) length, LITTLE_ENDIAN);
        offset += PREFIX_LENGTH + length;
        return this;
    }

    /**
     * Puts a text in UTF-8 without its length, for {@link FieldSchema#sized}, {@link FieldSchema#sizedBy}, and {@link
     * FieldType#TERMINATED_STRING}, where a zero byte must follow. An unpaired surrogate becomes a question mark.
     *
     * @param text the text.
     * @return this.
     */
    public PayloadWriter putText(final CharSequence text) {
        final int length = overflowed ? Utf.NO_ROOM : texts.encode(text, buffer, offset, limit - offset);
        overflowed = length == Utf.NO_ROOM;
        offset += overflowed ? 0 : length;
        return this;
    }

    /**
     * Puts a text in UTF-16LE without its length: two bytes for each char. Otherwise like {@link #putText}.
     *
     * @param text the text.
     * @return this.
     */
    public PayloadWriter putWideText(final CharSequence text) {
        if ((long) text.length() * Character.BYTES > limit - offset) {
            overflowed = true;
        }
        for (int i = 0; !overflowed && i < text.length(); i++) {
            putShort(text.charAt(i));
        }
        return this;
    }

    /**
     * Puts a text in UTF-16LE after its length in bytes: a {@link FieldType#WIDE_STRING}.
     *
     * @param text the text, at most 32,767 chars.
     * @return this.
     */
    public PayloadWriter putWideString(final CharSequence text) {
        final long length = (long) text.length() * Character.BYTES;
        return beginArray((int) Math.min(length, Integer.MAX_VALUE), Byte.BYTES) ? putWideText(text) : this;
    }

    /**
     * Puts a port number in network order: {@link OutType#PORT}.
     *
     * @param port port number, of which the low 16 bits are written.
     * @return this.
     */
    public PayloadWriter putPort(final int port) {
        return putShort(Short.reverseBytes((short) port));
    }

    /**
     * Puts the number of bytes, at most 65,535, and then the bytes.
     *
     * @param source buffer that holds them.
     * @param index  of the first.
     * @param length in bytes.
     * @return this.
     */
    public PayloadWriter putBinary(final DirectBuffer source, final int index, final int length) {
        if (length <= PREFIXED_LENGTH_MAX && PayloadCopy.isInside(source, index, length)
                && hasRoom(PREFIX_LENGTH + length)) {
            return putShort(length).putBytes(source, index, length);
        }
        overflowed = true;
        return this;
    }

    /**
     * Puts bytes without their number: an address in network order, or elements of an array that are encoded already.
     *
     * @param source buffer that holds them.
     * @param index  of the first.
     * @param length in bytes.
     * @return this.
     */
    public PayloadWriter putBytes(final DirectBuffer source, final int index, final int length) {
        if (PayloadCopy.isInside(source, index, length) && hasRoom(length)) {
            buffer.putBytes(offset, source, index, length);
            offset += length;
        } else {
            overflowed = true;
        }
        return this;
    }

    /**
     * Puts the number of bytes, at most 65,535, and then the bytes.
     *
     * @param source array whose bytes are all put.
     * @return this.
     */
    public PayloadWriter putBinary(final byte[] source) {
        if (beginArray(source.length, Byte.BYTES)) {
            buffer.putBytes(offset, source);
            offset += source.length;
        }
        return this;
    }

    /**
     * Puts the number of bytes, at most 65,535, and then the bytes.
     *
     * @param source buffer whose bytes from position to limit are put; both remain unchanged.
     * @return this.
     */
    public PayloadWriter putBinary(final ByteBuffer source) {
        final int length = source.remaining();
        if (beginArray(length, Byte.BYTES)) {
            buffer.putBytes(offset, source, source.position(), length);
            offset += length;
        }
        return this;
    }

    /**
     * Puts an array preceded by its length.
     *
     * @param values at most 65,535 elements.
     * @return this.
     */
    public PayloadWriter putBooleans(final boolean[] values) {
        for (int i = 0, count = beginArray(values.length, Byte.BYTES) ? values.length : 0; i < count; i++) {
            buffer.putByte(offset, (byte) (values[i] ? 1 : 0));
            offset += Byte.BYTES;
        }
        return this;
    }

    /**
     * Puts an array preceded by its length.
     *
     * @param values at most 65,535 elements.
     * @return this.
     */
    public PayloadWriter putShorts(final short[] values) {
        for (int i = 0, count = beginArray(values.length, Short.BYTES) ? values.length : 0; i < count; i++) {
            buffer.putShort(offset, values[i], LITTLE_ENDIAN);
            offset += Short.BYTES;
        }
        return this;
    }

    /**
     * Puts an array preceded by its length.
     *
     * @param values at most 65,535 elements.
     * @return this.
     */
    public PayloadWriter putChars(final char[] values) {
        for (int i = 0, count = beginArray(values.length, Character.BYTES) ? values.length : 0; i < count; i++) {
            buffer.putChar(offset, values[i], LITTLE_ENDIAN);
            offset += Character.BYTES;
        }
        return this;
    }

    /**
     * Puts an array preceded by its length.
     *
     * @param values at most 65,535 elements.
     * @return this.
     */
    public PayloadWriter putInts(final int[] values) {
        for (int i = 0, count = beginArray(values.length, Integer.BYTES) ? values.length : 0; i < count; i++) {
            buffer.putInt(offset, values[i], LITTLE_ENDIAN);
            offset += Integer.BYTES;
        }
        return this;
    }

    /**
     * Puts an array preceded by its length.
     *
     * @param values at most 65,535 elements.
     * @return this.
     */
    public PayloadWriter putLongs(final long[] values) {
        for (int i = 0, count = beginArray(values.length, Long.BYTES) ? values.length : 0; i < count; i++) {
            buffer.putLong(offset, values[i], LITTLE_ENDIAN);
            offset += Long.BYTES;
        }
        return this;
    }

    /**
     * Puts an array preceded by its length.
     *
     * @param values at most 65,535 elements.
     * @return this.
     */
    public PayloadWriter putFloats(final float[] values) {
        for (int i = 0, count = beginArray(values.length, Float.BYTES) ? values.length : 0; i < count; i++) {
            buffer.putFloat(offset, values[i], LITTLE_ENDIAN);
            offset += Float.BYTES;
        }
        return this;
    }

    /**
     * Puts an array preceded by its length.
     *
     * @param values at most 65,535 elements.
     * @return this.
     */
    public PayloadWriter putDoubles(final double[] values) {
        for (int i = 0, count = beginArray(values.length, Double.BYTES) ? values.length : 0; i < count; i++) {
            buffer.putDouble(offset, values[i], LITTLE_ENDIAN);
            offset += Double.BYTES;
        }
        return this;
    }

    /**
     * Returns the number of bytes that {@link #putString} writes.
     *
     * @param text to write.
     * @return number of bytes including the length prefix; for a text that fits no event, more than fit into one.
     */
    public static long stringLength(final CharSequence text) {
        final int chars = text.length();
        return PREFIX_LENGTH + (chars > PREFIXED_LENGTH_MAX ? chars : (long) Utf.lengthOf(text));
    }

    /**
     * Returns the maximum number of bytes that {@link #putString} writes, without reading the text's characters.
     *
     * @param text to write.
     * @return maximum number of bytes, including the length prefix.
     */
    public static long stringLengthMax(final CharSequence text) {
        return PREFIX_LENGTH + (long) Utf.CHAR_BYTES_MAX * Math.max(0, text.length());
    }

    /** Puts the number of elements, if there is room for it and for all elements. */
    private boolean beginArray(final int count, final int elementBytes) {
        final long length = (long) count * elementBytes;
        if (count > PREFIXED_LENGTH_MAX || !hasRoom(PREFIX_LENGTH + (int) length)) {
            overflowed = true;
            return false;
        }
        buffer.putShort(offset, (short) count, LITTLE_ENDIAN);
        offset += PREFIX_LENGTH;
        return true;
    }

    private boolean hasRoom(final int length) {
        if (overflowed || length > limit - offset) {
            overflowed = true;
            return false;
        }
        return true;
    }
}
