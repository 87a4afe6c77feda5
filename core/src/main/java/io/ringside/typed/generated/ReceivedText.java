package io.ringside.typed.generated;

import java.util.Arrays;
import org.agrona.DirectBuffer;

/**
 * Received text, decoded from UTF-8 into memory that is reused and grows with the longest text. Bytes that are not
 * UTF-8 become U+FFFD, byte by byte. It changes with the next text; {@link #toString} creates a permanent copy. Not
 * thread-safe.
 */
public final class ReceivedText implements CharSequence {
    private static final char REPLACEMENT = '\uFFFD';
    private static final int INITIAL_CHARS = 64;
    private static final int CONTINUATION_BITS = 6;
    private static final int CONTINUATION_MASK = 0x3F;

    private char[] chars = new char[INITIAL_CHARS];
    private int length;

    /** Creates an empty text. */
    public ReceivedText() {
        // The fields have initial values.
    }

    /**
     * Sets it to the empty text.
     *
     * @return this.
     */
    public ReceivedText clear() {
        length = 0;
        return this;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public char charAt(final int index) {
        if (index < 0 || index >= length) {
            throw new StringIndexOutOfBoundsException("index out of range: index=" + index + ", length=" + length);
        }
        return chars[index];
    }

    @Override
    public CharSequence subSequence(final int start, final int end) {
        return toString().subSequence(start, end);
    }

    @Override
    public String toString() {
        return new String(chars, 0, length);
    }

    /** Decodes bytes. There are never more characters than bytes. */
    ReceivedText decode(final DirectBuffer buffer, final int offset, final int bytes) {
        if (chars.length < bytes) {
            chars = Arrays.copyOf(chars, Math.max(bytes, 2 * chars.length));
        }
        final char[] decoded = chars;
        final int end = offset + bytes;
        int count = 0;
        int i = offset;
        while (i < end) {
            final byte lead = buffer.getByte(i);
            if (lead >= 0) {
                decoded[count++] = (char) lead;
                i++;
                continue;
            }
            final int needed = lengthOf(lead);
            final int codePoint = needed == 0 || needed > end - i ? -1 : codePoint(buffer, i, lead, needed);
            if (codePoint < 0) {
                decoded[count++] = REPLACEMENT;
                i++;
            } else {
                count += Character.toChars(codePoint, decoded, count);
                i += needed;
            }
        }
        length = count;
        return this;
    }

    private static int lengthOf(final byte lead) {
        final int ones = Integer.numberOfLeadingZeros(~(lead << 24));
        return ones < 2 || ones > 4 ? 0 : ones;
    }

    /** Returns -1 if malformed: a missing continuation, an overlong form, a surrogate, or too large a code point. */
    private static int codePoint(final DirectBuffer buffer, final int index, final byte lead, final int length) {
        int codePoint = lead & (0x7F >> length);
        for (int i = 1; i < length; i++) {
            final int next = buffer.getByte(index + i);
            if ((next & 0xC0) != 0x80) {
                return -1;
            }
            codePoint = (codePoint << CONTINUATION_BITS) | (next & CONTINUATION_MASK);
        }
        final int least = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
        final boolean surrogate = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        return codePoint < least || codePoint > Character.MAX_CODE_POINT || surrogate ? -1 : codePoint;
    }
}
