package io.ringside.cli.console;

import java.util.regex.Pattern;

/**
 * Text that may go to a terminal: whatever another process has put into a name can neither command the terminal nor
 * break a line. Stateless.
 */
public final class PlainText {
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\u0080-\\u009F\\u2028\\u2029\\p{Cf}]+");

    private PlainText() {}

    /**
     * The text without what is not to be printed.
     *
     * @param text any
     * @return the text, a space in the place of control and format characters
     */
    public static String of(final String text) {
        return CONTROL.matcher(text).replaceAll(" ");
    }
}
