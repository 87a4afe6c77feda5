package io.ringside.internal.write;

import io.ringside.filter.RateFilter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.NanoClock;

/**
 * Limits the number of events of a provider that a process records in a session: in any span of {@code T} seconds at
 * most {@link RateFilter#burst} plus {@code T} times the limit. Lock-free; an event beyond the limit stores nothing, so
 * threads contend only for recorded events.
 */
final class RateBucket {
    private final NanoClock clock;
    private final long originNs;
    private final int limitPerSecond;
    private final long intervalNs;
    private final long toleranceNs;
    /** Time since the bucket was made at which the next event is due at an even rate. */
    private final AtomicLong dueNs = new AtomicLong();

    /**
     * A full bucket, from which a whole burst may be taken.
     *
     * @param rate  rate with a limit
     * @param clock monotonic clock
     */
    RateBucket(final RateFilter rate, final NanoClock clock) {
        this.clock = clock;
        originNs = clock.nanoTime();
        limitPerSecond = rate.limitPerSecond();
        // Rounded up, so that the limit is never exceeded.
        intervalNs = (TimeUnit.SECONDS.toNanos(1) + limitPerSecond - 1) / limitPerSecond;
        toleranceNs = (rate.burst() - 1) * intervalNs;
    }

    /** Returns whether the bucket has the limit of a filter. */
    boolean isOf(final RateFilter rate) {
        return limitPerSecond == rate.limitPerSecond();
    }

    /** Take a place for an event; returns false if it is beyond the limit. */
    boolean tryTake() {
        final long nowNs = clock.nanoTime() - originNs;
        while (true) {
            // Repeats only if another thread has taken a place meanwhile, so the number of attempts is limited.
            final long due = dueNs.get();
            if (due - nowNs > toleranceNs) {
                return false;
            }
            if (dueNs.compareAndSet(due, Math.max(due, nowNs) + intervalNs)) {
                return true;
            }
        }
    }
}
