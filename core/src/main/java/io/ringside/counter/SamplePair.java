package io.ringside.counter;

/**
 * Two samples of one counter on their way through a formula; where one is enough they are the same. A value that a
 * formula must not divide by or show fails the pair with a status; the first status stays. For one thread and one
 * calculation.
 */
final class SamplePair {
    private final CounterSample older;
    private final CounterSample newer;
    private CounterStatus status = CounterStatus.VALID_DATA;

    SamplePair(final CounterSample older, final CounterSample newer) {
        this.older = older;
        this.newer = newer;
    }

    CounterSample newer() {
        return newer;
    }

    CounterStatus status() {
        return status;
    }

    /** Notes a status if it is the first; returns a number that ends no calculation early. */
    double fail(final CounterStatus cause) {
        if (status.isValid()) {
            status = cause;
        }
        return 1;
    }

    /** N1 − N0, which is never negative: a value that fell was started again, or wrapped. */
    double valueDelta() {
        return newer.value() < older.value()
                ? fail(CounterStatus.NEGATIVE_VALUE)
                : unsignedDifference(newer.value(), older.value());
    }

    /** N1 − N0 as a whole number. */
    long wholeValueDelta() {
        valueDelta();
        final long difference = newer.value() - older.value();
        if (difference < 0) {
            fail(CounterStatus.INVALID_DATA);
        }
        return difference;
    }

    /** D1 − D0, which must be positive. */
    double timeDelta() {
        return divisor(newer.time(), older.time(), CounterStatus.NEGATIVE_TIMEBASE);
    }

    /** B1 − B0, which must be positive. */
    double baseDelta() {
        return divisor(newer.base(), older.base(), CounterStatus.NEGATIVE_DENOMINATOR);
    }

    /** B1, which must be positive. */
    double base() {
        return divisor(newer.base(), 0, CounterStatus.NEGATIVE_DENOMINATOR);
    }

    /** F, which must be positive. */
    double frequency() {
        return divisor(newer.frequency(), 0, CounterStatus.NEGATIVE_TIMEBASE);
    }

    /** D − N, which is not negative. */
    double sinceValue() {
        return newer.time() < newer.value()
                ? fail(CounterStatus.NEGATIVE_VALUE)
                : unsignedDifference(newer.time(), newer.value());
    }

    private double divisor(final long to, final long from, final CounterStatus ifNegative) {
        if (to == from) {
            return fail(CounterStatus.INVALID_DATA);
        }
        return to < from ? fail(ifNegative) : unsignedDifference(to, from);
    }

    /** The difference of two numbers of 64 bits may have 64 bits without a sign. */
    private static double unsignedDifference(final long to, final long from) {
        final long difference = to - from;
        return difference >= 0 ? (double) difference : (difference >>> 1) * 2.0;
    }
}
