package io.ringside.internal.expression;

import io.ringside.RingsideException;
import io.ringside.internal.expression.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/** Splits the text of an expression into tokens. Not thread-safe. */
final class Tokenizer {
    private static final List<String> SIGNS = List.of("==", "!=", "<=", ">=", "<>", "=", "<", ">", "%", "(", ")", ":",
            ",");
    private static final int UNICODE_DIGITS = 4;
    private static final int HEX = 16;

    private final String text;
    private int position;

    private Tokenizer(final String text) {
        this.text = text;
    }

    static List<Token> tokens(final String text) {
        return new Tokenizer(text).run();
    }

    private List<Token> run() {
        final List<Token> tokens = new ArrayList<>();
        skipBlanks();
        while (position < text.length()) {
            tokens.add(next());
            skipBlanks();
        }
        tokens.add(new Token(Kind.END, "", text.length()));
        return tokens;
    }

    private Token next() {
        final char c = text.charAt(position);
        if (c == '"' || c == '\'') {
            return quoted(c);
        }
        if (c == '`' || ExpressionText.isWordCharacter(c)) {
            return word();
        }
        final int begin = position;
        for (final String sign : SIGNS) {
            if (text.startsWith(sign, begin)) {
                position += sign.length();
                return new Token(Kind.SIGN, sign, begin);
            }
        }
        throw fault("found a character that means nothing here", begin);
    }

    private Token word() {
        final int begin = position;
        while (position < text.length()) {
            if (text.charAt(position) == '`') {
                final int backtick = position;
                position = ExpressionText.endOfBackticks(text, position);
                if (position - backtick < 2 || text.charAt(position - 1) != '`') {
                    throw fault("a backtick has no end", backtick);
                }
            } else if (text.charAt(position) == ExpressionText.TIMES) {
                // The sign is a word of its own, even without blanks around it.
                position += position == begin ? 1 : 0;
                break;
            } else if (ExpressionText.isWordCharacter(text.charAt(position))) {
                position++;
            } else {
                break;
            }
        }
        return new Token(Kind.WORD, text.substring(begin, position), begin);
    }

    private Token quoted(final char quote) {
        final int begin = position++;
        final StringBuilder value = new StringBuilder();
        while (position < text.length() && text.charAt(position) != quote) {
            value.append(text.charAt(position) == '\\' ? escaped() : text.charAt(position));
            position++;
        }
        if (position >= text.length()) {
            throw fault("a quote has no end", begin);
        }
        position++;
        return new Token(Kind.QUOTED, value.toString(), begin);
    }

    /** Parses an escape; leaves the position at its last character. */
    private char escaped() {
        final int begin = position++;
        final char c = position < text.length() ? text.charAt(position) : ' ';
        return switch (c) {
            case '"', '\'', '\\' -> c;
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode(begin);
            default -> throw fault("an escape is unknown, write \\\\ for a backslash", begin);
        };
    }

    private char unicode(final int begin) {
        int value = 0;
        for (int i = 0; i < UNICODE_DIGITS; i++) {
            position++;
            final int digit = position < text.length() ? Character.digit(text.charAt(position), HEX) : -1;
            if (digit < 0) {
                throw fault("an escape needs four hex digits", begin);
            }
            value = value * HEX + digit;
        }
        return (char) value;
    }

    private void skipBlanks() {
        while (position < text.length() && isBlank(text.charAt(position))) {
            position++;
        }
    }

    private static boolean isBlank(final char c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c);
    }

    private RingsideException fault(final String reason, final int at) {
        return RingsideException.invalidArgument("expression is not understood: reason=" + reason, text, at);
    }
}
