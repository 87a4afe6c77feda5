package io.ringside.internal.setting;

import java.time.Duration;

/** Durations as nanoseconds, with which moments of a clock can be computed. Stateless. */
public final class TimeoutNs {
    /** A hundred years, so that a moment plus this is still a long. */
    private static final Duration MAX = Duration.ofDays(36_500);

    private TimeoutNs() {}

    /** Nanoseconds of a duration, whether positive or negative; one beyond a hundred years counts as these. */
    public static long of(final Duration duration) {
        if (duration.compareTo(MAX) > 0) {
            return MAX.toNanos();
        }
        return duration.compareTo(MAX.negated()) < 0 ? -MAX.toNanos() : duration.toNanos();
    }
}
