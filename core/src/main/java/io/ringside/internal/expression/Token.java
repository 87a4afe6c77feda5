package io.ringside.internal.expression;

/**
 * A word, quoted value or sign of an expression.
 *
 * @param kind     of the token
 * @param text     word or sign as written; the value itself without its quotes
 * @param position of its first character
 */
record Token(Kind kind, String text, int position) {
    /** The kind of a token. */
    enum Kind {
        /** Word outside of quotes; may have parts in backticks. */
        WORD,
        /** Value in quotes. */
        QUOTED,
        /** Operator, parenthesis, colon or comma. */
        SIGN,
        /** End of the text. */
        END
    }

    boolean isSign(final String sign) {
        return kind == Kind.SIGN && text.equals(sign);
    }

    boolean isKeyword(final String keyword) {
        return kind == Kind.WORD && text.equalsIgnoreCase(keyword);
    }

    /** Returns a description for messages. */
    String description() {
        return kind == Kind.END ? "the end" : kind == Kind.QUOTED ? "a text in quotes" : text;
    }
}
