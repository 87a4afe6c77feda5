package io.ringside.internal.merge;

import io.ringside.internal.drain.DrainJournal;
import io.ringside.internal.drain.DrainSink;
import io.ringside.internal.drain.DrainedLane;
import io.ringside.internal.drain.DrainedProcess;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.FrameReplay;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.session.LossCause;
import java.util.List;
import java.util.function.Predicate;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;

/**
 * Lets what a drain stages take part in an order of time. Holds at most one chunk of each lane; the rest waits in the
 * lane. Nothing is taken out of the session that is not delivered in the same call, that of {@link TimeOrder#poll} or,
 * with the end of a process, that of {@link #stage}; and nothing is delivered twice: heads are chosen, then committed,
 * then delivered. Only for the drain's thread.
 * <p>
 * Losses without a lane have no place among the events of one, and are delivered as soon as they are seen.
 */
public final class StagedMerge {
    private final EventTimes times;
    private final NanoClock epochClock;
    private final DrainSink sink;
    private final ChunkSink chunks;
    private final LaneGeometry geometry;
    private final FrameReplay replay;
    private final Watermark watermark;
    private final TimeOrder order;
    private final DrainJournal journal = new Journal();
    private final Predicate<MergeLane> isGone = this::isGone;
    private long turn;

    /**
     * Merge the lanes of one session.
     *
     * @param order           that the lanes take part in
     * @param geometry        of the lanes
     * @param times           of its events
     * @param epochClock      the session's clock, in nanoseconds since 1970
     * @param reorderWindowNs longest time that lanes wait for each other, at least 0
     * @param sink            receives events and losses
     * @param chunks          receives chunks after their last event or gap
     */
    public StagedMerge(final TimeOrder order, final LaneGeometry geometry, final EventTimes times,
            final NanoClock epochClock, final long reorderWindowNs, final DrainSink sink, final ChunkSink chunks) {
        this.order = order;
        this.geometry = geometry;
        this.replay = new FrameReplay(geometry);
        this.times = times;
        this.epochClock = epochClock;
        this.watermark = new Watermark(reorderWindowNs);
        this.sink = sink;
        this.chunks = chunks;
    }

    /**
     * Stage what waits. Never waits, and throws nothing but what the sink throws.
     *
     * @param drain of the session, always the same, and used for nothing else that takes
     * @return up to when all that the session has is staged or waits after what is, in nanoseconds since 1970
     */
    public long stage(final SessionDrain drain) {
        // Events that a failure of another source has left are delivered now: their bytes give way to what is staged.
        order.deliverChosen();
        // Before anything of a lane is read: what an idle lane writes next is not older.
        watermark.begin(epochClock.nanoTime());
        drain.stage(journal, Integer.MAX_VALUE);
        turn++;
        final List<DrainedLane> lanes = drain.lanes();
        DrainedLane.noteIdle(lanes);
        for (int i = 0; i < lanes.size(); i++) {
            of(lanes.get(i)).observe(watermark, turn);
        }
        order.lanes().removeIf(isGone);
        return watermark.end();
    }

    /**
     * Whether for each lane there was a moment when everything that it held had been delivered.
     *
     * @param drain of the session
     */
    public boolean haveLanesBeenEmpty(final SessionDrain drain) {
        boolean all = true;
        for (final DrainedLane lane : drain.lanes()) {
            all &= of(lane).hasBeenEmpty();
        }
        return all;
    }

    /**
     * Without its ledger, nothing of a lane can be taken any more: the process that removed it has taken what it held.
     */
    private boolean isGone(final MergeLane lane) {
        return lane instanceof final StagedLane staged && staged.isOf(this) && staged.turn() != turn;
    }

    MergeBatch chosen() {
        return order.chosen();
    }

    private StagedLane of(final DrainedLane lane) {
        if (lane.attachment() instanceof StagedLane known) {
            return known;
        }
        final StagedLane created = new StagedLane(this, lane, replay, geometry, sink, chunks);
        lane.attach(created);
        return created;
    }

    private final class Journal implements DrainJournal {
        @Override
        public boolean accepts(final DrainedLane lane) {
            return of(lane).accepts();
        }

        @Override
        public void onFrames(final DrainedLane lane, final Checkpoint from, final Checkpoint to, final long numberLimit,
                final DirectBuffer bytes, final int length) {
            final StagedLane staged = of(lane);
            // A clock that is read after the frames were is not after them.
            staged.frames(from, to, numberLimit, bytes, length, times.ticksToEpochNs(lane.process()),
                    epochClock.nanoTime());
            order.lanes().offer(staged);
        }

        @Override
        public void onLosses(final DrainedLane lane, final Checkpoint from, final Checkpoint to,
                final long firstTimeTicks, final long lastTimeTicks) {
            final StagedLane staged = of(lane);
            final boolean takesPart = staged.hasHead();
            staged.losses(from, to, firstTimeTicks, lastTimeTicks, times.ticksToEpochNs(lane.process()),
                    epochClock.nanoTime());
            if (!takesPart) {
                order.lanes().offer(staged);
            }
        }

        @Override
        public void onLanelessLoss(final DrainedProcess process, final LossCause cause, final long count,
                final long firstTimeTicks, final long lastTimeTicks) {
            process.commitLanelessLosses();
            sink.onLanelessLoss(process, cause, count, firstTimeTicks, lastTimeTicks);
        }

        @Override
        public void settle(final DrainedProcess process) {
            order.lanes().takeAll(lane -> lane instanceof final StagedLane staged && staged.isOf(process));
            order.deliverChosen();
        }
    }
}
