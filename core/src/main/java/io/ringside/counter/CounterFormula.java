package io.ringside.counter;

import java.util.function.ToDoubleFunction;

/**
 * The formulas of all counter types, in real numbers throughout. N is the value, D the time, F how many units of time
 * a second has, B the base; 0 is the older sample, 1 the newer. Stateless.
 */
enum CounterFormula {
    /** The value itself. */
    VALUE("N", 1, samples -> samples.newer().value()),
    /** Difference. */
    GROWTH("N1 − N0", 2, SamplePair::valueDelta),
    /** Growth in a second. */
    RATE("(N1 − N0) / ((D1 − D0) / F)", 2,
            samples -> samples.valueDelta() / (samples.timeDelta() / samples.frequency())),
    /** Growth in a unit of time. */
    MEAN_OVER_TIME("(N1 − N0) / (D1 − D0)", 2, samples -> samples.valueDelta() / samples.timeDelta()),
    /** Per cent of the time between. */
    SHARE_OF_TIME("100 × (N1 − N0) / (D1 − D0)", 2, samples -> 100 * samples.valueDelta() / samples.timeDelta()),
    /** Per cent of the growth of the base. */
    SHARE_OF_BASE_GROWTH("100 × (N1 − N0) / (B1 − B0)", 2, samples -> 100 * samples.valueDelta() / samples.baseDelta()),
    /** Per cent of the time between that the value did not grow. */
    REST_OF_TIME(
            "100 × (1 − (N1 − N0) / (D1 − D0))", 2, samples -> 100 * (1 - samples.valueDelta() / samples.timeDelta())),
    /** Per cent for one of several, by seconds. */
    SHARE_PER_ITEM_BY_SECONDS("100 × ((N1 − N0) / ((D1 − D0) / F)) / B1", 2,
            samples -> 100 * (samples.valueDelta() / (samples.timeDelta() / samples.frequency())) / samples.base()),
    /** Per cent for one of several. */
    SHARE_PER_ITEM("100 × ((N1 − N0) / (D1 − D0)) / B1", 2,
            samples -> 100 * (samples.valueDelta() / samples.timeDelta()) / samples.base()),
    /** Per cent of the time between that several did not grow, together. */
    REST_OF_ITEMS("100 × (B1 − (N1 − N0) / (D1 − D0))", 2,
            samples -> 100 * (samples.base() - samples.valueDelta() / samples.timeDelta())),
    /** Per cent of the base. */
    SHARE_OF_BASE("100 × N / B", 1, samples -> 100.0 * samples.newer().value() / samples.base()),
    /** Growth in seconds for one unit of growth of the base. */
    SECONDS_PER_BASE("((N1 − N0) / F) / (B1 − B0)", 2,
            samples -> samples.valueDelta() / samples.frequency() / samples.baseDelta()),
    /** Growth for one unit of growth of the base. */
    GROWTH_PER_BASE("(N1 − N0) / (B1 − B0)", 2, samples -> samples.valueDelta() / samples.baseDelta()),
    /** Seconds from the value to now. */
    SECONDS_SINCE("(D − N) / F", 1, samples -> samples.sinceValue() / samples.frequency()),
    /** Not shown. */
    NONE("not shown", 0, samples -> samples.fail(CounterValue.Status.INVALID_DATA));

    private final String text;
    private final int samples;
    private final ToDoubleFunction<SamplePair> calculation;

    CounterFormula(final String text, final int samples, final ToDoubleFunction<SamplePair> calculation) {
        this.text = text;
        this.samples = samples;
        this.calculation = calculation;
    }

    /** Returns the formula as people write it. */
    String text() {
        return text;
    }

    int samples() {
        return samples;
    }

    /** Has it a D? */
    boolean hasTime() {
        return text.indexOf('D') >= 0;
    }

    /** Has it an F? */
    boolean hasFrequency() {
        return text.indexOf('F') >= 0;
    }

    /** Is the result a whole number, which must not be rounded to 53 bits? */
    boolean isWhole() {
        return this == VALUE || this == GROWTH;
    }

    /** The result; it means something only if the pair's status is valid afterwards. */
    double calculate(final SamplePair pair) {
        return calculation.applyAsDouble(pair);
    }
}
