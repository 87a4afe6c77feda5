package io.ringside.internal.machine;

/**
 * The conversion of a counter's ticks to nanoseconds of the monotonic clock: two straight lines that meet in a knot,
 * within bounds. Outside of them nothing is known of the counter: the computer may have slept, or the thread that
 * compares it with the monotonic clock may not have run. Immutable.
 * <p>
 * A scale that follows another has the line after the other's knot before its own, and its knot lies ahead when it is
 * published: so all threads give the same time to the same ticks, whether they have seen the new one or not, and times
 * never go back where ticks continue.
 */
final class TickScale {
    /** No time by the scale: the monotonic clock itself has to be read. */
    static final TickScale NONE = new TickScale(0, 0, 0, 0, 0, 0);

    /** Bits that ticks since the knot are shifted by: the other 40 count up to some minutes. */
    private static final int TICKS_SHIFT = 23;
    private static final double RATE_UNIT = 0x1p41;

    /** A bound that was passed lately; the monotonic clock may show a little less than the line did there. */
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
     * A scale that begins now, and follows nothing.
     *
     * @param ticks    at which it begins
     * @param ns       monotonic time then
     * @param nsOfTick length of a tick in nanoseconds, 1000 at most
     * @param forNs    how long it is good
     */
    static TickScale from(final long ticks, final long ns, final double nsOfTick, final long forNs) {
        return new TickScale(ticks, span(forNs, nsOfTick), ticks, ns, rate(nsOfTick), rate(nsOfTick));
    }

    /**
     * A scale that continues with this one up to a knot.
     *
     * @param ticks    of the knot, later than that of this scale
     * @param nsOfTick length of a tick after it, in nanoseconds, 1000 at most
     * @param forNs    how long it is good from the knot on
     */
    TickScale then(final long ticks, final double nsOfTick, final long forNs) {
        return new TickScale(knotTicks, ticks - knotTicks + span(forNs, nsOfTick), ticks, toNs(ticks), rateAfter,
                rate(nsOfTick));
    }

    /** Whether the scale is good for ticks. */
    boolean covers(final long ticks) {
        return Long.compareUnsigned(ticks - firstTicks, spanTicks) < 0;
    }

    /** Monotonic time at ticks that it {@link #covers}. */
    long toNs(final long ticks) {
        final long since = ticks - knotTicks;
        return knotNs + Math.multiplyHigh(since << TICKS_SHIFT, since < 0 ? rateBefore : rateAfter);
    }

    /** The time where the scale does not cover what the counter shows: the monotonic clock's, and never back by it. */
    long beyond(final long monotonicNs) {
        return monotonicNs - endNs < 0 && endNs - monotonicNs < CONTINUED_NS ? endNs : monotonicNs;
    }

    /** Ticks of the knot. */
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
