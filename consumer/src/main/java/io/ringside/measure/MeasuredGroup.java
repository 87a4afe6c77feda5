package io.ringside.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Figures of one group of events in one window. Immutable. The figures of a measurement by {@link MeasureContext#COUNT}
 * are {@code count}, {@code measured}, {@code perSecond}, {@code lost} and {@code elsewhere}; all others are then null.
 * Numbers are Longs or BigIntegers if all that was measured is whole, BigDecimals if some are decimals, else Doubles.
 *
 * @param windowNs    begin of the window in nanoseconds since 1970; {@link #NULL_WINDOW} if there are none
 * @param key         value of each field of {@link MeasureContext#by}: a number, a text, a UUID or a Boolean; null
 *                    where the event has none. Empty if this is the rest
 * @param isRest      whether these are the groups that are not shown one by one
 * @param groups      groups that are summed here: 1, or of the rest how many; 0 if that is unknown
 * @param count       events; where a session records a share of them, an estimate of all, unless the measurement is not
 *                    {@linkplain MeasureContext#scaled scaled}
 * @param measured    events that were measured; less than {@code count} if the figures are scaled up
 * @param perSecond   events per second of the window; without windows, between the first event and the last; 0 if these
 *                    have one time
 * @param sum         exact if the numbers are whole or decimals; null if nothing was measured, as are all that follow
 * @param mean        sum by count
 * @param least       the least number, exactly
 * @param greatest    the greatest number, exactly
 * @param percentiles at {@link #percents}
 * @param precision   width of a percentile's bucket, as a share of its value
 * @param lost        events lost that may have been in this group and window
 * @param elsewhere   the same of events that are not in the source for another reason: newer ones took their place, or
 *                    the recording does not hold them
 */
public record MeasuredGroup(long windowNs, List<@Nullable Object> key, boolean isRest, long groups, long count,
        long measured, double perSecond, @Nullable Number sum, @Nullable Double mean, @Nullable Number least,
        @Nullable Number greatest,
        List<Number> percentiles, double precision, long lost, long elsewhere) {
    /** Instead of the begin of a window: there are none. */
    public static final long NULL_WINDOW = Long.MIN_VALUE;

    private static final double[] PERCENTS = {50, 90, 99, 99.9, 99.99};

    /**
     * Checks nothing, and copies the lists.
     *
     * @param windowNs    as above
     * @param key         as above
     * @param isRest      as above
     * @param groups      as above
     * @param count       as above
     * @param measured    as above
     * @param perSecond   as above
     * @param sum         as above
     * @param mean        as above
     * @param least       as above
     * @param greatest    as above
     * @param percentiles as above
     * @param precision   as above
     * @param lost        as above
     * @param elsewhere   as above
     */
    public MeasuredGroup {
        key = Collections.unmodifiableList(new ArrayList<>(key));
        percentiles = List.copyOf(percentiles);
    }

    /** {@return whether these, but for the least and greatest number, are estimates from a share of the events} */
    public boolean isScaled() {
        return count != measured;
    }

    /** {@return the percents of {@link #percentiles}, in ascending order} */
    public static double[] percents() {
        return PERCENTS.clone();
    }
}
