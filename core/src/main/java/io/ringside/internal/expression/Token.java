package io.ringside.internal.expression;

/**
 * One word, value in quotes or sign of an expression.
 *
 * @param kind     kind of the token
 * @param text     a word or sign as it is there; for a value in quotes, the value itself
 * @param position position of its first character
 */
record Token(Kind kind, String text, int position) {
    /** The kind of a token. */
    enum Kind {
        /** Outside of quotes; may have parts in backticks. */
        WORD,
        /** In quotes. */
        QUOTED,
        /** An operator, a parenthesis, a colon or a comma. */
        SIGN,
        /** Nothing follows. */
        END
    }

    boolean isSign(final String sign) {
        return kind == Kind.SIGN && text.equals(sign);
    }

    boolean isKeyword(final String keyword) {
        return kind == Kind.WORD && text.equalsIgnoreCase(keyword);
    }

    /** For messages. */
    String description() {
        return kind == Kind.END ? "the end" : kind == Kind.QUOTED ? "a text in quotes" : text;
    }
}
