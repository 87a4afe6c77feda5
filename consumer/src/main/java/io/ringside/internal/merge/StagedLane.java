package io.ringside.internal.merge;

import io.ringside.internal.drain.DrainSink;
import io.ringside.internal.drain.DrainedLane;
import io.ringside.internal.drain.DrainedProcess;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.FrameReplay;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.LaneSink;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A lane of a drain: holds one chunk of staged frames at a time, and the losses after them. Heads that were taken are
 * first committed, all at once, and then delivered.
 */
final class StagedLane implements MergeLane {
    private final StagedMerge owner;
    private final DrainedLane lane;
    private final FrameReplay replay;
    private final LaneGeometry geometry;
    private final MergeBatch batch;
    private final LaneSink delivery;
    private final ChunkSink chunks;
    /** The lane's totals up to the last head taken. */
    private final Checkpoint taken = new Checkpoint();
    /** The lane's totals up to the last head delivered: after {@link #taken} during deliveries only. */
    private final Checkpoint delivered = new Checkpoint();
    private final Checkpoint lossesFrom = new Checkpoint();
    private final Checkpoint lossesTo = new Checkpoint();
    private @Nullable Chunk chunk;
    private int events;
    private int nextEvent;
    private int committedEvents;
    private int deliveredEvents;
    private boolean hasRest;
    private boolean hasLosses;
    private boolean takenRest;
    private boolean takenLosses;
    private long lossesFirstTicks;
    private long lossesLastTicks;
    private long lossesTimeNs;
    private long arrivalNs;
    private long lastTimeNs = Watermark.NULL_BOUND_NS;
    private long boundNs = Watermark.NULL_BOUND_NS;
    /** Whether the lane was asked for frames in this turn, and had none. */
    private boolean asked;
    /** Whether the lane was asked in this turn, and handed out all that it had. */
    private boolean read;
    private boolean reachesTail;
    private boolean beenEmpty;
    private long turn;

    StagedLane(final StagedMerge owner, final DrainedLane lane, final FrameReplay replay, final LaneGeometry geometry,
            final DrainSink sink, final ChunkSink chunks) {
        this.owner = owner;
        this.lane = lane;
        this.replay = replay;
        this.geometry = geometry;
        this.batch = owner.chosen();
        this.delivery = new Delivery(sink);
        this.chunks = chunks;
        taken.set(lane.checkpoint());
        delivered.set(taken);
    }

    @Override
    public Incarnation process() {
        return lane.process().incarnation();
    }

    @Override
    public int index() {
        return lane.index();
    }

    @Override
    public boolean hasHead() {
        return nextEvent < events || hasRest || hasLosses;
    }

    /** A time that lies ahead counts as that of the arrival: nobody waits for it, and nobody after it either. */
    @Override
    public long headTimeNs() {
        final Chunk frames = chunk;
        if (frames != null && nextEvent < events) {
            return Math.min(frames.timeNs(nextEvent), arrivalNs);
        }
        return Math.min(hasRest ? lastTimeNs : lossesTimeNs, arrivalNs);
    }

    @Override
    public int takeHead() {
        if (nextEvent < events) {
            nextEvent++;
            batch.addEvent(this);
            return 1;
        }
        if (hasRest) {
            hasRest = false;
            takenRest = true;
            batch.addLoss(this, MergeBatch.REST);
        } else {
            hasLosses = false;
            takenLosses = true;
            batch.addLoss(this, MergeBatch.LOSSES);
        }
        return 0;
    }

    /** Whether the lane is one of a process. */
    boolean isOf(final DrainedProcess process) {
        return lane.process() == process;
    }

    /** Whether the lane is one of a session. */
    boolean isOf(final StagedMerge session) {
        return owner == session;
    }

    /** Whether the lane may hand out its next frames. */
    boolean accepts() {
        asked = !hasHead();
        read = false;
        return asked;
    }

