package io.ringside.internal.render;

import io.ringside.internal.schema.JsonBytes;
import io.ringside.internal.schema.JsonBytes.Piece;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Formatter of times in ISO 8601, with nine digits after the second and the offset from UTC. The part that is common to
 * a second is formatted once. Not thread-safe.
 */
public final class IsoTime {
    private static final long NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int FIRST_DIGIT = (int) NS_PER_SECOND / 10;
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.", Locale.ROOT);

    private final ZoneId zone;
    private long second = Long.MIN_VALUE;
    private String prefix = "";
    private Piece piece = Piece.of("");
    private String offset = "";
    private Piece offsetPiece = Piece.of("");

    /** Creates a formatter for UTC. */
    public IsoTime() {
        this(ZoneOffset.UTC);
    }

    /**
     * Creates a formatter for a time zone.
     *
     * @param zone of the times
     */
    public IsoTime(final ZoneId zone) {
        this.zone = zone;
    }

    /**
     * Append a time.
     *
     * @param out    to append to
     * @param timeNs in nanoseconds since 1970
     */
    public void append(final StringBuilder out, final long timeNs) {
        format(timeNs);
        out.append(prefix);
        final int ns = (int) Math.floorMod(timeNs, NS_PER_SECOND);
        for (int unit = FIRST_DIGIT; unit > ns && unit > 1; unit /= 10) {
            out.append('0');
        }
        out.append(ns).append(offset);
    }

    /**
     * Append a time, without allocation if it is in the same second as the previous one.
     *
     * @param out    to append to
     * @param timeNs in nanoseconds since 1970
     */
    public void append(final JsonBytes out, final long timeNs) {
        format(timeNs);
        out.append(piece);
        out.appendNine((int) Math.floorMod(timeNs, NS_PER_SECOND));
        out.append(offsetPiece);
    }

    private void format(final long timeNs) {
        final long itsSecond = Math.floorDiv(timeNs, NS_PER_SECOND);
        if (itsSecond != second) {
            second = itsSecond;
            final OffsetDateTime time = Instant.ofEpochSecond(itsSecond).atZone(zone).toOffsetDateTime();
            prefix = SECONDS.format(time);
            piece = Piece.of(prefix);
            offset = time.getOffset().getId();
            offsetPiece = Piece.of(offset);
        }
    }
}
