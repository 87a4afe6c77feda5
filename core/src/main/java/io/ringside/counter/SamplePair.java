package io.ringside.counter;

/**
 * Input and state of a formula: two samples of one counter, which are identical where one suffices. A value that a
 * formula must not divide by or show fails the pair with a status; the first status is kept. Not thread-safe; used for
 * one calculation.
 */
final class SamplePair {
    private final CounterFormat.Sample older;
    private final CounterFormat.Sample newer;
    private CounterValue.Status status = CounterValue.Status.VALID_DATA;

    SamplePair(final CounterFormat.Sample older, final CounterFormat.Sample newer) {
        this.older = older;
        this.newer = newer;
    }

    CounterFormat.Sample newer() {
        return newer;
    }

    CounterValue.Status status() {
        return status;
    }

    /** Sets the status unless another was set before; returns a number with which the calculation can continue. */
    double fail(final CounterValue.Status cause) {
        if (status.isValid()) {
            status = cause;
        }
        return 1;
    }

    /** Returns N1 − N0. It fails if negative: the value was reset, or has wrapped. */
    double valueDelta() {
        return newer.value() < older.value()
                ? fail(CounterValue.Status.NEGATIVE_VALUE)
                : unsignedDifference(newer.value(), older.value());
    }

    /** Returns N1 − N0 as a whole number. */
    long wholeValueDelta() {
        valueDelta();
        final long difference = newer.value() - older.value();
        if (difference < 0) {
            fail(CounterValue.Status.INVALID_DATA);
        }
        return difference;
    }

    /** Returns D1 − D0, which must be positive. */
    double timeDelta() {
        return divisor(newer.time(), older.time(), CounterValue.Status.NEGATIVE_TIMEBASE);
    }

    /** Returns B1 − B0, which must be positive. */
    double baseDelta() {
        return divisor(newer.base(), older.base(), CounterValue.Status.NEGATIVE_DENOMINATOR);
    }

    /** Returns B1, which must be positive. */
    double base() {
        return divisor(newer.base(), 0, CounterValue.Status.NEGATIVE_DENOMINATOR);
    }

    /** Returns F, which must be positive. */
    double frequency() {
        return divisor(newer.frequency(), 0, CounterValue.Status.NEGATIVE_TIMEBASE);
    }

    /** Returns D − N, which must not be negative. */
    double sinceValue() {
        return newer.time() < newer.value()
                ? fail(CounterValue.Status.NEGATIVE_VALUE)
                : unsignedDifference(newer.time(), newer.value());
    }

    private double divisor(final long to, final long from, final CounterValue.Status ifNegative) {
        if (to == from) {
            return fail(CounterValue.Status.INVALID_DATA);
        }
        return to < from ? fail(ifNegative) : unsignedDifference(to, from);
    }

    /** The difference of two 64-bit numbers may need 64 unsigned bits. */
    private static double unsignedDifference(final long to, final long from) {
        final long difference = to - from;
        return difference >= 0 ? (double) difference : (difference >>> 1) * 2.0;
    }
}
