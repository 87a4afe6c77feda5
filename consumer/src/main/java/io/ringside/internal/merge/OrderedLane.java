package io.ringside.internal.merge;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.Checkpoint;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A lane in an {@link TimeOrder order of time}: its waiting batches, in the lane's order. Only the first record or gap
 * is compared with those of other lanes, so the order of a lane never breaks, whatever its times are. Not thread-safe.
 */
public abstract class OrderedLane implements Batch.Receiver {
    private final Incarnation process;
    private final int index;
    private final ArrayDeque<TimedBatch> waiting = new ArrayDeque<>(2);
    private @Nullable TimedBatch first;
    private @Nullable TimedBatch uncommitted;
    private boolean isRefused;
    private int waitingBytes;
    private long headTimeNs;
    private long lastTimeNs = Watermark.NULL_BOUND_NS;

    /**
     * Creates a lane without batches.
     *
     * @param process process of the lane; at equal times, the lower id comes first
     * @param index   index of the lane in its process; at equal times in one process, the lower index comes first
     */
    protected OrderedLane(final Incarnation process, final int index) {
        this.process = process;
        this.index = index;
    }

    /**
     * Stores that the chosen events count as taken. Called before they are delivered. By default, does nothing.
     *
     * @param checkpoint the lane's totals after these events, valid during the call
     */
    protected void commit(final Checkpoint checkpoint) {}

    /**
     * Called when a batch has been delivered completely, so that it can be reused.
     *
     * @param batch batch that waited in this lane
     */
    protected abstract void onDelivered(TimedBatch batch);

    /** Adds a batch after the waiting ones. Returns whether it is the only one, so that the lane must be offered. */
    final boolean add(final TimedBatch batch) {
        waiting.add(batch);
        waitingBytes += batch.restBytes();
        if (first == null) {
            showFirst();
            return true;
        }
        return false;
    }

    /** Returns whether a record or gap waits. */
    public final boolean hasHead() {
        return first != null;
    }

    /** Returns the waiting batches, in the lane's order; not to be modified. */
    protected final Iterable<TimedBatch> waiting() {
        return waiting;
    }

    /** Returns the memory of the waiting records and gaps, in bytes. */
    public final int waitingBytes() {
        return waitingBytes;
    }

    /** Returns the time by which the first record or gap is ordered, in nanoseconds since 1970. */
    final long headTimeNs() {
        return headTimeNs;
    }

    /**
     * Choose the head and the records and gaps after it, up to the first one that is younger than a time.
     *
     * @param untilNs    the time, in nanoseconds since 1970
     * @param eventLimit maximum number of events to choose, positive
     * @param chosen     receives them
     * @return the number of events chosen
     */
    final int choose(final long untilNs, final int eventLimit, final ChosenRuns chosen) {
        int events = 0;
        TimedBatch batch = first;
        while (batch != null) {
            final int before = batch.restBytes();
            if (batch.isAtRecord()) {
                events += batch.passRecordsUntil(untilNs, eventLimit - events);
                lastTimeNs = batch.toEpochNs(batch.lastPassedTicks());
            } else {
                batch.passGaps();
            }
            waitingBytes -= before - batch.restBytes();
            uncommitted = batch;
            chosen.add(this, batch);
            if (!batch.hasNext()) {
                waiting.remove();
            }
            showFirst();
            batch = events < eventLimit && headTimeNs <= untilNs ? first : null;
        }
        return events;
    }

    private void showFirst() {
        final TimedBatch head = waiting.peek();
        first = head;
        if (head != null) {
            headTimeNs = head.isAtRecord()
                    ? head.toEpochNs(head.headTicks())
                    : Math.min(gapTimeNs(head, lastTimeNs), head.latestNs());
        }
    }

    /**
     * Returns the time by which a gap is ordered. By default, a gap directly follows the record before it.
     *
     * @param batch  batch whose head is a gap, or that has no readable record
     * @param lastNs time of the record before it
     * @return nanoseconds since 1970
     */
    protected long gapTimeNs(final TimedBatch batch, final long lastNs) {
        return lastNs;
    }

    /** Commit the events chosen since the last commit. If that fails, they are not delivered. */
    final void commit() {
        final TimedBatch last = uncommitted;
        if (last != null) {
            uncommitted = null;
            isRefused = true;
            commit(last.passed());
            isRefused = false;
        }
    }

    /** Returns whether the last commit has failed. */
    final boolean isRefused() {
        return isRefused;
    }

    static int compare(final OrderedLane left, final OrderedLane right) {
        final int byTime = Long.compare(left.headTimeNs, right.headTimeNs);
        return byTime != 0 ? byTime : left.compareTo(right);
    }

    /** Returns the time up to which heads of this lane come before another lane's head. */
    final long lastAheadNs(final OrderedLane next) {
        final long timeNs = next.headTimeNs;
        return timeNs == Long.MIN_VALUE || compareTo(next) < 0 ? timeNs : timeNs - 1;
    }

    private int compareTo(final OrderedLane other) {
        final int byMost = Long.compare(process.most(), other.process.most());
        final int byProcess = byMost != 0 ? byMost : Long.compare(process.least(), other.process.least());
        return byProcess != 0 ? byProcess : Integer.compare(index, other.index);
    }
}
