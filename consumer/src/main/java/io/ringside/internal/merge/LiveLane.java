package io.ringside.internal.merge;

import io.ringside.internal.drain.DrainSink;
import io.ringside.internal.drain.DrainedLane;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.LaneGap;
import org.jspecify.annotations.Nullable;

/**
 * A lane of a live session that takes part in an order of time. At most one batch of its frames waits, and the losses
 * after these frames; everything else stays in the lane.
 */
final class LiveLane extends OrderedLane {
    private final SessionMerge owner;
    private final DrainedLane lane;
    private final DrainSink sink;
    private final TimedBatch frames = new TimedBatch();
    private final TimedBatch losses = new TimedBatch();
    private long stagedNs = Watermark.NULL_BOUND_NS;
    private long lossNs;
    private long boundNs = Watermark.NULL_BOUND_NS;
    /** Whether frames of the lane were requested in this turn, and there were none. */
    private boolean asked;
    /** Whether the lane was read to its end in this turn. */
    private boolean read;
    private boolean reachesTail;
    private boolean beenEmpty;
    private long turn;

    LiveLane(final SessionMerge owner, final DrainedLane lane, final DrainSink sink) {
        super(lane.process().incarnation(), lane.index());
        this.owner = owner;
        this.lane = lane;
        this.sink = sink;
    }

    DrainedLane lane() {
        return lane;
    }

    /** Returns whether the lane belongs to a session. */
    boolean isOf(final SessionMerge session) {
        return owner == session;
    }

    /** Returns the batch to copy the lane's next frames into; null while other frames wait. */
    @Nullable
    Batch next() {
        asked = !hasHead();
        read = false;
        return asked ? frames : null;
    }

    /** Accepts the copied frames. {@code nowNs} is the session's clock, read after they were copied. */
    TimedBatch staged(final long ticksToEpochNs, final long nowNs, final int blockBytes) {
        frames.times(ticksToEpochNs, null, nowNs);
        asked = false;
        reachesTail = (frames.to().position & (blockBytes - 1)) != 0;
        read = reachesTail;
        if (frames.lastTicks() != Batch.NULL_TICKS) {
            stagedNs = frames.lastTicks() + ticksToEpochNs;
        }
        // The youngest record counts: no head of the lane may be later than the lane's bound, even if times go back.
        boundNs = Math.max(boundNs, Math.min(Math.max(frames.newestNs(), stagedNs), nowNs));
        return frames;
    }

    /** Accepts losses after all frames. Returns null if they were merged with waiting losses. */
    @Nullable
    TimedBatch staged(final Batch loss, final long ticksToEpochNs, final long nowNs) {
        final LaneGap gap = loss.loss();
        final boolean waits = losses.hasNext();
        if (!waits) {
            losses.losses(loss.from(), loss.to(), gap.firstTimeTicks(), gap.lastTimeTicks());
            losses.times(ticksToEpochNs, null, nowNs);
            lossNs = gap.firstTimeTicks() == 0 ? stagedNs : gap.firstTimeTicks() + ticksToEpochNs;
        } else {
            losses.losses(losses.from(), loss.to(), losses.loss().firstTimeTicks(), gap.lastTimeTicks());
        }
        // The bound of events applies here too: events after the losses must not delay the losses.
        boundNs = Math.max(boundNs, Math.min(lossNs, nowNs));
        return waits ? null : losses;
    }

    /** Returns the time of the record after a gap, if it was read. */
    @Override
    protected long gapTimeNs(final TimedBatch batch, final long lastNs) {
        final long nextTicks = batch.headTicks();
        if (nextTicks != Batch.NULL_TICKS) {
            return batch.toEpochNs(nextTicks);
        }
        return batch.isLoss() ? lossNs : lastNs;
    }

    /** Takes part in the watermark's turn, after idle lanes have been noted. */
    void observe(final Watermark watermark, final long ofTurn) {
        turn = ofTurn;
        // The order waits for events that are temporarily unavailable, as it does for a suspended writer.
        beenEmpty |= asked && !lane.isRefused();
        boundNs = watermark.observe(boundNs, lane.wasIdle(), read || asked);
    }

    /** Returns the last turn in which the drain had the lane. Frames staged before are worthless without a ledger. */
    long turn() {
        return turn;
    }

    /** Returns whether there was a moment when everything in the lane had been delivered. */
    boolean hasBeenEmpty() {
        return beenEmpty;
    }

    @Override
    protected void commit(final Checkpoint checkpoint) {
        lane.commit(checkpoint);
        beenEmpty |= reachesTail && !frames.hasNext();
    }

    @Override
    protected void onDelivered(final TimedBatch batch) {
        if (batch == frames) {
            owner.delivered(batch);
        }
    }

    @Override
    public void onRecords(final Batch batch, final Batch.Piece piece, final int begin, final int end) {
        sink.onRecords(lane, batch, piece, begin, end);
    }

    @Override
    public void onGap(final LaneGap gap, final long ownerThreadId) {
        sink.onGap(lane, gap, ownerThreadId);
    }
}
