package io.ringside.internal.machine;

/**
 * A simultaneous reading of the counter and of the monotonic clock. Immutable.
 *
 * @param ticks      ticks of the counter, halfway between its readings before and after that of the clock
 * @param ns         nanoseconds of the monotonic clock
 * @param widthTicks ticks between these two readings; the moments may differ by half of them
 */
record ClockReading(long ticks, long ns, long widthTicks) {
    /** Returns the latest time that the clock can have shown at the ticks. */
    long latestNs(final double nsOfTick) {
        return ns + (long) (0.5 * widthTicks * nsOfTick);
    }

    /** Returns the greatest relative error of a rate since an earlier reading, in either direction. */
    double rateErrorSince(final ClockReading earlier) {
        return 0.5 * (widthTicks + earlier.widthTicks) / (ticks - earlier.ticks);
    }

    double nsOfTickSince(final ClockReading earlier) {
        return (double) (ns - earlier.ns) / (ticks - earlier.ticks);
    }
}
