package io.ringside.provider;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the operator of an application has set: the system property {@code ringside.spare.lanes}, else the environment
 * variable {@code RINGSIDE_SPARE_LANES}. A mistake in it never keeps the application from running: the default is used,
 * and a problem noted. Loads nothing of Agrona.
 */
final class OperatorSettings {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ns|us|ms|s)");

    private final UnaryOperator<@Nullable String> properties;
    private final UnaryOperator<@Nullable String> environment;
    private final List<String> problems = new ArrayList<>();

    OperatorSettings(final UnaryOperator<@Nullable String> properties,
            final UnaryOperator<@Nullable String> environment) {
        this.properties = properties;
        this.environment = environment;
    }

    /**
     * A number from 1.
     *
     * @param property its name
     * @param max      highest number
     * @param absent   used where none is set
     * @return the number
     */
    int number(final String property, final int max, final int absent) {
        final String text = value(property);
        if (text == null) {
            return absent;
        }
        final int number = NUMBER.matcher(text).matches() ? Integer.parseInt(text) : 0;
        if (number < 1 || number > max) {
            problems.add(problem(property, text, "a number from 1 to " + max, Integer.toString(absent)));
            return absent;
        }
        return number;
    }

    /**
     * A duration with its unit.
     *
     * @param property its name
     * @param absentNs used where none is set
     * @return nanoseconds
     */
    long durationNs(final String property, final long absentNs) {
        final String text = value(property);
        if (text == null) {
            return absentNs;
        }
        final Matcher duration = DURATION.matcher(text);
        if (!duration.matches()) {
            problems.add(problem(property, text, "a duration such as 500ms or 2s",
                    TimeUnit.NANOSECONDS.toMillis(absentNs) + "ms"));
            return absentNs;
        }
        return unit(duration.group(2)).toNanos(Long.parseLong(duration.group(1)));
    }

    /** What could not be used. */
    List<String> problems() {
        return List.copyOf(problems);
    }

    private static TimeUnit unit(final String text) {
        return switch (text) {
            case "ns" -> TimeUnit.NANOSECONDS;
            case "us" -> TimeUnit.MICROSECONDS;
            case "ms" -> TimeUnit.MILLISECONDS;
            default -> TimeUnit.SECONDS;
        };
    }

    private @Nullable String value(final String property) {
        final String text = properties.apply(property);
        final String found = text == null || text.isBlank() ? environment.apply(variable(property)) : text;
        return found == null || found.isBlank() ? null : found.strip();
    }

    private String problem(final String property, final String text, final String expected, final String used) {
        final String set = properties.apply(property);
        return "setting cannot be used: " + (set == null || set.isBlank() ? variable(property) : property) + '=' + text
                + ", default=" + used + ": set it to " + expected;
    }

    private static String variable(final String property) {
        return property.replace('.', '_').toUpperCase(Locale.ROOT);
    }
}