    void frames(final Checkpoint from, final Checkpoint to, final long numberLimit, final DirectBuffer bytes,
            final int length, final long ticksToEpochNs, final long nowNs) {
        Chunk frames = chunk;
        if (frames == null) {
            frames = new Chunk(replay, geometry);
            chunk = frames;
        }
        frames.fill(from, to, numberLimit, bytes, length, ticksToEpochNs);
        taken.set(from);
        delivered.set(from);
        events = frames.events();
        nextEvent = 0;
        committedEvents = 0;
        deliveredEvents = 0;
        hasRest = frames.hasRest();
        arrivalNs = nowNs;
        asked = false;
        reachesTail = (to.position & (geometry.blockBytes() - 1)) != 0;
        read = reachesTail;
        if (events > 0) {
            lastTimeNs = frames.timeNs(events - 1);
        }
        // Not only the last one's: no head of the lane may lie behind its own bound, also if its times go back.
        boundNs = Math.max(boundNs, Math.min(Math.max(frames.newestNs(), lastTimeNs), nowNs));
    }

    /** Losses after all frames; those that were not taken yet become one with them. */
    void losses(final Checkpoint from, final Checkpoint to, final long firstTicks, final long lastTicks,
            final long ticksToEpochNs, final long nowNs) {
        if (!hasLosses) {
            lossesFrom.set(from);
            lossesFirstTicks = firstTicks;
            lossesTimeNs = firstTicks == 0 ? lastTimeNs : firstTicks + ticksToEpochNs;
        }
        if (!hasHead()) {
            arrivalNs = nowNs;
        }
        // As for events: what follows the losses must not keep them waiting.
        boundNs = Math.max(boundNs, Math.min(lossesTimeNs, nowNs));
        lossesTo.set(to);
        lossesLastTicks = lastTicks;
        hasLosses = true;
    }

    /** Take part in the watermark's turn, after it was noted which lanes are idle. */
    void observe(final Watermark watermark, final long ofTurn) {
        turn = ofTurn;
        // The merge waits for events that cannot be had for now, as it does for a writer that is stopped.
        beenEmpty |= asked && !lane.isRefused();
        boundNs = watermark.observe(boundNs, lane.wasIdle(), read || asked);
    }

    /** The last turn in which the drain had the lane: what it staged is worth nothing without the lane's books. */
    long turn() {
        return turn;
    }

    /** Whether at some moment everything that the lane held had been delivered. */
    boolean hasBeenEmpty() {
        return beenEmpty;
    }

    /** Store what was taken since the last time in the lane's books; nothing happens if that was nothing. */
    void commit() {
        final Chunk frames = chunk;
        final int count = nextEvent - committedEvents;
        if (frames != null && (count > 0 || takenRest)) {
            committedEvents = nextEvent;
            takenRest = false;
            if (nextEvent == events && !hasRest) {
                taken.set(frames.end());
                beenEmpty |= reachesTail;
            } else {
                frames.walk(taken, count, LaneSink.NONE);
            }
            lane.commit(taken);
        }
        if (takenLosses) {
            takenLosses = false;
            taken.set(lossesTo);
            lane.commit(taken);
        }
    }

    /** Deliver what was taken and committed: as many events, or what a {@link MergeBatch} has other counts for. */
    void deliver(final int count) {
        if (count == MergeBatch.LOSSES) {
            replay.losses(lossesFrom, lossesTo, lossesFirstTicks, lossesLastTicks, delivery);
        } else {
            final Chunk frames = Objects.requireNonNull(chunk);
            frames.walk(delivered, count == MergeBatch.REST ? Integer.MAX_VALUE : count, delivery);
            deliveredEvents += count;
            if (count == MergeBatch.REST || (deliveredEvents == events && !frames.hasRest())) {
                chunks.onChunk(frames.length(), events);
            }
        }
    }

    /** Whatever was taken counts as delivered. */
    void settle() {
        delivered.set(taken);
    }

    /** Says whose lane it is. */
    private final class Delivery implements LaneSink {
        private final DrainSink sink;

        Delivery(final DrainSink sink) {
            this.sink = sink;
        }

        @Override
        public void onEvent(final DirectBuffer buffer, final int offset, final int length, final long ownerThreadId) {
            sink.onEvent(lane.process(), lane.index(), buffer, offset, length, ownerThreadId);
        }

        @Override
        public void onGap(final LaneGap gap, final long ownerThreadId) {
            sink.onGap(lane.process(), lane.index(), gap, ownerThreadId);
        }
    }
}
