package io.ringside.internal.recording;

import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.merge.OrderedLane;
import io.ringside.internal.merge.TimedBatch;

/** A lane of a recording in an order of time: the batches that were read and wait for their turn. Not thread-safe. */
final class RecordedLane extends OrderedLane {
    private final RecordedProcess process;
    private final int index;
    private final RecordingMerge merge;

    RecordedLane(final RecordedProcess process, final int index, final RecordingMerge merge) {
        super(process.incarnation(), index);
        this.process = process;
        this.index = index;
        this.merge = merge;
    }

    boolean isOf(final RecordedProcess other, final int lane) {
        return process == other && index == lane;
    }

    /** Let excerpts of which little waits be used for others. */
    void leaveExcerpts() {
        for (final TimedBatch batch : waiting()) {
            ((RecordedBatch) batch).leaveExcerpt();
        }
    }

    @Override
    protected void onDelivered(final TimedBatch batch) {
        merge.delivered((RecordedBatch) batch);
    }

    @Override
    public void onRecords(final Batch batch, final Batch.Piece piece, final int begin, final int end) {
        merge.target.onRecords(process, index, batch, piece, begin, end);
    }

    @Override
    public void onGap(final LaneGap gap, final long ownerThreadId) {
        merge.target.onGap(process, index, gap, ownerThreadId);
    }
}
