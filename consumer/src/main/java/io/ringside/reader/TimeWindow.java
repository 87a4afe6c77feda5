package io.ringside.reader;

import io.ringside.RingsideException;
import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Time ranges of accepted events, both ends inclusive. Immutable. */
final class TimeWindow {
    /** All times. */
    static final TimeWindow ALWAYS = of(Long.MIN_VALUE, Long.MAX_VALUE);

    /** Beginnings and ends of the ranges, in nanoseconds since 1970, in ascending order; ranges do not overlap. */
    private final long[] begins;
    private final long[] ends;

    private TimeWindow(final long[] begins, final long[] ends) {
        this.begins = begins;
        this.ends = ends;
    }

    /**
     * Returns a window of one range.
     *
     * @param sinceNs beginning, in nanoseconds since 1970
     * @param untilNs end, in nanoseconds since 1970, not before the beginning
     * @throws RingsideException if the end is before the beginning
     */
    static TimeWindow of(final long sinceNs, final long untilNs) {
        if (untilNs < sinceNs) {
            throw RingsideException.invalidArgument(
                    "window of time ends before it begins: sinceNs=" + sinceNs + ", untilNs=" + untilNs);
        }
        return new TimeWindow(new long[]{sinceNs}, new long[]{untilNs});
    }

    /**
     * Returns a window of the ranges around given moments.
     *
     * @param timesNs moments in nanoseconds since 1970, in any order
     * @param spanNs  nanoseconds before and after each moment, at least 0
     */
    static TimeWindow around(final Collection<Long> timesNs, final long spanNs) {
        final long[] sorted = timesNs.stream().mapToLong(Long::longValue).sorted().toArray();
        final long[] begins = new long[sorted.length];
        final long[] ends = new long[sorted.length];
        int count = 0;
        for (final long timeNs : sorted) {
            final long begin = timeNs < Long.MIN_VALUE + spanNs ? Long.MIN_VALUE : timeNs - spanNs;
            if (count == 0 || begin > ends[count - 1]) {
                begins[count++] = begin;
            }
            ends[count - 1] = timeNs > Long.MAX_VALUE - spanNs ? Long.MAX_VALUE : timeNs + spanNs;
        }
        return new TimeWindow(Arrays.copyOf(begins, count), Arrays.copyOf(ends, count));
    }

    /**
     * Returns the part of this window within a range.
     *
     * @param sinceNs beginning, in nanoseconds since 1970
     * @param untilNs end, in nanoseconds since 1970, not before the beginning
     * @throws RingsideException if this window ends before the range begins, or begins after its end
     */
    TimeWindow within(final long sinceNs, final long untilNs) {
        if (sinceNs == Long.MIN_VALUE && untilNs == Long.MAX_VALUE) {
            return this;
        }
        of(Math.max(sinceNs, begins.length == 0 ? sinceNs : begins[0]), Math.min(untilNs, endNs()));
        final long[] laterBegins = begins.clone();
        final long[] earlierEnds = ends.clone();
        int count = 0;
        for (int i = 0; i < begins.length; i++) {
            if (begins[i] <= untilNs && ends[i] >= sinceNs) {
                laterBegins[count] = Math.max(sinceNs, begins[i]);
                earlierEnds[count++] = Math.min(untilNs, ends[i]);
            }
        }
        return new TimeWindow(Arrays.copyOf(laterBegins, count), Arrays.copyOf(earlierEnds, count));
    }

    /** Returns the end of the last range, in nanoseconds since 1970. */
    long endNs() {
        return ends.length == 0 ? Long.MIN_VALUE : ends[ends.length - 1];
    }

    /**
     * Returns whether a moment lies within the window.
     *
     * @param timeNs moment, in nanoseconds since 1970
     */
    boolean contains(final long timeNs) {
        final int span = spanFor(timeNs);
        return span < begins.length && timeNs >= begins[span];
    }

    /**
     * Returns whether a range overlaps the window.
     *
     * @param fromNs beginning; null if unknown
     * @param toNs   end; null if unknown
     */
    boolean touches(final @Nullable Long fromNs, final @Nullable Long toNs) {
        final int span = spanFor(fromNs == null ? Long.MIN_VALUE : fromNs);
        return span < begins.length && (toNs == null || toNs >= begins[span]);
    }

    /** Returns the index of the first range that does not end before a moment; the number of ranges if all do. */
    private int spanFor(final long timeNs) {
        int low = 0;
        int high = ends.length;
        while (low < high) {
            final int middle = (low + high) >>> 1;
            if (ends[middle] < timeNs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
