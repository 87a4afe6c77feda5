package io.ringside.text;

import io.ringside.internal.schema.NearestName;
import java.util.Collection;
import java.util.Locale;
import java.util.regex.Pattern;

/** Text and numbers for people. Stateless. */
public final class PlainText {
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\u0080-\\u009F\\u2028\\u2029\\p{Cf}]+");

    private PlainText() {}

    /**
     * Text that is safe to print: a name that another process has chosen can neither control the terminal nor break a
     * line.
     *
     * @param text any
     * @return the text, with a space for each run of control and format characters
     */
    public static String of(final String text) {
        return CONTROL.matcher(text).replaceAll(" ");
    }

    /**
     * The question that follows a name which does not exist, such as {@code , did you mean Orders?}
     *
     * @param typed the name that does not exist
     * @param names that exist
     * @return a question about the name that differs least, by no more than two characters and half of what was typed,
     *         where letter case does not count; empty if there is none
     */
    public static String suggestion(final String typed, final Collection<String> names) {
        return NearestName.of(typed, names).map(name -> ", did you mean " + name + "?").orElse("");
    }

    /**
     * A number with its digits in groups, such as {@code 1,234,567}.
     *
     * @param number any
     * @return the text
     */
    public static String count(final long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
