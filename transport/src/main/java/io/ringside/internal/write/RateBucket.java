package io.ringside.internal.write;

import io.ringside.filter.RateFilter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.NanoClock;

/**
 * Bounds how many events a process records in one session of one provider: in any span of {@code T} seconds at most
 * {@link RateFilter#burst} and {@code T} times the limit. Lock-free; an event beyond the limit stores nothing, so
 * threads contend only for what is recorded.
 */
final class RateBucket {
    private final NanoClock clock;
    private final long originNs;
    private final int limitPerSecond;
    private final long intervalNs;
    private final long toleranceNs;
    /** When the next event would be due if all came evenly, since the bucket was made. */
    private final AtomicLong dueNs = new AtomicLong();

    /**
     * A bucket that a whole burst may be taken from.
     *
     * @param rate  that is limited
     * @param clock monotonic
     */
    RateBucket(final RateFilter rate, final NanoClock clock) {
        this.clock = clock;
        originNs = clock.nanoTime();
        limitPerSecond = rate.limitPerSecond();
        // Rounded up: the limit is never exceeded.
        intervalNs = (TimeUnit.SECONDS.toNanos(1) + limitPerSecond - 1) / limitPerSecond;
        toleranceNs = (rate.burst() - 1) * intervalNs;
    }

    /** Whether the bucket bounds what a filter asks for. */
    boolean isOf(final RateFilter rate) {
        return limitPerSecond == rate.limitPerSecond();
    }

    /** Take an event's place; false if it is beyond the limit. */
    boolean tryTake() {
        final long nowNs = clock.nanoTime() - originNs;
        while (true) {
            // A failure means that another thread has taken a place, of which there are only so many.
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
