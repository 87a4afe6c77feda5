package io.ringside.counter;

import io.ringside.RingsideException;
import io.ringside.internal.counterset.CounterLimits;

/**
 * Form in which a value is computed from samples, with the bits of ETW's counters. The steps are: calculate, cap a
 * percentage at 100, scale by a power of ten, and drop the fraction if an integer is requested. An integer that
 * overflows yields no value rather than a wrong one. Immutable.
 */
public final class CounterFormat {
    /** The raw value, neither calculated nor scaled. */
    public static final int RAW = 0x10;
    /** A 32-bit whole number. */
    public static final int LONG = 0x100;
    /** A floating point number. */
    public static final int DOUBLE = 0x200;
    /** A 64-bit whole number. */
    public static final int LARGE = 0x400;
    /** Modifier of the above: the scale of the counter or the reader is not applied. */
    public static final int NO_SCALE = 0x1000;
    /** Modifier of the above: the value is multiplied by 1,000. */
    public static final int TIMES_THOUSAND = 0x2000;
    /** Modifier of the above: percentages may exceed 100. */
    public static final int NO_CAP = 0x8000;

    /** Value instead of a power of ten: the counter's own is used. */
    private static final int NULL_SCALE = Integer.MIN_VALUE;

    private static final int KINDS = RAW | LONG | DOUBLE | LARGE;
    private static final int MODIFIERS = NO_SCALE | TIMES_THOUSAND | NO_CAP;
    private static final int THOUSAND_SCALE = 3;
    private static final double CAP = 100;
    private static final double WHOLE_END = 0x1p63;

    private final int bits;
    private final int scale;

    private CounterFormat(final int bits, final int scale) {
        this.bits = bits;
        this.scale = scale;
    }

    /**
     * Creates a format.
     *
     * @param bits exactly one of the kinds and any of the modifiers.
     * @return the format.
     * @throws RingsideException if there are other bits, or not exactly one kind.
     */
    public static CounterFormat of(final int bits) {
        if (Integer.bitCount(bits & KINDS) != 1 || (bits & ~(KINDS | MODIFIERS)) != 0) {
            throw RingsideException
                    .invalidArgument("format of counters needs one kind, and no bits but modifiers: format=0x"
                            + Integer.toHexString(bits) + ", kinds=0x" + Integer.toHexString(KINDS) + ", modifiers=0x"
                            + Integer.toHexString(MODIFIERS));
        }
        return new CounterFormat(bits, NULL_SCALE);
    }

    /**
     * Sets a scale that replaces the counter's own.
     *
     * @param exponent of ten, -7..7.
     * @return another format.
     * @throws RingsideException if it is out of range.
     */
    public CounterFormat withScale(final int exponent) {
        if (Math.abs((long) exponent) > CounterLimits.SCALE_MAX) {
            throw RingsideException.invalidArgument("scale out of range: scale=" + exponent + ", min="
                    + -CounterLimits.SCALE_MAX + ", max=" + CounterLimits.SCALE_MAX);
        }
        return new CounterFormat(bits, exponent);
    }

    /**
     * Computes a value from the only sample so far.
     *
     * @param counter of the sample.
     * @param sample  first sample.
     * @return the value; without a number if two samples are needed.
     */
    public CounterValue format(final CounterSchema counter, final Sample sample) {
        return counter.type().samples() > 1 && !has(RAW)
                ? CounterValue.none(counter.type(), CounterValue.Status.INVALID_DATA)
                : format(counter, sample, sample);
    }

    /**
     * Computes a value from two samples. The newer one is the older one of the next value in any case.
     *
     * @param counter of the samples.
     * @param older   older sample.
     * @param newer   newer sample.
     * @return the value; without a number if the samples do not fit together.
     */
    public CounterValue format(final CounterSchema counter, final Sample older, final Sample newer) {
        final CounterType type = counter.type();
        if (older.type() != type || newer.type() != type) {
            return CounterValue.none(type, CounterValue.Status.INVALID_DATA);
        }
        if (has(RAW)) {
            return CounterValue.whole(type, newer.value());
        }
        final SamplePair pair = new SamplePair(older, newer);
        return type.formula().isWhole() && !has(DOUBLE) ? whole(counter, pair) : real(counter, pair);
    }

    private CounterValue whole(final CounterSchema counter, final SamplePair pair) {
        final CounterType type = counter.type();
        final long raw = type.formula() == CounterFormula.GROWTH ? pair.wholeValueDelta() : pair.newer().value();
        if (!pair.status().isValid()) {
            return CounterValue.none(type, pair.status());
        }
        final int exponent = exponent(counter);
        final long power = powerOfTen(Math.abs(exponent));
        if (exponent < 0) {
            return fitting(type, raw / power);
        }
        final long scaled = raw * power;
        final long signOfScaled = scaled < 0 ? -1 : 0;
        return Math.multiplyHigh(raw, power) == signOfScaled
                ? fitting(type, scaled)
                : CounterValue.none(type, CounterValue.Status.INVALID_DATA);
    }

    private CounterValue real(final CounterSchema counter, final SamplePair pair) {
        final CounterType type = counter.type();
        final double calculated = type.formula().calculate(pair);
        if (!type.formula().isWhole() && calculated < 0) {
            pair.fail(CounterValue.Status.NEGATIVE_VALUE);
        }
        if (!pair.status().isValid()) {
            return CounterValue.none(type, pair.status());
        }
        final double capped = type.isPercent() && !has(NO_CAP) ? Math.min(CAP, calculated) : calculated;
        final int exponent = exponent(counter);
        final double power = (double) powerOfTen(Math.abs(exponent));
        // Division is used because powers with negative exponents are not exact.
        final double scaled = exponent < 0 ? capped / power : capped * power;
        if (has(DOUBLE)) {
            return CounterValue.real(type, scaled);
        }
        return scaled < WHOLE_END && scaled >= -WHOLE_END
                ? fitting(type, (long) scaled)
                : CounterValue.none(type, CounterValue.Status.INVALID_DATA);
    }

    private CounterValue fitting(final CounterType type, final long value) {
        return has(LONG) && value != (int) value
                ? CounterValue.none(type, CounterValue.Status.INVALID_DATA)
                : CounterValue.whole(type, value);
    }

    private int exponent(final CounterSchema counter) {
        final int asked = scale == NULL_SCALE ? counter.scale() : scale;
        return (has(NO_SCALE) ? 0 : asked) + (has(TIMES_THOUSAND) ? THOUSAND_SCALE : 0);
    }

    private static long powerOfTen(final int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }

    private boolean has(final int bit) {
        return (bits & bit) != 0;
    }

    /**
     * One reading of one counter of one instance. Nothing is checked here, as it may come from another process:
     * formulas accept any numbers.
     *
     * @param type      of the counter when it was read.
     * @param value     raw value, N; unsigned if it has 32 bits.
     * @param base      raw value of the base counter, B; 0 if there is none.
     * @param time      of the reading, D, in the units of the type: ticks, 100 ns or the set's own.
     * @param frequency number of such units per second, F.
     */
    public record Sample(CounterType type, long value, long base, long time, long frequency) {}
}
