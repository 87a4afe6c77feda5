package io.ringside.internal.merge;

import io.ringside.internal.drain.DrainJournal;
import io.ringside.internal.drain.DrainSink;
import io.ringside.internal.drain.DrainedLane;
import io.ringside.internal.drain.DrainedProcess;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.reader.BufferHandler;
import io.ringside.session.LossCause;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Lets what a drain stages take part in an order of time. Holds at most one batch of each lane; the rest waits in the
 * lane. Nothing is taken out of the session that is not delivered in the same call, that of {@link TimeOrder#poll} or,
 * with the end of a process, that of {@link #stage}; and nothing is delivered twice: heads are chosen, then committed,
 * then delivered. Only for the drain's thread.
 * <p>
 * Losses without a lane have no place among the events of one, and are delivered as soon as they are seen.
 */
public final class SessionMerge implements DrainJournal {
    private final ToLongFunction<DrainedProcess> ticksToEpochNs;
    private final NanoClock epochClock;
    private final DrainSink sink;
    private final BufferHandler buffers;
    private final LaneGeometry geometry;
    private final Watermark watermark;
    private final TimeOrder order;
    private final Predicate<OrderedLane> isGone = this::isGone;
    private long turn;

    /**
     * Merge the lanes of one session.
     *
     * @param order           that the lanes take part in
     * @param geometry        of the lanes
     * @param ticksToEpochNs  returns what turns the ticks of a process's events into nanoseconds since 1970
     * @param epochClock      the session's clock, in nanoseconds since 1970
     * @param reorderWindowNs longest time that lanes wait for each other, at least 0
     * @param sink            receives events and losses
     * @param buffers         receives batches of frames after their last event or gap
     */
    public SessionMerge(final TimeOrder order, final LaneGeometry geometry,
            final ToLongFunction<DrainedProcess> ticksToEpochNs,
            final NanoClock epochClock, final long reorderWindowNs, final DrainSink sink, final BufferHandler buffers) {
        this.order = order;
        this.geometry = geometry;
        this.ticksToEpochNs = ticksToEpochNs;
        this.epochClock = epochClock;
        this.watermark = new Watermark(reorderWindowNs);
        this.sink = sink;
        this.buffers = buffers;
    }

    /**
     * Stage what waits, after everything that was chosen was delivered. Never waits, and throws nothing but what the
     * sink throws.
     *
     * @param drain of the session, always the same, and used for nothing else that takes
     * @return up to when all that the session has is staged or waits after what is, in nanoseconds since 1970
     */
    public long stage(final SessionDrain drain) {
        // Before anything of a lane is read: what an idle lane writes next is not older.
        watermark.begin(epochClock.nanoTime());
        drain.stage(this, Integer.MAX_VALUE);
        turn++;
        final List<DrainedLane> lanes = drain.lanes();
        DrainedLane.noteIdle(lanes);
        for (int i = 0; i < lanes.size(); i++) {
            of(lanes.get(i)).observe(watermark, turn);
        }
        order.removeIf(isGone);
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
     * Deliver everything that waits, but for the lanes of sessions: what was seen of them stays in their rings.
     *
     * @param order that they take part in
     */
    public static void deliverRecorded(final TimeOrder order) {
        order.deliverAllBut(LiveLane.class::isInstance);
    }

    /**
     * Without its ledger, nothing of a lane can be taken any more: the process that removed it has taken what it held.
     */
    private boolean isGone(final OrderedLane lane) {
        return lane instanceof final LiveLane live && live.isOf(this) && live.turn() != turn;
    }

    void delivered(final Batch batch) {
        buffers.onBuffer(batch.length(), batch.to().delivered - batch.from().delivered);
    }

    private LiveLane of(final DrainedLane lane) {
        if (lane.attachment() instanceof LiveLane known) {
            return known;
        }
        final LiveLane created = new LiveLane(this, lane, sink);
        lane.attach(created);
        return created;
    }

    @Override
    public @Nullable Batch batch(final DrainedLane lane) {
        return of(lane).next();
    }

    @Override
    public void onBatch(final DrainedLane lane, final Batch batch) {
        final LiveLane live = of(lane);
        final long toEpochNs = ticksToEpochNs.applyAsLong(lane.process());
        // A clock that is read after the frames were is not after them.
        final long nowNs = epochClock.nanoTime();
        final TimedBatch waiting = batch.isLoss()
                ? live.staged(batch, toEpochNs, nowNs)
                : live.staged(toEpochNs, nowNs, geometry.blockBytes());
        if (waiting != null) {
            order.add(live, waiting);
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
        order.deliverAll(lane -> lane instanceof final LiveLane live && live.lane().process() == process);
    }
}
