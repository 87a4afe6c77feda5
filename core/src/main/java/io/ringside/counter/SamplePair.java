package io.ringside.counter;

/**
 * Two samples of one counter on their way through a formula; where one is enough they are the same. A value that a
 * formula must not divide by or show fails the pair with a status; the first status stays. For one thread and one
 * calculation.
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

    /** Notes a status if it is the first; returns a number that ends no calculation early. */
    double fail(final CounterValue.Status cause) {
        if (status.isValid()) {
            status = cause;
        }
        return 1;
    }

    /** N1 − N0, which is never negative: a value that fell was started again, or wrapped. */
    double valueDelta() {
        return newer.value() < older.value()
                ? fail(CounterValue.Status.NEGATIVE_VALUE)
                : unsignedDifference(newer.value(), older.value());
    }

    /** N1 − N0 as a whole number. */
    long wholeValueDelta() {
        valueDelta();
        final long difference = newer.value() - older.value();
        if (difference < 0) {
            fail(CounterValue.Status.INVALID_DATA);
        }
        return difference;
    }

    /** D1 − D0, which must be positive. */
    double timeDelta() {
        return divisor(newer.time(), older.time(), CounterValue.Status.NEGATIVE_TIMEBASE);
    }

    /** B1 − B0, which must be positive. */
    double baseDelta() {
        return divisor(newer.base(), older.base(), CounterValue.Status.NEGATIVE_DENOMINATOR);
    }

    /** B1, which must be positive. */
    double base() {
        return divisor(newer.base(), 0, CounterValue.Status.NEGATIVE_DENOMINATOR);
    }

    /** F, which must be positive. */
    double frequency() {
        return divisor(newer.frequency(), 0, CounterValue.Status.NEGATIVE_TIMEBASE);
    }

    /** D − N, which is not negative. */
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

    /** The difference of two numbers of 64 bits may have 64 bits without a sign. */
    private static double unsignedDifference(final long to, final long from) {
        final long difference = to - from;
        return difference >= 0 ? (double) difference : (difference >>> 1) * 2.0;
    }
}
