package io.ringside.internal.render;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Points in time as ISO 8601 writes them, in UTC with nine digits after the second. What one second has in common is
 * formatted once. For one thread.
 */
public final class IsoTime {
    private static final long NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int FIRST_DIGIT = (int) NS_PER_SECOND / 10;
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private long second = Long.MIN_VALUE;
    private String prefix = "";

    /** Nothing is formatted yet. */
    public IsoTime() {
        // The fields have their defaults.
    }

    /**
     * Append a time.
     *
     * @param out    to append to
     * @param timeNs in nanoseconds since 1970
     */
    public void append(final StringBuilder out, final long timeNs) {
        final long itsSecond = Math.floorDiv(timeNs, NS_PER_SECOND);
        if (itsSecond != second) {
            second = itsSecond;
            prefix = SECONDS.format(Instant.ofEpochSecond(itsSecond));
        }
        out.append(prefix);
        final int ns = (int) Math.floorMod(timeNs, NS_PER_SECOND);
        for (int unit = FIRST_DIGIT; unit > ns && unit > 1; unit /= 10) {
            out.append('0');
        }
        out.append(ns).append('Z');
    }
}
