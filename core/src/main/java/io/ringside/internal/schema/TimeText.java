package io.ringside.internal.schema;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Points in time as ISO 8601 writes them, in UTC. Stateless. */
final class TimeText {
    private static final long NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long UNIT_NS = 100;
    private static final long UNITS_PER_SECOND = NS_PER_SECOND / UNIT_NS;
    /** From 1601 to 1970. */
    private static final long SECONDS_BEFORE_EPOCH = 11_644_473_600L;

    private TimeText() {}

    static String ofEpochNs(final long epochNs) {
        return Instant.ofEpochSecond(Math.floorDiv(epochNs, NS_PER_SECOND), Math.floorMod(epochNs, NS_PER_SECOND))
                .toString();
    }

    /** Takes units of 100 ns since 1601, unsigned. */
    static String ofFileTime(final long units) {
        return Instant.ofEpochSecond(
                Long.divideUnsigned(units, UNITS_PER_SECOND) - SECONDS_BEFORE_EPOCH,
                Long.remainderUnsigned(units, UNITS_PER_SECOND) * UNIT_NS)
                .toString();
    }
}
