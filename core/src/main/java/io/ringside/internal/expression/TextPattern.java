package io.ringside.internal.expression;

/**
 * Text to search for in UTF-8, in one pass and without allocation. If case does not count, two characters are equal if
 * they are equal in upper or lower case, as in {@link String#equalsIgnoreCase}. A byte that is not UTF-8 counts as one
 * replacement character. Immutable.
 */
final class TextPattern {
    private static final int REPLACEMENT = 0xFFFD;
    static final int LENGTH_BITS = 3;
    static final int LENGTH_MASK = (1 << LENGTH_BITS) - 1;
    private static final int MALFORMED = REPLACEMENT << LENGTH_BITS | 1;
    private static final int ASCII_END = 0x80;
    private static final int CASE_BIT = 0x20;
    private static final int CONTINUATION_BITS = 6;
    private static final int CONTINUATION_MASK = 0x3F;
    private static final int[] SMALLEST_BY_LENGTH = {0, 0, 0x80, 0x800, 0x10000};

    private final String text;
    private final boolean exactly;
    private final int[] pattern;
    /** Length that still matches after a mismatch, by the length matched before (Knuth, Morris, Pratt). */
    private final int[] fallback;

    TextPattern(final String text, final boolean exactly) {
        this.text = text;
        this.exactly = exactly;
        this.pattern = text.codePoints().map(c -> exactly ? c : folded(c)).toArray();
        this.fallback = fallback(pattern);
    }

    /** Returns whether this is the whole text. */
    boolean equalsText(final PayloadBytes payload, final int begin, final int end) {
        int matched = 0;
        int index = begin;
        while (index < end) {
            final int decoded = decode(payload, index, end);
            if (matched == pattern.length || character(decoded) != pattern[matched]) {
                return false;
            }
            matched++;
            index += decoded & LENGTH_MASK;
        }
        return matched == pattern.length;
    }

    /** Returns whether the text contains this. */
    boolean isIn(final PayloadBytes payload, final int begin, final int end) {
        int matched = 0;
        int index = begin;
        while (matched < pattern.length && index < end) {
            final int decoded = decode(payload, index, end);
            final int character = character(decoded);
            while (matched > 0 && character != pattern[matched]) {
                matched = fallback[matched];
            }
            if (character == pattern[matched]) {
                matched++;
            }
            index += decoded & LENGTH_MASK;
        }
        return matched == pattern.length;
    }

    /** Returns whether this is the whole of a decoded text. */
    boolean equalsText(final String other) {
        return exactly ? other.equals(text) : other.equalsIgnoreCase(text);
    }

    /** Returns whether a decoded text contains this. */
    boolean isIn(final String other) {
        for (int i = other.length() - text.length(); i >= 0; i--) {
            if (other.regionMatches(!exactly, i, text, 0, text.length())) {
                return true;
            }
        }
        return false;
    }

    private int character(final int decoded) {
        final int codePoint = decoded >>> LENGTH_BITS;
        return exactly ? codePoint : folded(codePoint);
    }

    static int folded(final int codePoint) {
        if (codePoint < ASCII_END) {
            return codePoint >= 'A' && codePoint <= 'Z' ? codePoint | CASE_BIT : codePoint;
        }
        return Character.toLowerCase(Character.toUpperCase(codePoint));
    }

    /** Returns a character, with its length in bytes in the low bits. */
    static int decode(final PayloadBytes payload, final int index, final int end) {
        final int lead = payload.getByte(index);
        if (lead >= 0) {
            return lead << LENGTH_BITS | 1;
        }
        // The leading ones give the length; a single one marks a byte in the middle of a character.
        final int length = Integer.numberOfLeadingZeros(~lead << (Integer.SIZE - Byte.SIZE));
        if (length < 2 || length >= SMALLEST_BY_LENGTH.length || length > end - index) {
            return MALFORMED;
        }
        int codePoint = lead & ((ASCII_END - 1) >> length);
        for (int i = 1; i < length; i++) {
            final int next = payload.getByte(index + i) ^ -ASCII_END;
            if ((next & ~CONTINUATION_MASK) != 0) {
                return MALFORMED;
            }
            codePoint = codePoint << CONTINUATION_BITS | next;
        }
        final boolean isSurrogate = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        return codePoint < SMALLEST_BY_LENGTH[length] || codePoint > Character.MAX_CODE_POINT || isSurrogate
                ? MALFORMED
                : codePoint << LENGTH_BITS | length;
    }

    private static int[] fallback(final int[] pattern) {
        final int[] fallback = new int[pattern.length + 1];
        int matched = 0;
        for (int i = 1; i < pattern.length; i++) {
            while (matched > 0 && pattern[i] != pattern[matched]) {
                matched = fallback[matched];
            }
            if (pattern[i] == pattern[matched]) {
                matched++;
            }
            fallback[i + 1] = matched;
        }
        return fallback;
    }
}
