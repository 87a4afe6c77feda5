package io.ringside.text;

import io.ringside.internal.render.IsoTime;
import io.ringside.internal.schema.NearestName;
import java.time.ZoneId;
import java.util.Collection;
import java.util.Locale;
import java.util.regex.Pattern;

/** Formats text and numbers for people. Stateless. */
public final class PlainText {
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\u0080-\\u009F\\u2028\\u2029\\p{Cf}]+");

    private PlainText() {}

    /**
     * Returns text that is safe to print: a name from another process can neither control the terminal nor break a
     * line.
     *
     * @param text any
     * @return the text, with a space for each run of control and format characters
     */
    public static String of(final String text) {
        return CONTROL.matcher(text).replaceAll(" ");
    }

    /**
     * Returns a question to be appended to a message about a name that does not exist, such as
     * {@code , did you mean Orders?}
     *
     * @param typed the name that does not exist
     * @param names names that exist
     * @return a question about the most similar name, which differs in at most two characters and at most half of the
     *         typed name, ignoring letter case; empty if there is none
     */
    public static String suggestion(final String typed, final Collection<String> names) {
        return NearestName.of(typed, names).map(name -> ", did you mean " + name + "?").orElse("");
    }

    /**
     * Returns a number with grouped digits, such as {@code 1,234,567}.
     *
     * @param number any number
     * @return the text
     */
    public static String count(final long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /**
     * Returns a time in the format of ISO 8601, such as {@code 2026-01-31T08:00:00.000000000+01:00}.
     *
     * @param timeNs in nanoseconds since 1970
     * @param zone   zone in which the time is shown
     * @return the text, with nine decimals of the second and the offset from UTC
     */
    public static String time(final long timeNs, final ZoneId zone) {
        final StringBuilder text = new StringBuilder();
        new IsoTime(zone).append(text, timeNs);
        return text.toString();
    }
}
