package io.ringside.internal.expression;

import java.util.Locale;
import java.util.Set;

/** The characters that words of an expression may consist of. Stateless. */
final class ExpressionText {
    private static final char BACKTICK = '`';
    /** The only arithmetic sign that needs no blanks. */
    static final char TIMES = '*';
    private static final String PUNCTUATION = "_$.+-{}[]*#@/";
    private static final int FIRST_BEYOND_ASCII = 0x80;
    private static final int INDEX_DIGITS_MAX = 9;
    private static final Set<String> KEYWORDS = Set.of(
            ExpressionParser.AND, ExpressionParser.OR, ExpressionParser.NOT, ExpressionParser.BETWEEN,
            ExpressionParser.MODULO, ExpressionParser.CONTAINS, ExpressionParser.IS, ExpressionParser.EXACTLY);

    private ExpressionText() {}

    /** May this character be in a word that is in no quotes? */
    static boolean isWordCharacter(final char c) {
        if (c >= FIRST_BEYOND_ASCII) {
            return !Character.isWhitespace(c) && !Character.isSpaceChar(c) && !Character.isISOControl(c);
        }
        return Character.isLetterOrDigit(c) || PUNCTUATION.indexOf(c) >= 0;
    }

    static boolean isKeyword(final String word) {
        return KEYWORDS.contains(word.toUpperCase(Locale.ROOT));
    }

    /** May this text stand as a value without quotes? */
    static boolean isPlainValue(final String text) {
        return !text.isEmpty() && !isKeyword(text) && text.indexOf(TIMES) < 0
                && text.chars().allMatch(c -> isWordCharacter((char) c));
    }

    /** May this name stand as a step of a path without backticks? */
    static boolean isPlainName(final String name) {
        return isPlainValue(name) && name.chars().noneMatch(c -> c == '.' || c == '[' || c == ']');
    }

    static String inBackticks(final String name) {
        return BACKTICK + name.replace("`", "``") + BACKTICK;
    }

    /** Returns where the name of a step ends: after its closing backtick, or before a dot or bracket. */
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
     * Returns where a name in backticks ends; a doubled backtick inside is one of the name. Without an end it is the
     * length of the text.
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

    /** The name between two places of a path, empty if there is none or its backticks do not fit. */
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

    /** The number in brackets, or {@link FieldPath.Step#NULL_INDEX}. */
    static int index(final String digits) {
        final boolean isNumber = !digits.isEmpty() && digits.length() <= INDEX_DIGITS_MAX
                && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber ? Integer.parseInt(digits) : FieldPath.Step.NULL_INDEX;
    }
}
