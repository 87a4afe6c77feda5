package io.ringside.internal.recording;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.merge.MergeLane;
import java.util.ArrayDeque;
import java.util.function.LongUnaryOperator;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The records of a lane that were read and wait for their turn, in the lane's order, where they lie in the excerpts
 * that were read, and its gaps. Not thread-safe.
 */
final class RecordedLane implements MergeLane {
    private final RecordedProcess process;
    private final int index;
    private final RecordingHandler target;
    private final WaitingBatches batches;
    private final ArrayDeque<RecordRun> runs = new ArrayDeque<>();
    private final ArrayDeque<RecordRun> free = new ArrayDeque<>();
    /** The first run; null if nothing waits. */
    private @Nullable RecordRun first;
    private @Nullable RecordRun last;
    private long headTimeNs;
    private @Nullable LongUnaryOperator related;
    private long newestNs = Long.MIN_VALUE;
    private int bytes;

    RecordedLane(final RecordedProcess process, final int index, final RecordingHandler target,
            final WaitingBatches batches) {
        this.process = process;
        this.index = index;
        this.target = target;
        this.batches = batches;
    }

    boolean isOf(final RecordedProcess other, final int lane) {
        return process == other && index == lane;
    }

    /** Set what makes nanoseconds since 1970 of ticks of records to come; null if the same is added to all of them. */
    void related(final @Nullable LongUnaryOperator newRelated) {
        related = newRelated;
    }

    /** Records that lie one after the other. They are copied if they lie in no excerpt that can be held. */
    void records(final @Nullable ExcerptBytes excerpt, final DirectBuffer buffer, final int offset, final int end,
            final long ownerThreadId, final long ticksToEpochNs, final int lastOffset) {
        newestNs = RecordRun.toEpochNs(buffer.getLong(lastOffset + FrameDescriptor.TIME_OFFSET), ticksToEpochNs,
                related);
        final RecordRun known = last;
        final int before = known == null ? 0 : known.waitingBytes();
        final String ownerName = process.threadNames().get(ownerThreadId);
        if (known != null && offset == lastOffset
                && known.add(buffer, offset, end, ownerThreadId, ownerName, batches.number())) {
            bytes += known.waitingBytes() - before;
        } else {
            final RecordRun run = unused();
            run.begin(excerpt, buffer, offset, end, ownerThreadId, ticksToEpochNs, batches.add());
            run.related(related);
            run.ownerName(ownerName);
            add(run);
        }
    }

    /** A gap comes out after the event before it at the latest with the event after it. */
    void gap(final LaneGap gap, final long ownerThreadId) {
        final RecordRun run = unused();
        run.begin(gap, newestNs, ownerThreadId, batches.add());
        add(run);
    }

    /** Bytes that wait. */
    int bytes() {
        return bytes;
    }

    /** Let excerpts of which little waits be used for others. */
    void leaveExcerpts() {
        runs.forEach(RecordRun::leaveExcerpt);
    }

    @Override
    public Incarnation process() {
        return process.incarnation();
    }

    @Override
    public int index() {
        return index;
    }

    @Override
    public boolean hasHead() {
        return first != null;
    }

    @Override
    public long headTimeNs() {
        return headTimeNs;
    }

    @Override
    public int takeHead() {
        return takeRun(Long.MIN_VALUE, 1);
    }

    @Override
    public int takeRun(final long untilNs, final int eventLimit) {
        int events = 0;
        RecordRun run = first;
        while (run != null) {
            final LaneGap gap = run.gap();
            if (gap == null) {
                events += takeEvents(run, untilNs, eventLimit - events);
            } else {
                final long ownerThreadId = run.ownerThreadId();
                bytes -= run.waitingBytes();
                leave(run);
                target.onGap(process, index, gap, ownerThreadId);
            }
            run = events < eventLimit && headTimeNs <= untilNs ? first : null;
        }
        return events;
    }

    private int takeEvents(final RecordRun run, final long untilNs, final int eventLimit) {
        final int before = run.waitingBytes();
        try {
            return target.onRecords(process, index, run, untilNs, eventLimit);
        } finally {
            // Also after a handler that throws: what it has taken is not handed out again.
            final int left = run.waitingBytes();
            bytes -= before - left;
            if (left == 0) {
                leave(run);
            } else {
                headTimeNs = run.headTimeNs();
            }
        }
    }

    private void leave(final RecordRun run) {
        runs.remove();
        showFirst();
        putAside(run);
    }

    private void putAside(final RecordRun run) {
        final int batch = run.batch();
        run.clear();
        free.push(run);
        batches.taken(batch);
    }

    private void add(final RecordRun run) {
        bytes += run.waitingBytes();
        runs.add(run);
        last = run;
        if (first == null) {
            showFirst();
        }
    }

    private void showFirst() {
        final RecordRun run = runs.peek();
        first = run;
        if (run == null) {
            last = null;
        } else {
            headTimeNs = run.headTimeNs();
        }
    }

    private RecordRun unused() {
        final RecordRun run = free.poll();
        return run == null ? new RecordRun() : run;
    }
}
