package io.ringside.measure;

import io.ringside.internal.expression.EventNumber;
import io.ringside.internal.schema.DecimalText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Figures of one group in one window. Sums of integers and decimals are exact. Numbers with as many digits after the
 * point as the first one are summed without allocation, others, which are rare, as BigDecimals. Not thread-safe.
 */
final class Tally implements EventNumber.Target {
    private static final int HIGH_SHIFT = Long.SIZE;
    private static final int NO_SCALE = -1;

    final ValueHistogram histogram;
    /** Key of the group; null if these are the figures of several groups. */
    @Nullable
    GroupKey key;
    /** Number of groups combined here. */
    long groups = 1;
    long firstNs = Long.MAX_VALUE;
    long lastNs = Long.MIN_VALUE;
    /** Sampling weight of the current event. */
    long weight = 1;
    /** Events, each counted as many times as its weight. */
    long count;
    /** Measured events, each counted once. */
    long measured;
    /** Digits after the point of most numbers; negative until the first number. */
    private int scale = NO_SCALE;
    /** High word of the 128-bit sum of the unscaled numbers of this scale. */
    private long sumHigh;
    private long sumLow;
    private long wholeMin = Long.MAX_VALUE;
    private long wholeMax = Long.MIN_VALUE;
    /** Sum, minimum and maximum of the numbers with another scale. */
    private @Nullable BigDecimal otherSum;
    private BigDecimal otherMin = BigDecimal.ZERO;
    private BigDecimal otherMax = BigDecimal.ZERO;
    private long reals;
    /** Sum of the doubles, with its rounding error (Neumaier). */
    private double realSum;
    private double realRest;
    private double realMin = Double.POSITIVE_INFINITY;
    private double realMax = Double.NEGATIVE_INFINITY;

    Tally(final AtomicLong budget) {
        histogram = new ValueHistogram(budget);
    }

    void at(final long timeNs) {
        firstNs = Math.min(firstNs, timeNs);
        lastNs = Math.max(lastNs, timeNs);
    }

    /** Counts an event without measuring a number. */
    void onEvent() {
        count += weight;
        measured++;
    }

    @Override
    public void onWhole(final long unscaled, final int itsScale) {
        count += weight;
        measured++;
        histogram.record(itsScale == 0
                ? (double) unscaled
                : (double) unscaled / (double) DecimalText.power(itsScale), weight);
        if (itsScale != scale && !begin(itsScale)) {
            final BigDecimal value = BigDecimal.valueOf(unscaled, itsScale);
            addOthers(value.multiply(BigDecimal.valueOf(weight)), value, value);
            return;
        }
        addWhole(Math.multiplyHigh(unscaled, weight), unscaled * weight);
        wholeMin = Math.min(wholeMin, unscaled);
        wholeMax = Math.max(wholeMax, unscaled);
    }

    /** Takes the scale from the first number, and returns whether this number has that scale. */
    private boolean begin(final int itsScale) {
        if (scale == NO_SCALE) {
            scale = itsScale;
        }
        return scale == itsScale;
    }

    @Override
    public void onReal(final double value) {
        count += weight;
        measured++;
        reals += weight;
        addReal(value * (double) weight);
        realMin = Math.min(realMin, value);
        realMax = Math.max(realMax, value);
        histogram.record(value, weight);
    }

    void add(final Tally other) {
        firstNs = Math.min(firstNs, other.firstNs);
        lastNs = Math.max(lastNs, other.lastNs);
        count += other.count;
        measured += other.measured;
        reals += other.reals;
        if (other.scale != NO_SCALE) {
            addScaled(other);
        }
        addReal(other.realSum);
        realRest += other.realRest;
        realMin = Math.min(realMin, other.realMin);
        realMax = Math.max(realMax, other.realMax);
        histogram.add(other.histogram);
    }

    private void addScaled(final Tally other) {
        if (begin(other.scale)) {
            addWhole(other.sumHigh, other.sumLow);
            wholeMin = Math.min(wholeMin, other.wholeMin);
            wholeMax = Math.max(wholeMax, other.wholeMax);
        } else {
            addOthers(new BigDecimal(other.wholeSum(), other.scale), BigDecimal.valueOf(other.wholeMin, other.scale),
                    BigDecimal.valueOf(other.wholeMax, other.scale));
        }
        final BigDecimal sum = other.otherSum;
        if (sum != null) {
            addOthers(sum, other.otherMin, other.otherMax);
        }
    }

