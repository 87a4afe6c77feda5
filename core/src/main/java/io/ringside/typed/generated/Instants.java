package io.ringside.typed.generated;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Converts points in time in fields, which are nanoseconds since 1970 UTC, from 1677 to 2262. Stateless. */
public final class Instants {
    private static final long NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long SECONDS_MAX = Long.MAX_VALUE / NS_PER_SECOND;

    private Instants() {}

    /**
     * Converts a point in time to a number.
     *
     * @param instant any point in time; null counts as 1970.
     * @return its nanoseconds, or the nearest ones that a long can hold.
     */
    public static long toEpochNs(final @Nullable Instant instant) {
        if (instant == null) {
            return 0;
        }
        final long seconds = instant.getEpochSecond();
        final int nano = instant.getNano();
        if (seconds >= SECONDS_MAX || seconds < -SECONDS_MAX) {
            return nearLimit(seconds, nano);
        }
        return seconds * NS_PER_SECOND + nano;
    }

    /**
     * Converts a number to a point in time. Allocates.
     *
     * @param epochNs nanoseconds since 1970 UTC.
     * @return the point in time.
     */
    public static Instant ofEpochNs(final long epochNs) {
        return Instant.ofEpochSecond(Math.floorDiv(epochNs, NS_PER_SECOND), Math.floorMod(epochNs, NS_PER_SECOND));
    }

    private static long nearLimit(final long seconds, final int nano) {
        final long limit = seconds < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        final long second = Math.floorDiv(limit, NS_PER_SECOND);
        if (seconds != second) {
            return limit;
        }
        final long rest = Math.floorMod(limit, NS_PER_SECOND);
        return limit < 0 ? limit + Math.max(0, nano - rest) : limit - Math.max(0, rest - nano);
    }
}
