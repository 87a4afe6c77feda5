package io.ringside.counter;

import java.util.function.ToDoubleFunction;

/**
 * The formulas of all counter types, computed in floating point. N is the value, D the time, F the number of time units
 * per second, B the base; 0 is the older sample, 1 the newer one. Stateless.
 */
enum CounterFormula {
    /** The value itself. */
    VALUE("N", 1, samples -> samples.newer().value()),
    /** Growth of the value. */
    GROWTH("N1 − N0", 2, SamplePair::valueDelta),
    /** Growth per second. */
    RATE("(N1 − N0) / ((D1 − D0) / F)", 2,
            samples -> samples.valueDelta() / (samples.timeDelta() / samples.frequency())),
    /** Growth per unit of time. */
    MEAN_OVER_TIME("(N1 − N0) / (D1 − D0)", 2, samples -> samples.valueDelta() / samples.timeDelta()),
    /** Growth as a percentage of the elapsed time. */
    SHARE_OF_TIME("100 × (N1 − N0) / (D1 − D0)", 2, samples -> 100 * samples.valueDelta() / samples.timeDelta()),
    /** Growth as a percentage of the growth of the base. */
    SHARE_OF_BASE_GROWTH("100 × (N1 − N0) / (B1 − B0)", 2, samples -> 100 * samples.valueDelta() / samples.baseDelta()),
    /** Percentage of the elapsed time in which the value did not grow. */
    REST_OF_TIME(
            "100 × (1 − (N1 − N0) / (D1 − D0))", 2, samples -> 100 * (1 - samples.valueDelta() / samples.timeDelta())),
    /** Percentage per item, of the elapsed time in seconds. */
    SHARE_PER_ITEM_BY_SECONDS("100 × ((N1 − N0) / ((D1 − D0) / F)) / B1", 2,
            samples -> 100 * (samples.valueDelta() / (samples.timeDelta() / samples.frequency())) / samples.base()),
    /** Percentage per item, of the elapsed time. */
    SHARE_PER_ITEM("100 × ((N1 − N0) / (D1 − D0)) / B1", 2,
            samples -> 100 * (samples.valueDelta() / samples.timeDelta()) / samples.base()),
    /** Percentage of the elapsed time in which the items did not grow, summed over all items. */
    REST_OF_ITEMS("100 × (B1 − (N1 − N0) / (D1 − D0))", 2,
            samples -> 100 * (samples.base() - samples.valueDelta() / samples.timeDelta())),
    /** Value as a percentage of the base. */
    SHARE_OF_BASE("100 × N / B", 1, samples -> 100.0 * samples.newer().value() / samples.base()),
    /** Seconds per unit of growth of the base. */
    SECONDS_PER_BASE("((N1 − N0) / F) / (B1 − B0)", 2,
            samples -> samples.valueDelta() / samples.frequency() / samples.baseDelta()),
    /** Growth per unit of growth of the base. */
    GROWTH_PER_BASE("(N1 − N0) / (B1 − B0)", 2, samples -> samples.valueDelta() / samples.baseDelta()),
    /** Seconds from the time that is the value until now. */
    SECONDS_SINCE("(D − N) / F", 1, samples -> samples.sinceValue() / samples.frequency()),
    /** No value is shown. */
    NONE("not shown", 0, samples -> samples.fail(CounterValue.Status.INVALID_DATA));

    private final String text;
    private final int samples;
    private final ToDoubleFunction<SamplePair> calculation;

    CounterFormula(final String text, final int samples, final ToDoubleFunction<SamplePair> calculation) {
        this.text = text;
        this.samples = samples;
        this.calculation = calculation;
    }

    /** Returns the formula in mathematical notation. */
    String text() {
        return text;
    }

    int samples() {
        return samples;
    }

    /** Returns whether the formula contains D. */
    boolean hasTime() {
        return text.indexOf('D') >= 0;
    }

    /** Returns whether the formula contains F. */
    boolean hasFrequency() {
        return text.indexOf('F') >= 0;
    }

    /** Returns whether the result is a whole number, which must not be rounded to 53 bits. */
    boolean isWhole() {
        return this == VALUE || this == GROWTH;
    }

    /** Returns the result, which is only meaningful if the pair's status is valid afterwards. */
    double calculate(final SamplePair pair) {
        return calculation.applyAsDouble(pair);
    }
}
