package io.ringside.internal.schema;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Points in time as the JDK has them, and as ISO 8601 writes them, in UTC. Stateless. */
public final class TimeText {
    private static final long NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long UNIT_NS = 100;
    private static final long UNITS_PER_SECOND = NS_PER_SECOND / UNIT_NS;
    /** From 1601 to 1970. */
    private static final long SECONDS_BEFORE_EPOCH = 11_644_473_600L;

    private TimeText() {}

    static String ofEpochNs(final long epochNs) {
        return instantOfEpochNs(epochNs).toString();
    }

    static String ofFileTime(final long units) {
        return instantOfFileTime(units).toString();
    }

    /**
     * Converts a timestamp.
     *
     * @param epochNs nanoseconds since 1970, any.
     * @return the same time.
     */
    public static Instant instantOfEpochNs(final long epochNs) {
        return Instant.ofEpochSecond(Math.floorDiv(epochNs, NS_PER_SECOND), Math.floorMod(epochNs, NS_PER_SECOND));
    }

    /**
     * Converts a FILETIME.
     *
     * @param units of 100 ns since 1601, unsigned, any.
     * @return the same time.
     */
    public static Instant instantOfFileTime(final long units) {
        return Instant.ofEpochSecond(
                Long.divideUnsigned(units, UNITS_PER_SECOND) - SECONDS_BEFORE_EPOCH,
                Long.remainderUnsigned(units, UNITS_PER_SECOND) * UNIT_NS);
    }
}
