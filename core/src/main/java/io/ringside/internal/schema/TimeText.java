package io.ringside.internal.schema;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;

/** Converts points in time between text in ISO 8601, timestamps and the JDK's {@link Instant}. Stateless. */
public final class TimeText {
    private static final long NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long UNIT_NS = 100;
    private static final long UNITS_PER_SECOND = NS_PER_SECOND / UNIT_NS;
    /** Seconds between 1601 and 1970. */
    private static final long SECONDS_BEFORE_EPOCH = 11_644_473_600L;

    private TimeText() {}

    /**
     * Reads a date and time with its offset, such as {@code 2026-01-31T08:00:00Z} or the same with {@code -05:00}. A
     * local time is refused, since its reader and writer may be in different time zones.
     *
     * @param text to parse.
     * @return the time.
     * @throws DateTimeException if the text is not a time, or has no offset.
     */
    public static Instant parse(final String text) {
        if (DateTimeFormatter.ISO_DATE_TIME.parseBest(text, OffsetDateTime::from,
                LocalDateTime::from) instanceof final OffsetDateTime time) {
            return time.toInstant();
        }
        throw new DateTimeException("time has no offset: time=" + text);
    }

    static String ofEpochNs(final long epochNs) {
        return instantOfEpochNs(epochNs).toString();
    }

    static String ofFileTime(final long units) {
        return instantOfFileTime(units).toString();
    }

    /**
     * Converts a timestamp.
     *
     * @param epochNs any number of nanoseconds since 1970.
     * @return the same time.
     */
    public static Instant instantOfEpochNs(final long epochNs) {
        return Instant.ofEpochSecond(Math.floorDiv(epochNs, NS_PER_SECOND), Math.floorMod(epochNs, NS_PER_SECOND));
    }

    /**
     * Converts a FILETIME.
     *
     * @param units any number of 100 ns units since 1601, unsigned.
     * @return the same time.
     */
    public static Instant instantOfFileTime(final long units) {
        return Instant.ofEpochSecond(
                Long.divideUnsigned(units, UNITS_PER_SECOND) - SECONDS_BEFORE_EPOCH,
                Long.remainderUnsigned(units, UNITS_PER_SECOND) * UNIT_NS);
    }
}
