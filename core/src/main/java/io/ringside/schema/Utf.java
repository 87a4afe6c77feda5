package io.ringside.schema;

import org.agrona.MutableDirectBuffer;

/** Writes text as UTF-8 without allocating, which the JDK's own encoders do not manage. Stateless. */
final class Utf {
    /** Instead of a length: the text does not fit. */
    static final int NO_ROOM = -1;

    private static final int TWO_BYTES_MIN = 0x80;
    private static final int THREE_BYTES_MIN = 0x800;
    private static final int FOUR_BYTES_MIN = 0x10000;
    private static final int LENGTH_MAX = 4;

    private Utf() {}

    /** Returns the bytes written, or {@link #NO_ROOM} with the bytes at the offset undefined. */
    static int encode(final CharSequence text, final MutableDirectBuffer buffer, final int offset,
            final int lengthMax) {
        final int chars = text.length();
        int length = 0;
        for (int i = 0; i < chars; i++) {
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

    /** Returns the bytes that a text takes. */
    static int lengthOf(final CharSequence text) {
        final int chars = text.length();
        int length = 0;
        for (int i = 0; i < chars; i++) {
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
