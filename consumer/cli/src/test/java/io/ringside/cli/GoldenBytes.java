package io.ringside.cli;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that are put one after the other, little-endian. */
final class GoldenBytes {
    private ByteBuffer bytes = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);

    GoldenBytes i8(final int value) {
        room(Byte.BYTES).put((byte) value);
        return this;
    }

    GoldenBytes i16(final int value) {
        room(Short.BYTES).putShort((short) value);
        return this;
    }

    GoldenBytes i32(final int value) {
        room(Integer.BYTES).putInt(value);
        return this;
    }

    GoldenBytes i64(final long... values) {
        for (final long value : values) {
            room(Long.BYTES).putLong(value);
        }
        return this;
    }

    GoldenBytes bytes(final byte... value) {
        room(value.length).put(value);
        return this;
    }

    /** The first bytes of a number. */
    GoldenBytes low(final long value, final int length) {
        for (int i = 0; i < length; i++) {
            i8((int) (value >>> (i * Byte.SIZE)));
        }
        return this;
    }

    GoldenBytes ascii(final String text) {
        return bytes(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** A text behind a u16 with its length in bytes. */
    GoldenBytes text(final String text) {
        return prefixed(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The same in UTF-16LE, as it is: half a pair of surrogates, too. */
    GoldenBytes wide(final String text) {
        return prefixed(units(text));
    }

    /** UTF-16LE alone, then a zero unit. */
    GoldenBytes wideTerminated(final String text) {
        return bytes(units(text)).i16(0);
    }

    GoldenBytes terminated(final String text, final Charset charset) {
        return bytes(text.getBytes(charset)).i8(0);
    }

    GoldenBytes prefixed(final byte... value) {
        return i16(value.length).bytes(value);
    }

    /** Zeros up to a multiple. */
    GoldenBytes align(final int alignment) {
        return zeros(-length() & (alignment - 1));
    }

    /** Zeros up to a length. */
    GoldenBytes upTo(final int length) {
        return zeros(length - length());
    }

    GoldenBytes zeros(final int count) {
        return bytes(new byte[count]);
    }

    GoldenBytes setI32(final int offset, final int value) {
        bytes.putInt(offset, value);
        return this;
    }

    GoldenBytes setI64(final int offset, final long value) {
        bytes.putLong(offset, value);
        return this;
    }

    int length() {
        return bytes.position();
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    private static byte[] units(final String text) {
        final GoldenBytes units = new GoldenBytes();
        text.chars().forEach(units::i16);
        return units.toArray();
    }

    private ByteBuffer room(final int length) {
        if (bytes.remaining() < length) {
            final int capacity = Math.max(2 * bytes.capacity(), bytes.position() + length);
            bytes = ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN).put(bytes.flip());
        }
        return bytes;
    }
}
