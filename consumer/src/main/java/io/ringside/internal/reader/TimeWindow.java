package io.ringside.internal.reader;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * From when to when events are wanted, both ends included; or only in parts of this time. Immutable.
 *
 * @param sinceNs in nanoseconds since 1970
 * @param untilNs in nanoseconds since 1970, not before the begin
 * @param parts   in the order of time, apart from each other; empty if all of the time is wanted
 */
public record TimeWindow(long sinceNs, long untilNs, List<TimeWindow> parts) {
    /** All times. */
    public static final TimeWindow ALWAYS = new TimeWindow(Long.MIN_VALUE, Long.MAX_VALUE);

    /** Check the order. */
    public TimeWindow {
        if (untilNs < sinceNs) {
            throw new IllegalArgumentException(
                    "window of time ends before it begins: sinceNs=" + sinceNs + ", untilNs=" + untilNs);
        }
        parts = List.copyOf(parts);
    }

    /**
     * All of a time.
     *
     * @param sinceNs in nanoseconds since 1970
     * @param untilNs in nanoseconds since 1970, not before the begin
     */
    public TimeWindow(final long sinceNs, final long untilNs) {
        this(sinceNs, untilNs, List.of());
    }

    /**
     * Several windows, as one of parts.
     *
     * @param windows at least one, without parts, in any order; they may overlap
     */
    public static TimeWindow union(final List<TimeWindow> windows) {
        final List<TimeWindow> parts = new ArrayList<>();
        for (final TimeWindow next : windows.stream().sorted(Comparator.comparingLong(TimeWindow::sinceNs)).toList()) {
            final TimeWindow last = parts.isEmpty() ? null : parts.get(parts.size() - 1);
            if (last != null && next.sinceNs <= last.untilNs) {
                parts.set(parts.size() - 1, new TimeWindow(last.sinceNs, Math.max(last.untilNs, next.untilNs)));
            } else {
                parts.add(next);
            }
        }
        return new TimeWindow(parts.get(0).sinceNs, parts.get(parts.size() - 1).untilNs,
                parts.size() == 1 ? List.of() : parts);
    }

    /**
     * The window around a moment.
     *
     * @param timeNs in nanoseconds since 1970
     * @param spanNs before and after it, at least 0
     */
    public static TimeWindow around(final long timeNs, final long spanNs) {
        final long sinceNs = timeNs - spanNs;
        final long untilNs = timeNs + spanNs;
        return new TimeWindow(sinceNs > timeNs ? Long.MIN_VALUE : sinceNs, untilNs < timeNs ? Long.MAX_VALUE : untilNs);
    }

    /**
     * Whether a moment lies within.
     *
     * @param timeNs in nanoseconds since 1970
     */
    public boolean contains(final long timeNs) {
        return timeNs >= sinceNs && timeNs <= untilNs
                && (parts.isEmpty() || parts.get(partFor(timeNs)).contains(timeNs));
    }

    /**
     * Whether a span of time touches it.
     *
     * @param fromNs begin, null if unknown
     * @param toNs   end, null if unknown
     */
    public boolean touches(final @Nullable Long fromNs, final @Nullable Long toNs) {
        final boolean endsBefore = toNs != null && toNs < sinceNs;
        final long beginNs = fromNs == null ? Long.MIN_VALUE : fromNs;
        return !endsBefore && beginNs <= untilNs && (parts.isEmpty() || toNs == null
                || parts.get(partFor(beginNs)).touches(fromNs, toNs));
    }

    /** The first part that does not end before a moment, or the last one. */
    private int partFor(final long timeNs) {
        int low = 0;
        int high = parts.size() - 1;
        while (low < high) {
            final int middle = (low + high) >>> 1;
            if (parts.get(middle).untilNs < timeNs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
