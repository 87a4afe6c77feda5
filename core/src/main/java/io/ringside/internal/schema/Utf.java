package io.ringside.internal.schema;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

/** Encodes and decodes UTF-8 without allocation; encodes eight ASCII chars at a time. Stateless. */
public final class Utf {
    /** Value instead of a length: the text does not fit. */
    public static final int NO_ROOM = -1;

    /** Maximum number of bytes per char: a character of four bytes consists of two chars. */
    public static final int CHAR_BYTES_MAX = 3;

    private static final int TWO_BYTES_MIN = 0x80;
    private static final int THREE_BYTES_MIN = 0x800;
    private static final int FOUR_BYTES_MIN = 0x10000;
    private static final int LENGTH_MAX = 4;

    private Utf() {}

    /** Returns the number of bytes written, or {@link #NO_ROOM} with the bytes at the offset undefined. */
    public static int encode(final CharSequence text, final MutableDirectBuffer buffer, final int offset,
            final int lengthMax) {
        final int ascii = text instanceof final String string
                ? encodeWords(string, buffer, offset, Math.min(string.length(), lengthMax))
                : 0;
        return encodeRest(text, ascii, buffer, offset, lengthMax);
    }

    /**
     * Encodes the rest of a text whose first chars have been encoded already.
     *
     * @param ascii number of chars encoded already, as one byte each.
     */
    static int encodeRest(final CharSequence text, final int ascii, final MutableDirectBuffer buffer, final int offset,
            final int lengthMax) {
        final int chars = text.length();
        int length = ascii;
        for (int i = length; i < chars; i++) {
            final char c = text.charAt(i);
            if (c < TWO_BYTES_MIN && length < lengthMax) {
                buffer.putByte(offset + length++, (byte) c);
                continue;
            }
            final int codePoint = codePointAt(text, i);
            final int needed = lengthOf(codePoint);
            if (length > lengthMax - needed) {
                return NO_ROOM;
            }
            put(codePoint, needed, buffer, offset + length);
            length += needed;
            if (needed == LENGTH_MAX) {
                i++;
            }
        }
        return lengthMax < 0 ? NO_ROOM : length;
    }

    /** Writes as many complete characters as fit; returns the number of bytes written. */
    public static int encodeWhatFits(final CharSequence text, final MutableDirectBuffer buffer, final int offset,
            final int lengthMax) {
        final int chars = text.length();
        int length = 0;
        for (int i = 0; i < chars; i++) {
            final int codePoint = codePointAt(text, i);
            final int needed = lengthOf(codePoint);
            if (length > lengthMax - needed) {
                break;
            }
            put(codePoint, needed, buffer, offset + length);
            length += needed;
            if (needed == LENGTH_MAX) {
                i++;
            }
        }
        return length;
    }

    /** Returns the encoded length of a text in bytes. */
    public static int lengthOf(final CharSequence text) {
        final int chars = text.length();
        int length = text instanceof final String string ? asciiWords(string, chars) : 0;
        for (int i = length; i < chars; i++) {
            if (text.charAt(i) < TWO_BYTES_MIN) {
                length++;
                continue;
            }
            final int needed = lengthOf(codePointAt(text, i));
            length += needed;
            if (needed == LENGTH_MAX) {
                i++;
            }
        }
        return length;
    }

    /** Encodes ASCII chars at the text's beginning, eight at a time; returns their number. */
    private static int encodeWords(final String text, final MutableDirectBuffer buffer, final int offset,
            final int limit) {
        int i = 0;
        while (i <= limit - Long.BYTES && isAscii(text, i)) {
            final long low = fourBytes(text, i);
            final long high = fourBytes(text, i + Integer.BYTES);
            buffer.putLong(offset + i, low | (high << Integer.SIZE), LITTLE_ENDIAN);
            i += Long.BYTES;
        }
        return i;
    }

    private static long fourBytes(final String text, final int index) {
        final long low = text.charAt(index) | (text.charAt(index + 1) << Byte.SIZE);
        final long high = text.charAt(index + 2) | (text.charAt(index + 3) << Byte.SIZE);
        return low | (high << Short.SIZE);
    }

    /** Returns the number of ASCII chars at the text's beginning, a multiple of eight. */
    private static int asciiWords(final String text, final int chars) {
        int i = 0;
        while (i <= chars - Long.BYTES && isAscii(text, i)) {
            i += Long.BYTES;
        }
        return i;
    }

    /** Returns whether the eight chars from an index on are ASCII. */
    private static boolean isAscii(final String text, final int index) {
        final int first = text.charAt(index) | text.charAt(index + 1) | text.charAt(index + 2) | text.charAt(index + 3);
        final int last = text.charAt(index + 4) | text.charAt(index + 5) | text.charAt(index + 6)
                | text.charAt(index + 7);
        return (first | last) < TWO_BYTES_MIN;
    }

    /**
     * Appends a text that is encoded as UTF-8.
     *
     * @param buffer that holds it.
     * @param offset of its first byte.
     * @param count  number of bytes.
     * @param target to append to.
     * @return false if the bytes are not UTF-8; a part may have been appended.
     */
    static boolean decode(final DirectBuffer buffer, final int offset, final int count, final StringBuilder target) {
        final int end = offset + count;
        int i = offset;
        while (i < end) {
            final int first = buffer.getByte(i++) & 0xFF;
            if (first < TWO_BYTES_MIN) {
                target.append((char) first);
                continue;
            }
            final int more = Integer.numberOfLeadingZeros(~(first << 24)) - 1;
            if (more < 1 || more >= LENGTH_MAX || more > end - i) {
                return false;
            }
            int codePoint = first & (0x3F >>> more);
            for (int last = i + more; i < last; i++) {
                final int next = buffer.getByte(i);
                if ((next & 0xC0) != 0x80) {
                    return false;
                }
                codePoint = (codePoint << 6) | (next & 0x3F);
            }
            final boolean lone = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
            if (lone || codePoint > Character.MAX_CODE_POINT || lengthOf(codePoint) != more + 1) {
                return false;
            }
            if (Character.isBmpCodePoint(codePoint)) {
                target.append((char) codePoint);
            } else {
                // The JDK's method that appends a code point allocates a string.
                target.append(Character.highSurrogate(codePoint)).append(Character.lowSurrogate(codePoint));
            }
        }
        return true;
    }

    private static int codePointAt(final CharSequence text, final int index) {
        final int codePoint = Character.codePointAt(text, index);
        final boolean lone = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        return lone ? '?' : codePoint;
    }

    private static int lengthOf(final int codePoint) {
        if (codePoint < TWO_BYTES_MIN) {
            return 1;
        }
        if (codePoint < THREE_BYTES_MIN) {
            return 2;
        }
        return codePoint < FOUR_BYTES_MIN ? 3 : LENGTH_MAX;
    }

    private static void put(
            final int codePoint, final int length, final MutableDirectBuffer buffer, final int offset) {
        int rest = codePoint;
        for (int i = length - 1; i > 0; i--) {
            buffer.putByte(offset + i, (byte) (0x80 | (rest & 0x3F)));
            rest >>>= 6;
        }
        final int lead = length == 1 ? 0 : 0xF0 << (LENGTH_MAX - length);
        buffer.putByte(offset, (byte) (lead | rest));
    }
}
