package io.ringside.internal.merge;

import io.ringside.internal.lane.Batch;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** A batch whose records have positions in an {@link TimeOrder order of time}. Not thread-safe. */
public class TimedBatch extends Batch {
    private long ticksToEpochNs;
    private @Nullable LongUnaryOperator related;
    private long latestNs = Long.MAX_VALUE;

    /** Creates a batch with memory of its own. */
    public TimedBatch() {
        super(true);
    }

    /**
     * Set the conversion of record times to times that are comparable between processes.
     *
     * @param newTicksToEpochNs offset from ticks to nanoseconds since 1970
     * @param newRelated        converts ticks to nanoseconds since 1970, if the offset is not constant; else null
     * @param newLatestNs       latest time, in nanoseconds since 1970: records with later times are treated as having
     *                          this time, so that nothing waits for a time in the future
     */
    public final void times(final long newTicksToEpochNs, final @Nullable LongUnaryOperator newRelated,
            final long newLatestNs) {
        ticksToEpochNs = newTicksToEpochNs;
        related = newRelated;
        latestNs = newLatestNs;
    }

    /** Returns the time of the youngest record, in nanoseconds since 1970; the minimum value if there is none. */
    final long newestNs() {
        return newestTicks() == NULL_TICKS ? Long.MIN_VALUE : newestTicks() + ticksToEpochNs;
    }

    /** Returns the latest time that a record is treated as having, in nanoseconds since 1970. */
    final long latestNs() {
        return latestNs;
    }

    /** Converts ticks of the batch's process to nanoseconds since 1970. */
    final long toEpochNs(final long ticks) {
        return Math.min(related == null ? ticks + ticksToEpochNs : related.applyAsLong(ticks), latestNs);
    }

    /**
     * Pass the next record and those that follow it without a gap, up to the first one that is younger than a time.
     *
     * @param untilNs the time, in nanoseconds since 1970
     * @param limit   maximum number of records to pass, positive
     * @return the number of records passed
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

    /** Returns the ticks of a time. A time beyond all ticks is later than all records. */
    private long ticks(final long timeNs) {
        final long ticks = timeNs - ticksToEpochNs;
        final boolean overflows = ((timeNs ^ ticksToEpochNs) & (timeNs ^ ticks)) < 0;
        return overflows ? timeNs < 0 ? Long.MIN_VALUE : Long.MAX_VALUE : ticks;
    }
}
