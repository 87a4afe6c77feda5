package io.ringside.internal.expression;

import java.util.Locale;
import java.util.Set;

/** Rules for the characters of words in an expression. Stateless. */
final class ExpressionText {
    private static final char BACKTICK = '`';
    /** The only arithmetic operator that needs no blanks around it. */
    static final char TIMES = '*';
    private static final String PUNCTUATION = "_$.+-{}[]*#@/";
    private static final int FIRST_BEYOND_ASCII = 0x80;
    private static final int INDEX_DIGITS_MAX = 9;
    private static final Set<String> KEYWORDS = Set.of(
            ExpressionParser.AND, ExpressionParser.OR, ExpressionParser.NOT, ExpressionParser.BETWEEN,
            ExpressionParser.MODULO, ExpressionParser.CONTAINS, ExpressionParser.IS, ExpressionParser.EXACTLY);

    private ExpressionText() {}

    /** Returns whether a word without quotes may contain this character. */
    static boolean isWordCharacter(final char c) {
        if (c >= FIRST_BEYOND_ASCII) {
            return !Character.isWhitespace(c) && !Character.isSpaceChar(c) && !Character.isISOControl(c);
        }
        return Character.isLetterOrDigit(c) || PUNCTUATION.indexOf(c) >= 0;
    }

    static boolean isKeyword(final String word) {
        return KEYWORDS.contains(word.toUpperCase(Locale.ROOT));
    }

    /** Returns whether a text needs no quotes as a value. */
    static boolean isPlainValue(final String text) {
        return !text.isEmpty() && !isKeyword(text) && text.indexOf(TIMES) < 0
                && text.chars().allMatch(c -> isWordCharacter((char) c));
    }

    /** Returns whether a name needs no backticks as a step of a path. */
    static boolean isPlainName(final String name) {
        return isPlainValue(name) && name.chars().noneMatch(c -> c == '.' || c == '[' || c == ']');
    }

    static String inBackticks(final String name) {
        return BACKTICK + name.replace("`", "``") + BACKTICK;
    }

    /** Returns the position after the name of a step: after its closing backtick, or at a dot or bracket. */
    static int endOfName(final String path, final int begin) {
        if (begin < path.length() && path.charAt(begin) == BACKTICK) {
            return endOfBackticks(path, begin);
        }
        int end = begin;
        while (end < path.length() && path.charAt(end) != '.' && path.charAt(end) != '[') {
            end++;
        }
        return end;
    }

    /**
     * Returns the position after the closing backtick of a name, in which a doubled backtick represents one; the length
     * of the text if no backtick closes it.
     */
    static int endOfBackticks(final String text, final int begin) {
        int end = begin + 1;
        while (end < text.length()) {
            if (text.charAt(end) != BACKTICK) {
                end++;
            } else if (end + 1 < text.length() && text.charAt(end + 1) == BACKTICK) {
                end += 2;
            } else {
                return end + 1;
            }
        }
        return text.length();
    }

    /** Returns the name between two positions of a path; empty if there is none or its backticks do not match. */
    static String name(final String path, final int begin, final int end) {
        final String name = path.substring(Math.min(begin, end), end);
        if (name.indexOf(BACKTICK) < 0) {
            return name;
        }
        final int last = name.length() - 1;
        final boolean enclosed = last > 0 && name.charAt(0) == BACKTICK && name.charAt(last) == BACKTICK;
        final String inside = enclosed ? name.substring(1, last).replace("``", "`") : "";
        return inBackticks(inside).equals(name) ? inside : "";
    }

    /** Returns the number in brackets, or {@link FieldPath.Step#NULL_INDEX}. */
    static int index(final String digits) {
        final boolean isNumber = !digits.isEmpty() && digits.length() <= INDEX_DIGITS_MAX
                && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber ? Integer.parseInt(digits) : FieldPath.Step.NULL_INDEX;
    }
}
