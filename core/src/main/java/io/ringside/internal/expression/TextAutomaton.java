package io.ringside.internal.expression;

import io.ringside.RingsideException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pattern that is followed through a text in UTF-8, in one pass and without allocation, whatever the pattern: each
 * of its characters is a bit of a word, and all ways through the pattern are followed at once (Glushkov). Characters
 * and case are those of {@link TextPattern}. Immutable.
 */
final class TextAutomaton {
    /** Accepts every text. */
    static final TextAutomaton ANY = new TextAutomaton(List.of(), new long[0], PatternParser.Part.NOTHING, false, false,
            true);

    private static final int ASCII_END = 0x80;
    private static final long ALL = -1;

    private final List<CharacterSet> sets;
    private final boolean exactly;
    /** Positions that take a character, by ASCII character. */
    private final long[] ascii = new long[ASCII_END];
    /** Positions that may come next, by position. */
    private final long[] follow;
    private final long first;
    private final long last;
    private final boolean takesNothing;
    private final boolean fromBegin;
    private final boolean toEnd;

    TextAutomaton(final List<CharacterSet> sets, final long[] follow, final PatternParser.Part whole,
            final boolean fromBegin, final boolean toEnd, final boolean exactly) {
        this.sets = List.copyOf(sets);
        this.follow = Arrays.copyOf(follow, sets.size());
        this.first = whole.first();
        this.last = whole.last();
        this.takesNothing = whole.isOptional();
        this.fromBegin = fromBegin;
        this.toEnd = toEnd;
        this.exactly = exactly;
        for (int character = 0; character < ASCII_END; character++) {
            ascii[character] = taking(character, ALL);
        }
    }

    /**
     * Reads a pattern.
     *
     * @param operator that says what kind of pattern it is.
     * @param pattern  text of the pattern.
     * @param exactly  whether case counts.
     * @return the automaton.
     * @throws RingsideException if it is no such pattern.
     */
    static TextAutomaton of(final ComparisonOperator operator, final String pattern, final boolean exactly) {
        final boolean isLike = operator == ComparisonOperator.LIKE || operator == ComparisonOperator.NOT_LIKE;
        return isLike ? PatternParser.like(pattern, exactly) : PatternParser.regular(pattern, exactly);
    }

    /** Why a text is no such pattern; null if it is one. */
    static @Nullable String reason(final ComparisonOperator operator, final String pattern) {
        try {
            of(operator, pattern, true);
            return null;
        } catch (final RingsideException e) {
            return e.getMessage();
        }
    }

    /** Does a text fit, whole or in part, as the pattern asks for? */
    boolean accepts(final PayloadBytes payload, final int begin, final int end) {
        if (takesNothing && (!fromBegin || !toEnd || begin >= end)) {
            return true;
        }
        long active = 0;
        int index = begin;
        while (index < end) {
            final int decoded = TextPattern.decode(payload, index, end);
            active = after(active, index == begin, decoded >>> TextPattern.LENGTH_BITS);
            if ((active & last) != 0 && !toEnd) {
                return true;
            }
            if (active == 0 && fromBegin) {
                return false;
            }
            index += decoded & TextPattern.LENGTH_MASK;
        }
        return (active & last) != 0;
    }

    /** The same of a text that is not in a payload. */
    boolean accepts(final String text) {
        if (takesNothing && (!fromBegin || !toEnd || text.isEmpty())) {
            return true;
        }
        long active = 0;
        int index = 0;
        while (index < text.length()) {
            final int character = text.codePointAt(index);
            active = after(active, index == 0, character);
            if ((active & last) != 0 && !toEnd) {
                return true;
            }
            if (active == 0 && fromBegin) {
                return false;
            }
            index += Character.charCount(character);
        }
        return (active & last) != 0;
    }

    /** The positions that are reached with a character. */
    private long after(final long active, final boolean isFirst, final int character) {
        long next = isFirst || !fromBegin ? first : 0;
        for (long rest = active; rest != 0; rest &= rest - 1) {
            next |= follow[Long.numberOfTrailingZeros(rest)];
        }
        return character < ASCII_END ? next & ascii[character] : taking(character, next);
    }

    /** Returns the given positions that take a character. */
    private long taking(final int character, final long positions) {
        long taking = 0;
        for (int i = 0; i < sets.size(); i++) {
            if ((positions >>> i & 1) != 0 && sets.get(i).takes(character, exactly)) {
                taking |= 1L << i;
            }
        }
        return taking;
    }

    /**
     * Characters that a position takes.
     *
     * @param ranges  first and last character of each range, one after the other; not to be changed
     * @param negated whether it takes all others instead
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record CharacterSet(int[] ranges, boolean negated) {
        /** Takes every character. */
        static final CharacterSet EVERY = new CharacterSet(new int[0], true);

        static CharacterSet of(final int character) {
            return new CharacterSet(new int[]{character, character}, false);
        }

        boolean takes(final int character, final boolean exactly) {
            return (has(character) || (!exactly && (has(TextPattern.folded(character))
                    || has(Character.toUpperCase(character)) || has(Character.toTitleCase(character))
                    || hasFolded(TextPattern.folded(character))))) != negated;
        }

        /** Whether a single character is the same in another case, which none of the cases of the text's need be. */
        private boolean hasFolded(final int folded) {
            for (int i = 0; i < ranges.length; i += 2) {
                if (ranges[i] >= ASCII_END && ranges[i] == ranges[i + 1] && TextPattern.folded(ranges[i]) == folded) {
                    return true;
                }
            }
            return false;
        }

        private boolean has(final int character) {
            for (int i = 0; i < ranges.length; i += 2) {
                if (character >= ranges[i] && character <= ranges[i + 1]) {
                    return true;
                }
            }
            return false;
        }
    }
}
