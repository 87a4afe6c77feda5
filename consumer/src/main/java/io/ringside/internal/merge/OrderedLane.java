package io.ringside.internal.merge;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.Checkpoint;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A lane in an {@link TimeOrder order of time}: its batches that wait, in the lane's order. Only the first record or
 * gap is compared with those of other lanes, so the order of a lane never breaks, whatever its times are. Not
 * thread-safe.
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
     * A lane without batches.
     *
     * @param process that has the lane: of equal times, the lower id comes first
     * @param index   of the lane in its process: of equal times in one process, the lower index comes first
     */
    protected OrderedLane(final Incarnation process, final int index) {
        this.process = process;
        this.index = index;
    }

    /**
     * Before what was taken is delivered: stores that it counts as taken. By default, nothing has to be stored.
     *
     * @param checkpoint the lane's totals after it, valid during the call
     */
    protected void commit(final Checkpoint checkpoint) {}

    /**
     * Everything of a batch was delivered: it can be used again.
     *
     * @param batch that waited in this lane
     */
    protected abstract void onDelivered(TimedBatch batch);

    /** Adds a batch after those that wait; returns whether it is the only one, so that the lane is to be offered. */
    final boolean add(final TimedBatch batch) {
        waiting.add(batch);
        waitingBytes += batch.restBytes();
        if (first == null) {
            showFirst();
            return true;
        }
        return false;
    }

    /** Whether something waits. */
    public final boolean hasHead() {
        return first != null;
    }

    /** Returns the batches that wait, in the lane's order; not to be changed. */
    protected final Iterable<TimedBatch> waiting() {
        return waiting;
    }

    /** Memory in bytes for which the records and gaps count that wait. */
    public final int waitingBytes() {
        return waitingBytes;
    }

    /** Time by which the first record or gap is ordered, in nanoseconds since 1970. */
    final long headTimeNs() {
        return headTimeNs;
    }

    /**
     * Choose the head, and what follows it as long as it is not younger than a time.
     *
     * @param untilNs    in nanoseconds since 1970
     * @param eventLimit most events to choose, positive
     * @param chosen     receives them
     * @return events chosen
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
     * Time by which a gap is ordered. By default, it comes right after the record before it.
     *
     * @param batch  whose head is a gap, or which has nothing that could be read
     * @param lastNs time of the record before it
     * @return nanoseconds since 1970
     */
    protected long gapTimeNs(final TimedBatch batch, final long lastNs) {
        return lastNs;
    }

    /** Commit what was chosen since the last commit. If that fails, it is not delivered. */
    final void commit() {
        final TimedBatch last = uncommitted;
        if (last != null) {
            uncommitted = null;
            isRefused = true;
            commit(last.passed());
            isRefused = false;
        }
    }

    /** Whether the last commit has failed. */
    final boolean isRefused() {
        return isRefused;
    }

    static int compare(final OrderedLane left, final OrderedLane right) {
        final int byTime = Long.compare(left.headTimeNs, right.headTimeNs);
        return byTime != 0 ? byTime : left.compareTo(right);
    }

    /** Up to which time heads of this lane stay ahead of another lane's head. */
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
