package io.ringside.internal.expression;

import io.ringside.RingsideException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Automaton that matches a pattern against a text in UTF-8, in one pass and without allocation, whatever the pattern:
 * each of its characters is a bit of a word, and all paths through the pattern are followed at once (Glushkov).
 * Characters and case are defined as in {@link TextPattern}. Immutable.
 */
final class TextAutomaton {
    /** Matches every text. */
    static final TextAutomaton ANY = new TextAutomaton(List.of(), new long[0], PatternParser.Part.NOTHING, false, false,
            true);

    private static final int ASCII_END = 0x80;
    private static final long ALL = -1;

    private final List<CharacterSet> sets;
    private final boolean exactly;
    /** Positions that match a character, by ASCII character. */
    private final long[] ascii = new long[ASCII_END];
    /** Positions that may follow, by position. */
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
     * Compiles a pattern.
     *
     * @param operator that determines the kind of pattern.
     * @param pattern  text of the pattern.
     * @param exactly  whether case counts.
     * @return the automaton.
     * @throws RingsideException if the text is not a pattern of that kind.
     */
    static TextAutomaton of(final ComparisonOperator operator, final String pattern, final boolean exactly) {
        final boolean isLike = operator == ComparisonOperator.LIKE || operator == ComparisonOperator.NOT_LIKE;
        return isLike ? PatternParser.like(pattern, exactly) : PatternParser.regular(pattern, exactly);
    }

    /** Returns why a text is not a pattern of the operator's kind; null if it is one. */
    static @Nullable String reason(final ComparisonOperator operator, final String pattern) {
        try {
            of(operator, pattern, true);
            return null;
        } catch (final RingsideException e) {
            return e.getMessage();
        }
    }

    /** Returns whether a text matches the pattern, as a whole or in part as the pattern requires. */
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

    /** Returns the same for a text outside of a payload. */
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

    /** Returns the positions that are reached with a character. */
    private long after(final long active, final boolean isFirst, final int character) {
        long next = isFirst || !fromBegin ? first : 0;
        for (long rest = active; rest != 0; rest &= rest - 1) {
            next |= follow[Long.numberOfTrailingZeros(rest)];
        }
        return character < ASCII_END ? next & ascii[character] : taking(character, next);
    }

    /** Returns those of the given positions that match a character. */
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
     * Characters that a position matches.
     *
     * @param ranges  first and last character of each range, one after the other; must not be changed
     * @param negated whether the position matches all other characters instead
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record CharacterSet(int[] ranges, boolean negated) {
        /** Matches every character. */
        static final CharacterSet EVERY = new CharacterSet(new int[0], true);

        static CharacterSet of(final int character) {
            return new CharacterSet(new int[]{character, character}, false);
        }

        boolean takes(final int character, final boolean exactly) {
            return (has(character) || (!exactly && (has(TextPattern.folded(character))
                    || has(Character.toUpperCase(character)) || has(Character.toTitleCase(character))
                    || hasFolded(TextPattern.folded(character))))) != negated;
        }

        /** Returns whether a single non-ASCII character of the set differs from this one only in case. */
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
