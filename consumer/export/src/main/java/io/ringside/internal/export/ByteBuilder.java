package io.ringside.internal.export;

import io.ringside.internal.schema.Utf;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Growing byte buffer with the encodings of protobuf, CTF and JFR, little-endian. Not thread-safe. */
final class ByteBuilder {
    private static final int VARINT_MAX = 10;
    /** Bytes reserved for the length of a message that has yet to be written. */
    private static final int LENGTH_BYTES = 4;
    private static final int LENGTH_MAX = Integer.MAX_VALUE - Long.BYTES;
    static final int ONE_BYTE_MAX = 0x7F;
    static final int UUID_LENGTH = 36;

    private byte[] bytes;
    private UnsafeBuffer buffer;
    private int length;

    ByteBuilder(final int capacity) {
        bytes = new byte[capacity];
        buffer = new UnsafeBuffer(bytes);
    }

    int length() {
        return length;
    }

    byte[] bytes() {
        return bytes;
    }

    byte[] copy(final int from) {
        return Arrays.copyOfRange(bytes, from, length);
    }

    void clear() {
        length = 0;
    }

    int capacity() {
        return bytes.length;
    }

    /** Clears the buffer and releases its memory. */
    void free() {
        bytes = new byte[0];
        buffer = new UnsafeBuffer(bytes);
        length = 0;
    }

    void truncate(final int newLength) {
        length = newLength;
    }

    void writeTo(final OutputStream out) throws IOException {
        out.write(bytes, 0, length);
        length = 0;
    }

    ByteBuilder putByte(final int value) {
        reserve(1);
        bytes[length++] = (byte) value;
        return this;
    }

    ByteBuilder putInt(final int value) {
        reserve(Integer.BYTES);
        buffer.putInt(length, value);
        length += Integer.BYTES;
        return this;
    }

    ByteBuilder putShort(final int value) {
        reserve(Short.BYTES);
        buffer.putShort(length, (short) value);
        length += Short.BYTES;
        return this;
    }

    ByteBuilder putLong(final long value) {
        reserve(Long.BYTES);
        buffer.putLong(length, value);
        length += Long.BYTES;
        return this;
    }

    void putInt(final int index, final int value) {
        buffer.putInt(index, value);
    }

    void putLong(final int index, final long value) {
        buffer.putLong(index, value);
    }

    ByteBuilder putBytes(final byte[] source) {
        reserve(source.length);
        System.arraycopy(source, 0, bytes, length, source.length);
        length += source.length;
        return this;
    }

    ByteBuilder putBytes(final DirectBuffer source, final int offset, final int count) {
        reserve(count);
        source.getBytes(offset, bytes, length, count);
        length += count;
        return this;
    }

    /** Appends a text as UTF-8. */
    ByteBuilder putUtf8(final CharSequence text) {
        final int room = Math.multiplyExact(Utf.CHAR_BYTES_MAX, text.length());
        reserve(room);
        length += Utf.encode(text, buffer, length, room);
        return this;
    }

    /** Appends the {@value #UUID_LENGTH} characters of a UUID. */
    ByteBuilder putUuid(final long most, final long least) {
        reserve(UUID_LENGTH);
        putHex(most >>> 32, 8);
        bytes[length++] = '-';
        putHex(most >>> 16, 4);
        bytes[length++] = '-';
        putHex(most, 4);
        bytes[length++] = '-';
        putHex(least >>> 48, 4);
        bytes[length++] = '-';
        putHex(least, 12);
        return this;
    }

    private void putHex(final long value, final int digits) {
        for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
            bytes[length++] = (byte) Character.forDigit(((int) (value >>> shift)) & 0xF, 16);
        }
    }

    ByteBuilder putBytes(final ByteBuilder source) {
        reserve(source.length);
        System.arraycopy(source.bytes, 0, bytes, length, source.length);
        length += source.length;
        return this;
    }

    /** Appends a varint: seven bits per byte, the least significant first. */
    ByteBuilder putVarint(final long value) {
        reserve(VARINT_MAX);
        long rest = value;
        while ((rest & ~(long) ONE_BYTE_MAX) != 0) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
        return this;
    }

    /** Appends JFR's compressed integer: seven bits in each of eight bytes, the least first, and eight in the ninth. */
    ByteBuilder putCompact(final long value) {
        reserve(VARINT_MAX);
        long rest = value;
        for (int i = 0; i < Long.BYTES; i++) {
            if ((rest & ~(long) ONE_BYTE_MAX) == 0) {
                bytes[length++] = (byte) rest;
                return this;
            }
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
        return this;
    }

    /** Begins a message with a length prefix. Returns its offset, which {@link #end} and {@link #endLong} need. */
    int begin() {
        reserve(LENGTH_BYTES);
        length += LENGTH_BYTES;
        return length;
    }

    /** Ends a message. Its length takes one byte if the message is short, otherwise four. */
    void end(final int begin) {
        final int count = length - begin;
        if (count <= ONE_BYTE_MAX) {
            System.arraycopy(bytes, begin, bytes, begin - LENGTH_BYTES + 1, count);
            bytes[begin - LENGTH_BYTES] = (byte) count;
            length -= LENGTH_BYTES - 1;
        } else {
            endLong(begin);
        }
    }

    /** Ends a message that is never short. Its length takes four bytes. */
    void endLong(final int begin) {
        putInt(begin - LENGTH_BYTES, padded(length - begin));
    }

    /** {@return a number below 2<sup>28</sup> encoded as seven bits in each of four bytes} */
    static int padded(final int number) {
        return (number & 0x7F) | ((number & 0x3F80) << 1) | ((number & 0x1F_C000) << 2) | ((number & 0xFE0_0000) << 3)
                | 0x0080_8080;
    }

    /**
     * Appends a message of at most {@value #ONE_BYTE_MAX} bytes, after its tag and length, that consists of some bytes
     * and a tagged number. One call writes it all, because most of a trace is numbers.
     */
    void putNumber(final int tag, final byte[] head, final int type, final long value) {
        reserve(2 + head.length + 1 + VARINT_MAX);
        final byte[] target = bytes;
        final int begin = length + 2;
        int at = begin;
        for (final byte each : head) {
            target[at++] = each;
        }
        target[at++] = (byte) type;
        long rest = value;
        while ((rest & ~(long) ONE_BYTE_MAX) != 0) {
            target[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        target[at++] = (byte) rest;
        target[begin - 2] = (byte) tag;
        target[begin - 1] = (byte) (at - begin);
        length = at;
    }

    private void reserve(final int count) {
        if (count > bytes.length - length) {
            bytes = Arrays.copyOf(bytes,
                    Math.max((int) Math.min(2L * bytes.length, LENGTH_MAX), Math.addExact(length, count)));
            buffer = new UnsafeBuffer(bytes);
        }
    }
}
