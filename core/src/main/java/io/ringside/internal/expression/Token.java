package io.ringside.internal.expression;

/**
 * One word, value in quotes or sign of an expression.
 *
 * @param kind     what it is
 * @param text     a word or sign as it is there; of a value in quotes what it stands for
 * @param position of its first character
 */
record Token(Kind kind, String text, int position) {
    /** What a token is. */
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
