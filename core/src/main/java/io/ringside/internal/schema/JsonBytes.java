package io.ringside.internal.schema;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/**
 * Buffer for JSON in UTF-8 that grows and is reused, so it stops allocating once it is large enough. Texts are escaped
 * as in {@link JsonText}. Not thread-safe.
 */
public final class JsonBytes {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** Space always left after a reservation, for a number or for the last word of a piece. */
    private static final int SLACK = 48;
    /** Pieces up to this length are copied word by word, which is faster than a call of the copy routine. */
    private static final int WORDS_MAX = 32;
    private static final int LENGTH_MAX = Integer.MAX_VALUE - Long.BYTES;
    private static final int EIGHT_DIGITS = 100_000_000;
    private static final int FOUR_DIGITS = 10_000;
    private static final long ZEROS = 0x3030_3030_3030_3030L;
    /** Lowest bit of the last of eight digits. */
    private static final long LAST_DIGIT = 1L << (Long.SIZE - Byte.SIZE);
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.ISO_8859_1);
    private static final Piece LEAST = Piece.of(Long.toString(Long.MIN_VALUE));
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long SIGNS = 0x8080_8080_8080_8080L;

    private final StringBuilder decoded = new StringBuilder();
    private final StringBuilder escaped = new StringBuilder();
    private byte[] bytes;
    private int length;

    /** Text that is encoded once and appended often. Immutable. */
    public static final class Piece {
        private final byte[] words;
        private final int length;

        private Piece(final byte[] bytes, final int length) {
            this.words = Arrays.copyOf(bytes, (length + Long.BYTES - 1) & -Long.BYTES);
            this.length = length;
        }

        /** {@return a piece of given JSON} */
        public static Piece of(final String json) {
            final byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
            return new Piece(bytes, bytes.length);
        }
    }

    /**
     * Creates an empty buffer.
     *
     * @param capacity initial capacity in bytes.
     */
    public JsonBytes(final int capacity) {
        bytes = new byte[Math.max(capacity, SLACK)];
    }

    /** {@return the number of bytes} */
    public int length() {
        return length;
    }

    /**
     * Truncates the content.
     *
     * @param newLength at most the current length.
     */
    public void length(final int newLength) {
        length = newLength;
    }

    /** {@return a copy of the content from an offset on} */
    public Piece piece(final int begin) {
        return new Piece(Arrays.copyOfRange(bytes, begin, length), length - begin);
    }

    /** Writes the content to a stream, and clears it. */
    public void writeTo(final OutputStream out) throws IOException {
        final int count = length;
        length = 0;
        out.write(bytes, 0, count);
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    /** Appends a piece. */
    public void append(final Piece piece) {
        final int count = piece.length;
        reserve(count);
        final byte[] source = piece.words;
        final byte[] target = bytes;
        final int begin = length;
        if (count <= WORDS_MAX) {
            for (int i = 0; i < count; i += Long.BYTES) {
                LONGS.set(target, begin + i, (long) LONGS.get(source, i));
            }
        } else {
            System.arraycopy(source, 0, target, begin, count);
        }
        length = begin + count;
    }

    /** Appends an ASCII character. */
    public void append(final char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
    }

    /** Replaces an ASCII character of the content by another one. */
    public void set(final int index, final char ascii) {
        bytes[index] = (byte) ascii;
    }

    /** Appends a text as it is, except for unpaired surrogates. */
    public void append(final CharSequence text) {
        final int chars = text.length();
        reserve(Math.multiplyExact(Utf.CHAR_BYTES_MAX, chars));
        for (int i = 0; i < chars; i++) {
            final char c = text.charAt(i);
            if (c < 0x80) {
                bytes[length++] = (byte) c;
            } else if (c < 0x800) {
                bytes[length++] = (byte) (0xC0 | (c >> 6));
                bytes[length++] = (byte) (0x80 | (c & 0x3F));
            } else if (Character.isSurrogate(c)) {
                final int codePoint = Character.codePointAt(text, i++);
                bytes[length++] = (byte) (0xF0 | (codePoint >> 18));
                bytes[length++] = (byte) (0x80 | ((codePoint >> 12) & 0x3F));
                bytes[length++] = (byte) (0x80 | ((codePoint >> 6) & 0x3F));
                bytes[length++] = (byte) (0x80 | (codePoint & 0x3F));
            } else {
                bytes[length++] = (byte) (0xE0 | (c >> 12));
                bytes[length++] = (byte) (0x80 | ((c >> 6) & 0x3F));
                bytes[length++] = (byte) (0x80 | (c & 0x3F));
            }
        }
    }

    /** Appends a text in quotes, escaped. */
    public void appendQuoted(final CharSequence text) {
        final int begin = length;
        final int chars = text.length();
        reserve(chars);
        bytes[length++] = '"';
        for (int i = 0; i < chars; i++) {
            final char c = text.charAt(i);
            if (c >= 0x80 || !JsonText.isPlain(c)) {
                length = begin;
                escaped.setLength(0);
                JsonText.appendQuoted(escaped, text);
                append(escaped);
                return;
            }
            bytes[length++] = (byte) c;
        }
        bytes[length++] = '"';
    }

    /**
     * Appends a text in quotes, escaped.
     *
     * @param buffer that holds the text, which should be UTF-8.
     * @param offset of its first byte.
     * @param count  number of bytes.
     */
    public void appendQuoted(final DirectBuffer buffer, final int offset, final int count) {
        final int begin = length;
        reserve(count);
        bytes[begin] = '"';
        buffer.getBytes(offset, bytes, begin + 1, count);
        if (isPlain(begin + 1, count)) {
            bytes[begin + 1 + count] = '"';
            length = begin + count + 2;
            return;
        }
        decoded.setLength(0);
        if (Utf.decode(buffer, offset, count, decoded)) {
            appendQuoted(decoded);
        } else {
            // The JDK determines which bytes one replacement character replaces.
            appendQuoted(buffer.getStringWithoutLengthUtf8(offset, count));
        }
    }

    /** Returns whether all bytes are ASCII that needs no escape; checks eight bytes at a time. */
    private boolean isPlain(final int begin, final int count) {
        final byte[] all = bytes;
        final int end = begin + count;
        int i = begin;
        long special = 0;
        for (; i <= end - Long.BYTES; i += Long.BYTES) {
            final long word = (long) LONGS.get(all, i);
            special |= word | (word - 0x20 * ONES) | zeros(word ^ '"' * ONES) | zeros(word ^ '\\' * ONES)
                    | zeros(word ^ 0x7F * ONES);
        }
        if ((special & SIGNS) != 0) {
            return false;
        }
        for (; i < end; i++) {
            if (all[i] < 0 || !JsonText.isPlain((char) all[i])) {
                return false;
            }
        }
        return true;
    }

    /** Sets the sign of each byte that is zero; signs of bytes above a zero may be set as well. */
    private static long zeros(final long word) {
        return (word - ONES) & ~word;
    }

    /** Appends bytes in hex. */
    public void appendHex(final DirectBuffer buffer, final int offset, final int count) {
        reserve(Math.multiplyExact(2, count));
        for (int i = offset; i < offset + count; i++) {
            final byte value = buffer.getByte(i);
            bytes[length++] = HEX[(value >>> 4) & 0xF];
            bytes[length++] = HEX[value & 0xF];
        }
    }

    /** Appends an unsigned number in hex with prefix {@code 0x}, in quotes. */
    public void appendMask(final long value) {
        final int digits = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 3) / 4);
        reserve(digits);
        bytes[length++] = '"';
        bytes[length++] = '0';
        bytes[length++] = 'x';
        putHex(value, digits);
        bytes[length++] = '"';
    }

    /** Appends a UUID in quotes. */
    public void appendUuid(final long most, final long least) {
        reserve(Long.SIZE);
        bytes[length++] = '"';
        putHex(most >>> 32, 8);
        bytes[length++] = '-';
        putHex(most >>> 16, 4);
        bytes[length++] = '-';
        putHex(most, 4);
        bytes[length++] = '-';
        putHex(least >>> 48, 4);
        bytes[length++] = '-';
        putHex(least, 12);
        bytes[length++] = '"';
    }

    private void putHex(final long value, final int digits) {
        for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
            bytes[length++] = HEX[((int) (value >>> shift)) & 0xF];
        }
    }

    /** Appends a whole number. */
    public void append(final long value) {
        if (value >= 0) {
            appendPositive(value);
        } else if (value == Long.MIN_VALUE) {
            append(LEAST);
        } else {
            append('-');
            appendPositive(-value);
        }
    }

    /** Appends an unsigned whole number. */
    public void appendUnsigned(final long value) {
        if (value >= 0) {
            appendPositive(value);
        } else {
            final long most = Long.divideUnsigned(value, EIGHT_DIGITS);
            appendPositive(most);
            reserve(Byte.SIZE);
            putEight((int) (value - most * EIGHT_DIGITS));
        }
    }

    /**
     * Appends a decimal as {@link DecimalText} does.
     *
     * @param unscaled unscaled whole number.
     * @param unsigned whether the number is unsigned.
     * @param scale    digits after the point, 1..18.
     */
    public void appendDecimal(final long unscaled, final boolean unsigned, final int scale) {
        final boolean isNegative = unscaled < 0 && !unsigned;
        final long magnitude = isNegative ? -unscaled : unscaled;
        final long power = DecimalText.power(scale);
        final long whole = magnitude >= 0 ? magnitude / power : Long.divideUnsigned(magnitude, power);
        long fraction = magnitude - whole * power;
        if (isNegative) {
            append('-');
        }
        appendPositive(whole);
        reserve(scale + 1);
        bytes[length] = '.';
        for (int i = length + scale; i > length; i--) {
            bytes[i] = (byte) ('0' + fraction % 10);
            fraction /= 10;
        }
        length += scale + 1;
    }

    /** Appends a whole number below 10<sup>9</sup> with nine digits. */
    public void appendNine(final int value) {
        reserve(Long.BYTES + 1);
        final int first = value / EIGHT_DIGITS;
        bytes[length++] = (byte) ('0' + first);
        putEight(value - first * EIGHT_DIGITS);
    }

    private void appendPositive(final long value) {
        reserve(Long.SIZE);
        if (value < EIGHT_DIGITS) {
            putShort((int) value);
            return;
        }
        final long most = value / EIGHT_DIGITS;
        if (most < EIGHT_DIGITS) {
            putShort((int) most);
        } else {
            final long first = most / EIGHT_DIGITS;
            putShort((int) first);
            putEight((int) (most - first * EIGHT_DIGITS));
        }
        putEight((int) (value - most * EIGHT_DIGITS));
    }

    /** Appends a number of at most eight digits. */
    private void putShort(final int value) {
        final long digits = digits(value);
        final int zeros = Long.numberOfTrailingZeros(digits | LAST_DIGIT) / Byte.SIZE;
        LONGS.set(bytes, length, (digits | ZEROS) >>> (zeros * Byte.SIZE));
        length += Long.BYTES - zeros;
    }

    private void putEight(final int value) {
        LONGS.set(bytes, length, digits(value) | ZEROS);
        length += Long.BYTES;
    }

    /**
     * Computes eight digits, the first one in the lowest byte, by dividing halves, quarters and digits side by side.
     * Multiplication and shift divide exactly, since the numbers are small.
     */
    private static long digits(final int value) {
        final int most = value / FOUR_DIGITS;
        final long halves = most | ((long) (value - most * FOUR_DIGITS) << Integer.SIZE);
        final long hundreds = ((halves * 10_486) >>> 20) & 0x0000_007F_0000_007FL;
        final long quarters = hundreds | ((halves - 100 * hundreds) << Short.SIZE);
        final long tens = ((quarters * 103) >>> 10) & 0x000F_000F_000F_000FL;
        return tens | ((quarters - 10 * tens) << Byte.SIZE);
    }

    private void reserve(final int count) {
        if (count > bytes.length - length - SLACK) {
            grow(count);
        }
    }

    private void grow(final int count) {
        bytes = Arrays.copyOf(bytes, Math.max((int) Math.min(2L * bytes.length, LENGTH_MAX),
                Math.addExact(Math.addExact(length, count), SLACK)));
    }
}
