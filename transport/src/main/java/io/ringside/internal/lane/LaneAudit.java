package io.ringside.internal.lane;

import io.ringside.internal.layout.FrameDescriptor;
import java.lang.invoke.VarHandle;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads a lane's ledger without taking anything, while its writer and its drain are working. Not thread-safe; reusable.
 * <p>
 * The number of events in the ring is counted from the numbers in its last block, never as a remainder: {@link
 * #settled} returns whether all terms were found to balance at one moment.
 */
public final class LaneAudit {
    private final Checkpoint checkpoint = new Checkpoint();
    /** Checkpoint at the beginning of the oldest remaining event. */
    private final Checkpoint oldest = new Checkpoint();
    private final Checkpoint end = new Checkpoint();
    private final Losses losses = new Losses();
    private final UnsafeBuffer copy = new UnsafeBuffer(BufferUtil.allocateDirectAligned(0, 64));
    private long attempts;
    private long overwritten;
    private long inRing;
    private long inFlight;
    private boolean settled;

    /**
     * Read a lane once.
     * <p>
     * The words are read first, within a few nanoseconds: if the checkpoint is the same before and after, they belong
     * to one moment, whatever writer and drain do while the ring is walked afterwards.
     *
     * @param ledger   ledger of the lane
     * @param ring     the lane's bytes
     * @param geometry geometry of the lane
     * @return whether the reading is consistent: {@link #settled}
     */
    public boolean read(final LaneLedger ledger, final RingBytes ring, final LaneGeometry geometry) {
        settled = false;
        overwritten = 0;
        inRing = 0;
        inFlight = 0;
        final long evicted = ledger.evictedAcquire();
        final boolean known = ledger.loadCheckpoint(checkpoint);
        final boolean quiet = ledger.loadLosses(losses);
        attempts = ledger.attemptsAcquire();
        if (!known || !quiet || !isCheckpointOf(ledger) || ledger.evictedAcquire() != evicted
                || !walkEnds(ledger, ring, geometry, evicted)) {
            return false;
        }
        overwritten = oldest.overwritten - checkpoint.overwritten;
        inRing = end.nextNumber - oldest.nextNumber - (end.lostByWriter() - oldest.lostByWriter());
        inFlight = attempts - end.nextNumber - (losses.total() - end.lostByWriter());
        settled = inRing >= 0 && (inFlight == 0 || inFlight == 1) && losses.total() >= end.lostByWriter();
        return settled;
    }

    private boolean isCheckpointOf(final LaneLedger ledger) {
        return ledger.loadCheckpoint(end) && end.position == checkpoint.position
                && end.nextNumber == checkpoint.nextNumber;
    }

    /** Walks the first block, which shows what was overwritten, and the last, which shows what is in the ring. */
    private boolean walkEnds(final LaneLedger ledger, final RingBytes ring, final LaneGeometry geometry,
            final long evicted) {
        final FrameWalker walker = new FrameWalker(geometry);
        walker.numberLimit(attempts);
        oldest.set(checkpoint);
        if (evicted > checkpoint.position) {
            if (!geometry.isOldestBlock(evicted, losses.tail)) {
                return false;
            }
            growCopy(geometry);
            walker.overwrite(ring, copy, evicted, oldest);
            VarHandle.acquireFence();
            if (oldest.damaged || ledger.evictedAcquire() != evicted) {
                return false;
            }
        }
        return walkLastBlock(ledger, ring, geometry, walker);
    }

    private void growCopy(final LaneGeometry geometry) {
        if (copy.capacity() < geometry.blockBytes()) {
            copy.wrap(BufferUtil.allocateDirectAligned(geometry.blockBytes(), 64));
        }
    }

    private boolean walkLastBlock(final LaneLedger ledger, final RingBytes ring, final LaneGeometry geometry,
            final FrameWalker walker) {
        end.set(oldest);
        final long tail = losses.tail;
        if (geometry.isAtEnd(oldest.position, tail)) {
            return !oldest.damaged;
        }
        if (tail < oldest.position || tail - oldest.position > geometry.laneBytes() || (tail & 7) != 0) {
            return false;
        }
        final long lastBlock = (tail - 1) & -geometry.blockBytes();
        if (lastBlock > oldest.position) {
            end.position = lastBlock;
            end.damaged = true;
        }
        final long start = end.position;
        final int length = (int) (tail - start);
        growCopy(geometry);
        if (!ring.copy((int) start & geometry.indexMask(), copy, length)) {
            return false;
        }
        VarHandle.acquireFence();
        // A writer that has come around the ring may be writing up to two blocks beyond the tail: a pad, then a record.
        if (ledger.tailAcquire() - start > geometry.laneBytes() - 2L * geometry.blockBytes()) {
            return false;
        }
        walker.walk(copy, length, Integer.MAX_VALUE, end, LaneSink.NONE);
        return !end.damaged;
    }

    /**
     * Returns the time of the oldest waiting event in the last reading. Reads more of the ring than {@link #read} does.
     *
     * @param ledger   ledger of the lane
     * @param ring     the lane's bytes
     * @param geometry geometry of the lane
     * @return the time, in ticks of the session's clock; {@link Long#MAX_VALUE} if there is none, or none any more
     */
    public long oldestTicks(final LaneLedger ledger, final RingBytes ring, final LaneGeometry geometry) {
        final FrameWalker walker = new FrameWalker(geometry);
        walker.numberLimit(attempts);
        final OldestTime time = new OldestTime();
        end.set(oldest);
        growCopy(geometry);
        // The rest of a block may consist only of a pad, which ends it.
        for (int i = 0; i < 2 && time.ticks == Long.MAX_VALUE && end.position < losses.tail; i++) {
            final long begin = end.position;
            final int length = (int) (Math.min((begin | geometry.blockMask()) + 1, losses.tail) - begin);
            if (!ring.copy((int) begin & geometry.indexMask(), copy, length)) {
                break;
            }
            VarHandle.acquireFence();
            if (ledger.headAcquire() > begin || ledger.evictedAcquire() > begin) {
                break;
            }
            walker.walk(copy, length, 1, end, time);
        }
        return time.ticks;
    }

    /** Returns whether all terms were found to belong to one moment. */
    public boolean settled() {
        return settled;
    }

    /** Returns the drain's checkpoint. */
    public Checkpoint checkpoint() {
        return checkpoint;
    }

    /** Returns the writer's losses. */
    public Losses losses() {
        return losses;
    }

    /** Returns the number of attempts made. */
    public long attempts() {
        return attempts;
    }

    /** Returns the events overwritten since the checkpoint, in overwrite mode, counted from their numbers. */
    public long overwritten() {
        return overwritten;
    }

    /** Returns the events waiting in the ring, counted from their numbers. */
    public long inRing() {
        return inRing;
    }

    /** Returns the attempts in flight: 0 or 1 in a consistent reading. */
    public long inFlight() {
        return inFlight;
    }

    /** Notes the time of an event. */
    private static final class OldestTime implements LaneSink {
        private long ticks = Long.MAX_VALUE;

        @Override
        public void onEvent(final DirectBuffer buffer, final int offset, final int length, final long ownerThreadId) {
            ticks = buffer.getLong(offset + FrameDescriptor.TIME_OFFSET);
        }

        @Override
        public void onGap(final LaneGap gap, final long ownerThreadId) {}
    }
}
