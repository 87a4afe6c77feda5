package io.ringside.internal.machine;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a counter's scale in step with the monotonic clock. It reads both regularly, determines the rate over a second,
 * and adjusts the line so that its error is gone a second later. A larger error than a clock's drift indicates that the
 * computer slept or the counter was reset; a new line begins then. Not thread-safe.
 */
final class TickCalibration {
    /** Interval between two readings of the clocks, once the rate is known. */
    static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    /** Time for which a line is valid after its knot, so that some readings may be missed. */
    static final long GOOD_FOR_NS = 4 * INTERVAL_NS;
    /** Distance of the next line's beginning, long enough for every running thread to read the new line before. */
    static final long AHEAD_NS = TimeUnit.MILLISECONDS.toNanos(5);
    /** Upper bound of the time by which a kernel slews its clock while a line is valid. */
    static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final long FIRST_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int INTERVAL_GROWTH = 10;
    private static final long LEAST_BASELINE_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long LONGEST_BASELINE_NS = TimeUnit.MILLISECONDS.toNanos(50);
    /** Assumed error of the first rate: a tenth of a microsecond until the next reading. */
    private static final double RATE_ERROR = 10e-6;
    /** Maximum duration of a reading for which both clocks count as read at once. */
    private static final long WIDEST_READING_NS = TimeUnit.MICROSECONDS.toNanos(5);
    private static final int READINGS = 16;
    private static final double MAX_NS_OF_TICK = 1000;

    private final LongSupplier counter;
    private final LongSupplier monotonicClock;
    private @Nullable ClockReading reference;
    private double nsOfTick;
    private long intervalNs = FIRST_INTERVAL_NS;
    private long dueNs;

    /**
     * Makes a calibration of two clocks.
     *
     * @param counter        returns ticks at any constant rate above 1 MHz
     * @param monotonicClock returns nanoseconds
     */
    TickCalibration(final LongSupplier counter, final LongSupplier monotonicClock) {
        this.counter = counter;
        this.monotonicClock = monotonicClock;
    }

    /**
     * Read both clocks for the first time, or after a pause, until the rate is known well enough. This takes 2 to 50
     * milliseconds, longer if this code is not compiled yet.
     *
     * @return a scale that is valid from now on; {@link TickScale#NONE} if the clocks cannot be compared
     */
    TickScale start() {
        nsOfTick = 0;
        ClockReading first = read();
        if (first == null) {
            return TickScale.NONE;
        }
        final long endNs = first.ns() + LONGEST_BASELINE_NS;
        ClockReading second = first;
        while (second.ns() - first.ns() < LEAST_BASELINE_NS
                || (second.ns() - endNs < 0 && second.rateErrorSince(first) > RATE_ERROR)) {
            final ClockReading next = read();
            if (next == null) {
                return TickScale.NONE;
            }
            second = next;
            if (second.ns() - endNs < 0 && second.widthTicks() < first.widthTicks() / 2) {
                first = second;
            }
        }
        if (second.ticks() <= first.ticks()) {
            return TickScale.NONE;
        }
        reference = first;
        nsOfTick = second.nsOfTickSince(first);
        if (nsOfTick > MAX_NS_OF_TICK) {
            return TickScale.NONE;
        }
        return begin(second, second.latestNs(nsOfTick));
    }

    /** Returns whether the next reading is due. */
    boolean isDue(final long nowNs) {
        return nowNs - dueNs >= 0;
    }

    /**
     * Read both clocks.
     *
     * @param scale current scale, created by this calibration
     * @return the next scale; the current one if the clocks could not be read at once
     */
    TickScale next(final TickScale scale) {
        final ClockReading before = reference;
        final ClockReading now = read();
        if (now == null || before == null) {
            return scale;
        }
        final long knotTicks = now.ticks() + (long) (AHEAD_NS / nsOfTick);
        final boolean known = scale.covers(now.ticks());
        final boolean drifted = known && Math.abs(scale.toNs(now.ticks()) - now.ns()) < STEP_NS;
        if (!drifted || !scale.covers(knotTicks)) {
            reference = now;
            return begin(now, drifted
                    ? scale.toNs(now.ticks())
                    : known ? now.latestNs(nsOfTick) : scale.beyond(now.latestNs(nsOfTick)));
        }
        if (now.ticks() - scale.knotTicks() <= 0) {
            return scale;
        }
        nsOfTick = now.nsOfTickSince(before);
        if (now.ns() - before.ns() >= INTERVAL_NS) {
            reference = now;
        }
        final double errorNs = scale.toNs(knotTicks) - (now.ns() + (knotTicks - now.ticks()) * nsOfTick);
        intervalNs = Math.min(INTERVAL_NS, INTERVAL_GROWTH * intervalNs);
        dueNs = now.ns() + intervalNs;
        return scale.then(knotTicks, nsOfTick * (1 - errorNs / INTERVAL_NS), GOOD_FOR_NS);
    }

    /** Begins a new line. Writers that read the monotonic clock until now must not see time go back. */
    private TickScale begin(final ClockReading now, final long ns) {
        intervalNs = FIRST_INTERVAL_NS;
        dueNs = now.ns() + intervalNs;
        return TickScale.from(now.ticks(), ns, nsOfTick, GOOD_FOR_NS);
    }

    /** Returns the best of some readings, since any may have been interrupted; null if all were. */
    private @Nullable ClockReading read() {
        ClockReading best = null;
        for (int i = 0; i < READINGS; i++) {
            final long before = counter.getAsLong();
            final long ns = monotonicClock.getAsLong();
            final long width = counter.getAsLong() - before;
            if (width >= 0 && (best == null || width < best.widthTicks())) {
                best = new ClockReading(before + width / 2, ns, width);
            }
        }
        return best != null && best.widthTicks() * nsOfTick > WIDEST_READING_NS ? null : best;
    }
}
