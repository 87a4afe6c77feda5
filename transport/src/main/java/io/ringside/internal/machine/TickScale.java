package io.ringside.internal.machine;

/**
 * The conversion of a counter's ticks to nanoseconds of the monotonic clock: two straight lines that meet in a knot,
 * valid within bounds. Outside the bounds nothing is known: the computer may have slept, or the thread that compares
 * the counter with the monotonic clock may not have run. Immutable.
 * <p>
 * The next scale begins with the last line of the previous one, and its knot is in the future when it is published. All
 * threads therefore convert the same ticks to the same time, whether they have read the new scale or not, and times
 * never go back while ticks advance.
 */
final class TickScale {
    /** No scale is available: the monotonic clock itself has to be read. */
    static final TickScale NONE = new TickScale(0, 0, 0, 0, 0, 0);

    /** Number of bits by which ticks since the knot are shifted; the remaining 40 bits suffice for some minutes. */
    private static final int TICKS_SHIFT = 23;
    private static final double RATE_UNIT = 0x1p41;

    /** Maximum time by which the monotonic clock may lag a scale whose end has just been passed. */
    private static final long CONTINUED_NS = TickCalibration.STEP_NS;

    private final long firstTicks;
    private final long spanTicks;
    private final long knotTicks;
    private final long knotNs;
    private final long rateBefore;
    private final long rateAfter;
    private final long endNs;

    private TickScale(final long firstTicks, final long spanTicks, final long knotTicks, final long knotNs,
            final long rateBefore, final long rateAfter) {
        this.firstTicks = firstTicks;
        this.spanTicks = spanTicks;
        this.knotTicks = knotTicks;
        this.knotNs = knotNs;
        this.rateBefore = rateBefore;
        this.rateAfter = rateAfter;
        this.endNs = toNs(firstTicks + spanTicks);
    }

    /**
     * Creates a scale that begins now, without a previous one.
     *
     * @param ticks    ticks at the beginning
     * @param ns       monotonic time at the beginning
     * @param nsOfTick length of a tick in nanoseconds, 1000 at most
     * @param forNs    duration of validity in nanoseconds
     */
    static TickScale from(final long ticks, final long ns, final double nsOfTick, final long forNs) {
        return new TickScale(ticks, span(forNs, nsOfTick), ticks, ns, rate(nsOfTick), rate(nsOfTick));
    }

    /**
     * Creates the next scale, which continues this one up to a knot.
     *
     * @param ticks    ticks of the new knot, later than that of this scale
     * @param nsOfTick length of a tick after the knot, in nanoseconds, 1000 at most
     * @param forNs    duration of validity from the knot on, in nanoseconds
     */
    TickScale then(final long ticks, final double nsOfTick, final long forNs) {
        return new TickScale(knotTicks, ticks - knotTicks + span(forNs, nsOfTick), ticks, toNs(ticks), rateAfter,
                rate(nsOfTick));
    }

    /** Returns whether the scale is valid for ticks. */
    boolean covers(final long ticks) {
        return Long.compareUnsigned(ticks - firstTicks, spanTicks) < 0;
    }

    /** Returns the monotonic time at ticks that the scale {@link #covers}. */
    long toNs(final long ticks) {
        final long since = ticks - knotTicks;
        return knotNs + Math.multiplyHigh(since << TICKS_SHIFT, since < 0 ? rateBefore : rateAfter);
    }

    /** Returns the time beyond the scale: the monotonic clock's time, but not before the end of the scale. */
    long beyond(final long monotonicNs) {
        return monotonicNs - endNs < 0 && endNs - monotonicNs < CONTINUED_NS ? endNs : monotonicNs;
    }

    long knotTicks() {
        return knotTicks;
    }

    private static long span(final long ns, final double nsOfTick) {
        return (long) (ns / nsOfTick);
    }

    private static long rate(final double nsOfTick) {
        return (long) (nsOfTick * RATE_UNIT);
    }
}
