package io.ringside.filter;

import io.ringside.RingsideException;
import io.ringside.internal.expression.FieldPath;
import io.ringside.internal.filter.FilterLimits;
import io.ringside.internal.filter.FilterType;
import org.jspecify.annotations.Nullable;

/**
 * Records only a fraction of the events, or a limited number per second. Applied to the events that pass all other
 * filters, in the process that writes them. Omitted events are neither wanted nor lost: the ledger counts them
 * separately. Immutable.
 *
 * @param sampleOneIn    records one of this many events, 1 to 1,000,000; 1 for all
 * @param sampleBy       path of the field whose value decides whether an event is recorded, the same in all processes;
 *                       null if each process counts events instead
 * @param limitPerSecond maximum number of events per second and process, 1 to 1,000,000; {@link #NO_LIMIT} for all
 */
public record RateFilter(int sampleOneIn, @Nullable String sampleBy, int limitPerSecond) {
    /** Value instead of a limit: there is none. */
    public static final int NO_LIMIT = 0;
    /** Maximum number of events of which one is recorded. */
    public static final int SAMPLE_MAX = 1_000_000;
    /** Maximum limit: above it, the time between two events cannot be expressed precisely in nanoseconds. */
    public static final int LIMIT_MAX = 1_000_000;

    /** A burst may have a tenth of the events allowed per second. */
    private static final int BURSTS_PER_SECOND = 10;
    private static final int FIELD_LENGTH_MAX = 1_024;

    /**
     * Checks the parts.
     *
     * @param sampleOneIn    as above
     * @param sampleBy       as above
     * @param limitPerSecond as above
     */
    public RateFilter {
        FilterLimits.check(FilterType.RATE, "sampleOneIn", sampleOneIn, 1, SAMPLE_MAX);
        FilterLimits.check(FilterType.RATE, "limitPerSecond", limitPerSecond, NO_LIMIT, LIMIT_MAX);
        if (sampleBy != null) {
            FilterLimits.check(FilterType.RATE, "sampleByLength", sampleBy.length(), 1, FIELD_LENGTH_MAX);
            FieldPath.parse(sampleBy);
        }
        if (sampleOneIn == 1 && sampleBy != null) {
            throw RingsideException.invalidArgument("a field to sample by needs a sample: sampleBy=" + sampleBy);
        }
        if (sampleOneIn == 1 && limitPerSecond == NO_LIMIT) {
            throw RingsideException.invalidArgument("rate filter is empty");
        }
    }

    /**
     * Records one event in the given number, counted by each process.
     *
     * @param oneIn number of events, 2 to {@link #SAMPLE_MAX}.
     * @return the filter.
     * @throws RingsideException if the number is out of range.
     */
    public static RateFilter sample(final int oneIn) {
        return new RateFilter(oneIn, null, NO_LIMIT);
    }

    /**
     * Samples by value: for one value in the given number, all events with it are recorded, and for the others none.
     * Events without the field are counted, as with {@link #sample(int)}.
     *
     * @param oneIn number of values, 2 to {@link #SAMPLE_MAX}.
     * @param field path of the field, such as {@code orderId} or {@code leg.orderId}.
     * @return the filter.
     * @throws RingsideException if the number is out of range, or the field is not a path.
     */
    public static RateFilter sample(final int oneIn, final String field) {
        return new RateFilter(oneIn, field, NO_LIMIT);
    }

    /**
     * Limits the number of events per second in each process.
     *
     * @param perSecond number of events, 1 to {@link #LIMIT_MAX}.
     * @return the filter.
     * @throws RingsideException if the number is out of range.
     */
    public static RateFilter limit(final int perSecond) {
        return new RateFilter(1, null, perSecond);
    }

    /**
     * Adds or replaces a limit. Events omitted by sampling do not count towards it.
     *
     * @param perSecond number of events, 1 to {@link #LIMIT_MAX}.
     * @return the filter.
     * @throws RingsideException if the number is out of range.
     */
    public RateFilter withLimit(final int perSecond) {
        return new RateFilter(sampleOneIn, sampleBy, perSecond);
    }

    /** {@return true if there is a limit} */
    public boolean isLimited() {
        return limitPerSecond != NO_LIMIT;
    }

    /** {@return number of events that a process may record at once after a pause: a tenth of the limit, at least 1} */
    public int burst() {
        return Math.max(1, limitPerSecond / BURSTS_PER_SECOND);
    }

    /** {@return the filter as readable text, such as {@code sample 1/100 by orderId, limit 1000/s}} */
    @Override
    public String toString() {
        final String sample = sampleOneIn == 1
                ? ""
                : "sample 1/" + sampleOneIn + (sampleBy == null ? "" : " by " + sampleBy);
        return sample + (isLimited() ? (sample.isEmpty() ? "" : ", ") + "limit " + limitPerSecond + "/s" : "");
    }
}
