package io.ringside.internal.merge;

import io.ringside.internal.lane.Batch;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** A batch whose records have their places in an {@link TimeOrder order of time}. Not thread-safe. */
public class TimedBatch extends Batch {
    private long ticksToEpochNs;
    private @Nullable LongUnaryOperator related;
    private long latestNs = Long.MAX_VALUE;

    /** A batch in memory of its own. */
    public TimedBatch() {
        super(true);
    }

    /**
     * Set how the times of its records become times that can be compared between processes.
     *
     * @param newTicksToEpochNs what is added to ticks to get nanoseconds since 1970
     * @param newRelated        makes nanoseconds since 1970 of ticks, if not the same is added to all; null else
     * @param newLatestNs       nanoseconds since 1970: records with later times count as if they had this time, so that
     *                          nobody waits for a time that lies ahead
     */
    public final void times(final long newTicksToEpochNs, final @Nullable LongUnaryOperator newRelated,
            final long newLatestNs) {
        ticksToEpochNs = newTicksToEpochNs;
        related = newRelated;
        latestNs = newLatestNs;
    }

    /** Time of its youngest record, in nanoseconds since 1970; the least value if it has none. */
    final long newestNs() {
        return newestTicks() == NULL_TICKS ? Long.MIN_VALUE : newestTicks() + ticksToEpochNs;
    }

    /** The latest time that a record counts with, in nanoseconds since 1970. */
    final long latestNs() {
        return latestNs;
    }

    /** Nanoseconds since 1970 for ticks of the batch's process. */
    final long toEpochNs(final long ticks) {
        return Math.min(related == null ? ticks + ticksToEpochNs : related.applyAsLong(ticks), latestNs);
    }

    /**
     * Pass the record that comes next, and those that follow it without a gap, each as long as it is not younger.
     *
     * @param untilNs in nanoseconds since 1970
     * @param limit   most records to pass, positive
     * @return records passed
     */
    final int passRecordsUntil(final long untilNs, final int limit) {
        if (latestNs <= untilNs) {
            return passRecords(Long.MAX_VALUE, limit);
        }
        if (related == null) {
            return passRecords(ticks(untilNs), limit);
        }
        int records = 0;
        do {
            records += passRecords(Long.MIN_VALUE, 1);
        } while (records < limit && isAtRecord() && toEpochNs(headTicks()) <= untilNs);
        return records;
    }

    /** Ticks of a time. A time beyond all ticks is beyond all records. */
    private long ticks(final long timeNs) {
        final long ticks = timeNs - ticksToEpochNs;
        final boolean overflows = ((timeNs ^ ticksToEpochNs) & (timeNs ^ ticks)) < 0;
        return overflows ? timeNs < 0 ? Long.MIN_VALUE : Long.MAX_VALUE : ticks;
    }
}
