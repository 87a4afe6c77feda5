package io.ringside.filter;

import io.ringside.RingsideException;
import io.ringside.internal.expression.FieldPath;
import io.ringside.internal.filter.FilterLimits;
import io.ringside.internal.filter.FilterType;
import org.jspecify.annotations.Nullable;

/**
 * Records only a share of the events, or only so many of them in a second. It applies to the events that pass all other
 * filters, in the process that writes them. Events that it leaves out are not wanted and not lost: the ledger counts
 * them apart. Immutable.
 *
 * @param sampleOneIn    records one event in so many, 1 to 1,000,000; 1 for all
 * @param sampleBy       path of the field whose value decides whether an event is recorded, the same in all processes;
 *                       null if each process counts events instead
 * @param limitPerSecond most events per second that one process records, 1 to 1,000,000; {@link #NO_LIMIT} for all
 */
public record RateFilter(int sampleOneIn, @Nullable String sampleBy, int limitPerSecond) {
    /** Instead of a limit: there is none. */
    public static final int NO_LIMIT = 0;
    /** Most events of which one may be recorded. */
    public static final int SAMPLE_MAX = 1_000_000;
    /** Greatest limit: with more, the time between two events is not precise in nanoseconds. */
    public static final int LIMIT_MAX = 1_000_000;

    /** A burst may be a tenth of what is allowed in a second. */
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
     * Records one event in so many, as each process counts them.
     *
     * @param oneIn 2 to {@link #SAMPLE_MAX}.
     * @return the filter.
     * @throws RingsideException if the number is out of range.
     */
    public static RateFilter sample(final int oneIn) {
        return new RateFilter(oneIn, null, NO_LIMIT);
    }

    /**
     * Records the events of one value in so many: either all events with a value or none. Those without the field are
     * counted, as with {@link #sample(int)}.
     *
     * @param oneIn 2 to {@link #SAMPLE_MAX}.
     * @param field path of the field, such as {@code orderId} or {@code leg.orderId}.
     * @return the filter.
     * @throws RingsideException if the number is out of range, or the field is no path.
     */
    public static RateFilter sample(final int oneIn, final String field) {
        return new RateFilter(oneIn, field, NO_LIMIT);
    }

    /**
     * Records only so many events per second in each process.
     *
     * @param perSecond 1 to {@link #LIMIT_MAX}.
     * @return the filter.
     * @throws RingsideException if the number is out of range.
     */
    public static RateFilter limit(final int perSecond) {
        return new RateFilter(1, null, perSecond);
    }

    /**
     * Adds a limit, or replaces it. Events that are sampled out do not use it up.
     *
     * @param perSecond 1 to {@link #LIMIT_MAX}.
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

    /** {@return events that a process may record at once after a pause: a tenth of the limit, at least 1} */
    public int burst() {
        return Math.max(1, limitPerSecond / BURSTS_PER_SECOND);
    }

    /** {@return the filter for people, such as {@code sample 1/100 by orderId, limit 1000/s}} */
    @Override
    public String toString() {
        final String sample = sampleOneIn == 1
                ? ""
                : "sample 1/" + sampleOneIn + (sampleBy == null ? "" : " by " + sampleBy);
        return sample + (isLimited() ? (sample.isEmpty() ? "" : ", ") + "limit " + limitPerSecond + "/s" : "");
    }
}
