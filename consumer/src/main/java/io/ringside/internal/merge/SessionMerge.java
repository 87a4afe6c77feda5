package io.ringside.internal.merge;

import io.ringside.internal.drain.DrainJournal;
import io.ringside.internal.drain.DrainSink;
import io.ringside.internal.drain.DrainedLane;
import io.ringside.internal.drain.DrainedProcess;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.session.LossCause;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Adds the frames that a drain stages to an order of time. Holds at most one batch of each lane; the rest waits in the
 * lane. Events taken from the session are delivered in the same call, of {@link TimeOrder#poll} or, at the end of a
 * process, of {@link #stage}; and no event is delivered twice: heads are chosen, then committed, then delivered. Used
 * only by the drain's thread.
 * <p>
 * Losses that belong to no lane have no position among events, and are delivered as soon as they are found.
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
     * Creates the merge of one session's lanes.
     *
     * @param order           order that the lanes take part in
     * @param geometry        geometry of the lanes
     * @param ticksToEpochNs  returns the offset from the ticks of a process's events to nanoseconds since 1970
     * @param epochClock      the session's clock, in nanoseconds since 1970
     * @param reorderWindowNs maximum time that lanes wait for each other, at least 0
     * @param sink            receives events and losses
     * @param buffers         is notified of each batch of frames after its last event or gap
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
     * Stage waiting frames, after all chosen events have been delivered. Never blocks, and throws only exceptions of
     * the sink.
     *
     * @param drain drain of the session, always the same one, and used by nothing else that takes events
     * @return time up to which all events of the session are staged, or wait after staged ones, in nanoseconds since
     *         1970
     */
    public long stage(final SessionDrain drain) {
        // The clock is read before any lane, so the next event of an idle lane is not older.
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
     * Returns whether for each lane there was a moment when everything in it had been delivered.
     *
     * @param drain drain of the session
     */
    public boolean haveLanesBeenEmpty(final SessionDrain drain) {
        boolean all = true;
        for (final DrainedLane lane : drain.lanes()) {
            all &= of(lane).hasBeenEmpty();
        }
        return all;
    }

    /**
     * Deliver everything that waits, except events of live sessions, which stay in their lanes.
     *
     * @param order order that the lanes take part in
     */
    public static void deliverRecorded(final TimeOrder order) {
        order.deliverAllBut(LiveLane.class::isInstance);
    }

    /** Returns whether the lane has lost its ledger: the process that removed it has taken the lane's events. */
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
        // The clock is read after the frames, so no frame is later than it.
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
