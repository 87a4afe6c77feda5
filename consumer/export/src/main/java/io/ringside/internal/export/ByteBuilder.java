package io.ringside.internal.export;

import io.ringside.internal.schema.Utf;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Bytes that grow, with the encodings of protobuf, CTF and JFR, little-endian. For one thread. */
final class ByteBuilder {
    private static final int VARINT_MAX = 10;
    /** Room for the length of a message that has yet to be written. */
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

    /** Clears it and gives its memory up. */
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

    /** A text as UTF-8. */
    ByteBuilder putUtf8(final CharSequence text) {
        final int room = Math.multiplyExact(Utf.CHAR_BYTES_MAX, text.length());
        reserve(room);
        length += Utf.encode(text, buffer, length, room);
        return this;
    }

    /** The {@value #UUID_LENGTH} characters of a UUID. */
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

    /** Seven bits in each byte, the least first. */
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

    /** Seven bits in each of eight bytes, the least first, and eight bits in the ninth, as JFR has them. */
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

    /** Begins a message whose length stands in front of it; to be ended with the place that is returned. */
    int begin() {
        reserve(LENGTH_BYTES);
        length += LENGTH_BYTES;
        return length;
    }

    /** Ends a message: its length takes one byte if it is short, and four else. */
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

    /** Ends a message that is not short: its length takes four bytes. */
    void endLong(final int begin) {
        putInt(begin - LENGTH_BYTES, padded(length - begin));
    }

    /** {@return a number below 2<sup>28</sup> as seven bits in each of four bytes} */
    static int padded(final int number) {
        return (number & 0x7F) | ((number & 0x3F80) << 1) | ((number & 0x1F_C000) << 2) | ((number & 0xFE0_0000) << 3)
                | 0x0080_8080;
    }

    /**
     * A message of at most {@value #ONE_BYTE_MAX} bytes after its tag and its length: some bytes, and a number after
     * its tag. All at once, as most of a trace is numbers.
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
