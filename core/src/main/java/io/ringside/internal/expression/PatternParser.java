package io.ringside.internal.expression;

import io.ringside.RingsideException;
import io.ringside.internal.expression.TextAutomaton.CharacterSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Parses patterns. A regular expression consists of characters, {@code .}, sets in brackets, {@code \d \w \s} and their
 * opposites, {@code * + ?}, counts in braces, {@code |}, parentheses, {@code ^} as its first and {@code $} as its last
 * character. Not thread-safe; used for one text.
 */
final class PatternParser {
    /** Maximum number of characters of a pattern, including all repetitions: one bit of a long for each. */
    private static final int POSITIONS_MAX = Long.SIZE;
    private static final int NESTING_MAX = 32;
    /** Bounds the work on a pattern that repeats an empty part. */
    private static final int STEPS_MAX = 10_000;
    private static final int COUNT_DIGITS_MAX = 2;
    private static final int[] DIGITS = {'0', '9'};
    private static final int[] WORD = {'0', '9', 'A', 'Z', 'a', 'z', '_', '_'};
    private static final int[] SPACE = {'\t', '\r', ' ', ' '};
    private static final int END = -1;

    private final String text;
    private final int[] characters;
    private final int end;
    private final List<CharacterSet> sets = new ArrayList<>();
    private final long[] follow = new long[POSITIONS_MAX];
    private int next;
    private int depth;
    private int steps;

    /** Part of a pattern: positions at which it may begin and end, and whether it may be omitted. */
    record Part(long first, long last, boolean isOptional) {
        static final Part NOTHING = new Part(0, 0, true);

        Part or(final Part other) {
            return new Part(first | other.first, last | other.last, isOptional || other.isOptional);
        }
    }

    private PatternParser(final String text, final int begin, final int cut) {
        this.text = text;
        this.characters = text.codePoints().toArray();
        this.next = begin;
        this.end = characters.length - cut;
    }

    static TextAutomaton like(final String text, final boolean exactly) {
        final PatternParser parser = new PatternParser(text, 0, 0);
        Part whole = Part.NOTHING;
        while (parser.next < parser.end) {
            final int character = parser.characters[parser.next++];
            whole = parser.sequence(whole, switch (character) {
                case '%' -> parser.repeated(parser.position(CharacterSet.EVERY), true);
                case '_' -> parser.position(CharacterSet.EVERY);
                case '\\' -> parser.position(CharacterSet.of(parser.escaped()));
                default -> parser.position(CharacterSet.of(character));
            });
        }
        return new TextAutomaton(parser.sets, parser.follow, whole, true, true, exactly);
    }

    static TextAutomaton regular(final String text, final boolean exactly) {
        final boolean fromBegin = text.startsWith("^");
        final int backslashes = text.length() - 1 - text.substring(0, Math.max(text.length() - 1, 0))
                .replaceAll("\\\\+$", "").length();
        final boolean toEnd = text.endsWith("$") && backslashes % 2 == 0;
        final PatternParser parser = new PatternParser(text, fromBegin ? 1 : 0, toEnd ? 1 : 0);
        final Part first = parser.branch();
        Part whole = first;
        while (parser.peek() == '|') {
            if (fromBegin || toEnd) {
                throw parser.wrong("put alternatives in parentheses beside ^ and $");
            }
            parser.next++;
            whole = whole.or(parser.branch());
        }
        if (parser.next < parser.end) {
            throw parser.wrong("a parenthesis has no beginning");
        }
        return new TextAutomaton(parser.sets, parser.follow, whole, fromBegin, toEnd, exactly);
    }

    private Part alternatives() {
        Part part = branch();
        while (peek() == '|') {
            next++;
            part = part.or(branch());
        }
        return part;
    }

    private Part branch() {
        Part part = Part.NOTHING;
        while (peek() != END && peek() != '|' && peek() != ')') {
            part = sequence(part, piece());
        }
        return part;
    }

    /** Parses an atom with its count; a counted atom is parsed again for each of its repetitions. */
    private Part piece() {
        final int begin = next;
        final Part atom = atom();
        final int mark = peek();
        if (mark == '*' || mark == '+' || mark == '?') {
            next++;
            return mark == '?' ? new Part(atom.first, atom.last, true) : repeated(atom, mark == '*');
        }
        if (mark != '{') {
            return atom;
        }
        next++;
        final int least = count();
        int most = least;
        boolean isOpen = false;
        if (peek() == ',') {
            next++;
            isOpen = peek() == '}';
            most = isOpen ? least : count();
        }
        if (take() != '}' || most < least || (most == 0 && !isOpen)) {
            throw wrong("a count is {3}, {3,} or {3,5}");
        }
        final int after = next;
        Part part = least == 0 ? new Part(atom.first, atom.last, true) : atom;
        Part newest = atom;
        for (int i = 1; i < most; i++) {
            next = begin;
            newest = atom();
            part = sequence(part, i < least ? newest : new Part(newest.first, newest.last, true));
        }
        if (isOpen) {
            repeated(newest, true);
        }
        next = after;
        return part;
    }