    private void addOthers(final BigDecimal sum, final BigDecimal min, final BigDecimal max) {
        final BigDecimal before = otherSum;
        otherSum = before == null ? sum : before.add(sum);
        otherMin = before == null ? min : otherMin.min(min);
        otherMax = before == null ? max : otherMax.max(max);
    }

    private boolean hasDecimals() {
        return scale > 0 || otherSum != null;
    }

    /** Returns whether all numbers are integers or decimals. */
    boolean isExact() {
        return reals == 0;
    }

    /** Returns the sum, exact if {@link #isExact}: a Long, else a BigInteger, or a BigDecimal for decimals. */
    Number sum() {
        if (!isExact()) {
            return real();
        }
        if (hasDecimals()) {
            return exactSum();
        }
        final BigInteger sum = wholeSum();
        return sum.bitLength() < Long.SIZE ? (Number) sum.longValue() : sum;
    }

    private BigDecimal exactSum() {
        final BigDecimal sum = new BigDecimal(wholeSum(), Math.max(0, scale));
        return otherSum == null ? sum : sum.add(otherSum);
    }

    private BigInteger wholeSum() {
        final BigInteger low = BigInteger.valueOf(sumLow >>> 1).shiftLeft(1).add(BigInteger.valueOf(sumLow & 1));
        return BigInteger.valueOf(sumHigh).shiftLeft(HIGH_SHIFT).add(low);
    }

    /** Returns the sum as a double. */
    double real() {
        final double exact = hasDecimals() ? exactSum().doubleValue() : wholeSum().doubleValue();
        return exact + (Double.isFinite(realSum) ? realSum + realRest : realSum);
    }

    /** Returns the minimum: a Long if all numbers are integers, a BigDecimal if some are decimals, else a Double. */
    Number least() {
        if (isExact() && !hasDecimals()) {
            return wholeMin;
        }
        final BigDecimal exact = end(wholeMin, otherMin, true);
        if (isExact()) {
            return Objects.requireNonNull(exact);
        }
        return exact == null ? realMin : Math.min(realMin, exact.doubleValue());
    }

    /** Returns the maximum, of the same types as {@link #least}. */
    Number greatest() {
        if (isExact() && !hasDecimals()) {
            return wholeMax;
        }
        final BigDecimal exact = end(wholeMax, otherMax, false);
        if (isExact()) {
            return Objects.requireNonNull(exact);
        }
        return exact == null ? realMax : Math.max(realMax, exact.doubleValue());
    }

    private @Nullable BigDecimal end(final long whole, final BigDecimal other, final boolean isLeast) {
        if (scale == NO_SCALE) {
            return null;
        }
        final BigDecimal exact = BigDecimal.valueOf(whole, scale);
        if (otherSum == null) {
            return exact;
        }
        return isLeast ? exact.min(other) : exact.max(other);
    }

    /** Returns percentiles, limited to the range of the measured numbers. */
    Number[] percentiles(final double... percents) {
        final double[] values = histogram.percentiles(percents);
        final Number[] percentiles = new Number[values.length];
        final Number least = least();
        final Number greatest = greatest();
        for (int i = 0; i < values.length; i++) {
            percentiles[i] = percentile(values[i], least, greatest);
        }
        return percentiles;
    }

    private Number percentile(final double value, final Number least, final Number greatest) {
        if (least instanceof final BigDecimal min && greatest instanceof final BigDecimal max) {
            final BigDecimal below = new BigDecimal(value).setScale(exactSum().scale(), RoundingMode.FLOOR);
            // The double of a decimal may be slightly too small.
            final BigDecimal next = below.add(below.ulp());
            return (next.doubleValue() <= value ? next : below).max(min).min(max);
        }
        return isExact()
                ? (Number) Math.max(wholeMin, Math.min(wholeMax, (long) Math.floor(value)))
                : (Number) Math.max(least.doubleValue(), Math.min(greatest.doubleValue(), value));
    }

    private void addWhole(final long high, final long low) {
        sumLow += low;
        sumHigh += high + (Long.compareUnsigned(sumLow, low) < 0 ? 1 : 0);
    }

    private void addReal(final double value) {
        final double sum = realSum + value;
        realRest += Math.abs(realSum) >= Math.abs(value) ? realSum - sum + value : value - sum + realSum;
        realSum = sum;
    }
}
