package io.ringside.internal.machine;

/**
 * A moment on the counter and on the monotonic clock. Immutable.
 *
 * @param ticks      of the counter, in the middle between the readings before and after that of the clock
 * @param ns         of the monotonic clock
 * @param widthTicks between those two readings: the moments may differ by half of that
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
