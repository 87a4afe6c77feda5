package io.ringside.internal.schema;

/** Appends pieces of JSON. Stateless. */
public final class JsonText {
    private static final int FIRST_PRINTABLE = 0x20;
    private static final int DELETE = 0x7F;
    private static final int LAST_CONTROL = 0x9F;
    private static final char LINE_SEPARATOR = '\u2028';
    private static final char PARAGRAPH_SEPARATOR = '\u2029';

    private JsonText() {}

    /**
     * Appends a text in quotes. Control characters are escaped, and format characters such as U+202E: so a text from
     * another process can neither control the terminal that shows it, nor break the line, nor change the order in which
     * its characters are displayed.
     *
     * @param out  to append to.
     * @param text any text.
     */
    public static void appendQuoted(final StringBuilder out, final CharSequence text) {
        out.append('"');
        final int length = text.length();
        for (int i = 0; i < length; i++) {
            final char c = text.charAt(i);
            if (!Character.isSurrogate(c)) {
                appendEscaped(out, c);
            } else if (i + 1 < length && Character.isSurrogatePair(c, text.charAt(i + 1))) {
                out.append(c).append(text.charAt(++i));
            } else {
                // UTF-8 cannot encode an unpaired surrogate, and many readers reject its escape.
                out.append(WideText.REPLACEMENT);
            }
        }
        out.append('"');
    }

    /** Appends a text without quotes, escaping only characters that could do harm. */
    public static void appendPlain(final StringBuilder out, final CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            if (isControl(text.charAt(i))) {
                appendEscaped(out, text.charAt(i));
            } else {
                out.append(text.charAt(i));
            }
        }
    }

    /** Returns whether a character needs no escape inside quotes. */
    static boolean isPlain(final char c) {
        return c != '"' && c != '\\' && !isControl(c);
    }

    private static boolean isControl(final char c) {
        return c < FIRST_PRINTABLE
                || (c >= DELETE && c <= LAST_CONTROL)
                || c == LINE_SEPARATOR
                || c == PARAGRAPH_SEPARATOR
                || (c > LAST_CONTROL && Character.getType(c) == Character.FORMAT);
    }

    private static void appendEscaped(final StringBuilder out, final char c) {
        if (isPlain(c)) {
            out.append(c);
            return;
        }
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                out.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    out.append(Character.forDigit((c >>> shift) & 0xF, 16));
                }
            }
        }
    }
}
