package io.ringside.cli.argument;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A duration such as {@code 250ms}, {@code 5s} or {@code 2m}; {@code 0} needs no unit. */
public final class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,18})(ns|us|ms|s|m|h)");
    private static final Map<String, ChronoUnit> UNITS = Map.of("ns", ChronoUnit.NANOS, "us", ChronoUnit.MICROS, "ms",
            ChronoUnit.MILLIS, "s", ChronoUnit.SECONDS, "m", ChronoUnit.MINUTES, "h", ChronoUnit.HOURS);
    /** What a count of nanoseconds in a long can hold, with room for adding it to a clock. */
    private static final Duration MAX = Duration.ofDays(365);

    /** A converter. */
    public DurationConverter() {
        // Nothing to set.
    }

    @Override
    public Duration convert(final String text) {
        final Matcher duration = DURATION.matcher(text.toLowerCase(Locale.ROOT));
        if (text.equals("0")) {
            return Duration.ZERO;
        }
        if (duration.matches()) {
            final ChronoUnit unit = UNITS.getOrDefault(duration.group(2), ChronoUnit.NANOS);
            final long amount = Long.parseLong(duration.group(1));
            if (amount <= MAX.dividedBy(unit.getDuration())) {
                return Duration.of(amount, unit);
            }
        }
        throw new TypeConversionException(
                "invalid duration '" + text + "': expected 250ms, 5s or 2m, at most one year");
    }
}