    private int count() {
        int count = 0;
        int digits = 0;
        while (peek() >= '0' && peek() <= '9' && digits < COUNT_DIGITS_MAX) {
            count = count * 10 + take() - '0';
            digits++;
        }
        if (digits == 0) {
            throw wrong("a count is {3}, {3,} or {3,5}");
        }
        return count;
    }

    private Part atom() {
        if (++steps > STEPS_MAX) {
            throw wrong("it repeats too much");
        }
        final int character = take();
        return switch (character) {
            case '(' -> group();
            case '[' -> position(set());
            case '.' -> position(CharacterSet.EVERY);
            case '\\' -> position(escapedSet());
            case '*', '+', '?', '{' -> throw wrong("there is nothing to repeat");
            case '^', '$' -> throw wrong("^ must be the first character and $ the last");
            default -> position(CharacterSet.of(character));
        };
    }

    private Part group() {
        if (++depth > NESTING_MAX) {
            throw wrong("it is nested too deeply");
        }
        if (peek() == '?') {
            next++;
            if (take() != ':') {
                throw wrong("the only group with a question mark is (?:...)");
            }
        }
        final Part inside = alternatives();
        if (peek() != ')') {
            throw wrong("a parenthesis has no end");
        }
        next++;
        depth--;
        return inside;
    }

    private CharacterSet set() {
        final boolean negated = peek() == '^';
        next += negated ? 1 : 0;
        int[] ranges = new int[0];
        do {
            final int first = take();
            if (first == '\\' && isClass(peek())) {
                final CharacterSet named = escapedSet();
                if (named.negated()) {
                    throw wrong("\\D, \\W and \\S cannot be in brackets");
                }
                ranges = joined(ranges, named.ranges());
            } else {
                final int low = first == '\\' ? escaped() : first;
                int high = low;
                if (peek() == '-' && next + 1 < end && characters[next + 1] != ']') {
                    next++;
                    high = take();
                    high = high == '\\' ? escaped() : high;
                }
                if (high < low) {
                    throw wrong("a range in brackets is turned round");
                }
                ranges = joined(ranges, low, high);
            }
            if (peek() == END) {
                throw wrong("a bracket has no end");
            }
        } while (peek() != ']');
        next++;
        return new CharacterSet(ranges, negated);
    }

    private static int[] joined(final int[] ranges, final int... more) {
        final int[] joined = Arrays.copyOf(ranges, ranges.length + more.length);
        System.arraycopy(more, 0, joined, ranges.length, more.length);
        return joined;
    }

    private static boolean isClass(final int character) {
        return "dDwWsS".indexOf(character) >= 0;
    }

    private CharacterSet escapedSet() {
        if (!isClass(peek())) {
            return CharacterSet.of(escaped());
        }
        final int name = take();
        final int[] ranges = switch (Character.toLowerCase(name)) {
            case 'd' -> DIGITS;
            case 'w' -> WORD;
            default -> SPACE;
        };
        return new CharacterSet(ranges, Character.isUpperCase(name));
    }

    /** Parses the character after a backslash; refuses letters and digits that have a meaning in other dialects. */
    private int escaped() {
        final int character = take();
        return switch (character) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> {
                if (Character.isLetterOrDigit(character)) {
                    throw wrong("an escape is unknown");
                }
                yield character;
            }
        };
    }

    private Part position(final CharacterSet set) {
        final int index = sets.size();
        if (index == POSITIONS_MAX) {
            throw wrong("it has too many characters, max=" + POSITIONS_MAX);
        }
        sets.add(set);
        return new Part(1L << index, 1L << index, false);
    }

    private Part sequence(final Part before, final Part after) {
        connect(before.last, after.first);
        return new Part(before.isOptional ? before.first | after.first : before.first,
                after.isOptional ? before.last | after.last : after.last, before.isOptional && after.isOptional);
    }

    private Part repeated(final Part part, final boolean isOptional) {
        connect(part.last, part.first);
        return new Part(part.first, part.last, part.isOptional || isOptional);
    }

    private void connect(final long from, final long to) {
        for (long rest = from; rest != 0; rest &= rest - 1) {
            follow[Long.numberOfTrailingZeros(rest)] |= to;
        }
    }

    private int peek() {
        return next < end ? characters[next] : END;
    }

    private int take() {
        if (next >= end) {
            throw wrong("it ends too early");
        }
        return characters[next++];
    }

    private RingsideException wrong(final String reason) {
        return RingsideException.invalidArgument("pattern is not understood: pattern=" + text + ", reason=" + reason);
    }
}
