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
 * Figures of one group in one window. Sums of whole numbers and decimals are exact. Those with as many digits after the
 * point as the first one are summed without allocation, others, which are rare, as BigDecimals. For one thread.
 */
final class Tally implements EventNumber.Target {
    private static final int HIGH_SHIFT = Long.SIZE;
    private static final int NO_SCALE = -1;

    final ValueHistogram histogram;
    /** Key of its group; null if it does not belong to one group. */
    @Nullable
    GroupKey key;
    /** Groups that are summed here. */
    long groups = 1;
    long firstNs = Long.MAX_VALUE;
    long lastNs = Long.MIN_VALUE;
    /** Number of times that an event counts. */
    long weight = 1;
    /** Events, each as often as it counts. */
    long count;
    /** Events. */
    long measured;
    /** Digits after the point of most numbers; below 0 as long as there are none. */
    private int scale = NO_SCALE;
    /** Sum of the whole numbers that represent those of this scale, of 128 bits. */
    private long sumHigh;
    private long sumLow;
    private long wholeMin = Long.MAX_VALUE;
    private long wholeMax = Long.MIN_VALUE;
    /** Sum, least and greatest of the numbers with another scale. */
    private @Nullable BigDecimal otherSum;
    private BigDecimal otherMin = BigDecimal.ZERO;
    private BigDecimal otherMax = BigDecimal.ZERO;
    private long reals;
    /** Sum of other numbers, and its rounding error (Neumaier). */
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

    /** An event of which nothing else is measured. */
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

    /** Lets the first number say the scale. */
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

    /** Whether all numbers are whole or decimals. */
    boolean isExact() {
        return reals == 0;
    }

    /** Exact if {@link #isExact}: then a Long, or a BigInteger if it does not fit one, or of decimals a BigDecimal. */
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

    /** The sum as a double. */
    double real() {
        final double exact = hasDecimals() ? exactSum().doubleValue() : wholeSum().doubleValue();
        return exact + (Double.isFinite(realSum) ? realSum + realRest : realSum);
    }

    /** Returns a Long if all numbers are whole, a BigDecimal if some are decimals, else a Double. */
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

    /** The same of the greatest. */
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

    /** Percentiles, within what was measured. */
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
            // The double of a decimal may be a little less.
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
