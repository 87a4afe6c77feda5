package io.ringside.filter;

import java.io.Serial;

/**
 * An expression is not understood, or does not fit the event that it is meant for. The message says why; if it is about
 * a place of a text, it has that line of the text with a caret under the place.
 */
public final class ExpressionException extends RuntimeException {
    /** Instead of a position: the fault is not at one place of a text. */
    public static final int NULL_POSITION = -1;

    @Serial
    private static final long serialVersionUID = 1L;

    private static final int SHOWN_BEFORE = 60;
    private static final int SHOWN_BEHIND = 20;
    private static final String CUT = "...";

    /** Index of the character where the text is wrong; below 0 if there is none. */
    private final int position;

    /**
     * Makes an exception without a place.
     *
     * @param message what: name=value, name=value.
     */
    public ExpressionException(final String message) {
        super(message);
        this.position = NULL_POSITION;
    }

    /**
     * Makes an exception that shows a place.
     *
     * @param message  what: name=value, name=value.
     * @param text     that is not understood.
     * @param position of the character at fault, 0..length of the text.
     */
    public ExpressionException(final String message, final String text, final int position) {
        super(message + ", position=" + position + '\n' + underlined(text, position));
        this.position = position;
    }

    /** {@return the place in the text, from 0; {@link #NULL_POSITION} if there is none} */
    public int position() {
        return position;
    }

    private static String underlined(final String text, final int position) {
        final int begin = Math.max(0, position - SHOWN_BEFORE);
        final int end = Math.min(text.length(), position + SHOWN_BEHIND);
        final String front = begin > 0 ? CUT : "";
        final String shown = front + text.substring(begin, end) + (end < text.length() ? CUT : "");
        // One column for each character, and nothing that commands a terminal.
        final StringBuilder line = new StringBuilder(shown.length());
        shown.chars().forEach(c -> line.append(Character.isISOControl(c) ? ' ' : (char) c));
        return line + "\n" + " ".repeat(front.length() + position - begin) + '^';
    }
}
