package io.ringside.cli.argument;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A moment: {@code 2026-01-31T08:00:00Z}, the same without a zone for the local one, {@code 08:00:00} for that time of
 * today, nanoseconds since 1970, or {@code -5m} for five minutes ago.
 */
public final class TimeConverter implements ITypeConverter<Instant> {
    private static final Pattern NANOSECONDS = Pattern.compile("\\d{1,19}");
    private static final Pattern TIME_OF_DAY = Pattern.compile("\\d{1,2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?");
    private static final String AGO = "-";

    /** A converter. */
    public TimeConverter() {
        // Nothing to set.
    }

    @Override
    public Instant convert(final String text) {
        try {
            if (NANOSECONDS.matcher(text).matches()) {
                return Instant.EPOCH.plusNanos(Long.parseLong(text));
            }
            if (text.startsWith(AGO)) {
                return Instant.now().minus(new DurationConverter().convert(text.substring(AGO.length())));
            }
            final ZoneId zone = ZoneId.systemDefault();
            if (TIME_OF_DAY.matcher(text).matches()) {
                return LocalTime.parse(text).atDate(LocalDate.now(zone)).atZone(zone).toInstant();
            }
            return text.endsWith("Z") || text.indexOf('+') > 0
                    ? OffsetDateTime.parse(text).toInstant()
                    : LocalDateTime.parse(text).atZone(zone).toInstant();
        } catch (final DateTimeException | NumberFormatException e) {
            throw new TypeConversionException("invalid time '" + text + "': expected 2026-01-31T08:00:00Z, "
                    + "2026-01-31T08:00:00, 08:00:00, -5m or nanoseconds since 1970");
        }
    }
}
