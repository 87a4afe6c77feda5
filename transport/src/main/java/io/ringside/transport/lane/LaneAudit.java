package io.ringside.transport.lane;

import io.ringside.transport.lane.FrameWalker.Outcome;
import io.ringside.transport.ledger.Checkpoint;
import io.ringside.transport.ledger.LaneLedger;
import io.ringside.transport.ledger.Losses;
import java.lang.invoke.VarHandle;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads a lane's books without taking anything, beside its writer and its drain. Not thread-safe; reusable.
 * <p>
 * What is in the ring is counted from the numbers in its last block, never as a remainder: {@link #settled} says
 * whether all terms were seen to add up at one moment.
 */
public final class LaneAudit {
    private final Checkpoint checkpoint = new Checkpoint();
    private final Checkpoint end = new Checkpoint();
    private final Losses losses = new Losses();
    private final UnsafeBuffer copy = new UnsafeBuffer(BufferUtil.allocateDirectAligned(0, 64));
    private long attempts;
    private long inRing;
    private long inFlight;
    private boolean settled;

    /**
     * Read a lane once.
     * <p>
     * The words are read first, within a few nanoseconds: a checkpoint that is the same before and after makes them
     * those of one moment, whatever writer and drain do while the ring is walked afterwards.
     *
     * @param ledger   of the lane
     * @param ring     the lane's bytes
     * @param geometry of the lane
     * @return whether what was read belongs together: {@link #settled}
     */
    public boolean read(final LaneLedger ledger, final RingBytes ring, final LaneGeometry geometry) {
        settled = false;
        inRing = 0;
        inFlight = 0;
        final boolean known = ledger.loadCheckpoint(checkpoint);
        final boolean quiet = ledger.loadLosses(losses);
        attempts = ledger.attemptsAcquire();
        if (!known || !quiet || !isCheckpointOf(ledger) || !walkLastBlock(ledger, ring, geometry)) {
            return false;
        }
        inRing = end.nextNumber - checkpoint.nextNumber - (end.lostByWriter() - checkpoint.lostByWriter());
        inFlight = attempts - end.nextNumber - (losses.total() - end.lostByWriter());
        settled = inRing >= 0 && (inFlight == 0 || inFlight == 1) && losses.total() >= end.lostByWriter();
        return settled;
    }

    private boolean isCheckpointOf(final LaneLedger ledger) {
        return ledger.loadCheckpoint(end) && end.position == checkpoint.position
                && end.nextNumber == checkpoint.nextNumber;
    }

    private boolean walkLastBlock(final LaneLedger ledger, final RingBytes ring, final LaneGeometry geometry) {
        end.set(checkpoint);
        final long tail = losses.tail;
        if (tail == checkpoint.position) {
            return !checkpoint.damaged;
        }
        if (tail < checkpoint.position || tail - checkpoint.position > geometry.laneBytes() || (tail & 7) != 0) {
            return false;
        }
        final long lastBlock = (tail - 1) & -geometry.blockBytes();
        if (lastBlock > checkpoint.position) {
            end.position = lastBlock;
            end.damaged = true;
        }
        final long start = end.position;
        final int length = (int) (tail - start);
        if (copy.capacity() < length) {
            copy.wrap(BufferUtil.allocateDirectAligned(geometry.blockBytes(), 64));
        }
        if (!ring.copy((int) start & geometry.indexMask(), copy, length)) {
            return false;
        }
        VarHandle.acquireFence();
        // A writer that has come around may be at work up to two blocks beyond tail: a pad, then a record.
        if (ledger.tailAcquire() - start > geometry.laneBytes() - 2L * geometry.blockBytes()) {
            return false;
        }
        final FrameWalker walker = new FrameWalker(geometry);
        walker.numberLimit(attempts);
        walker.walk(copy, length, Integer.MAX_VALUE, Outcome.DELIVERED, end, LaneSink.NONE);
        return !end.damaged;
    }

    /** Whether all terms were seen to belong to one moment. */
    public boolean settled() {
        return settled;
    }

    /** The drain's books. */
    public Checkpoint checkpoint() {
        return checkpoint;
    }

    /** The writer's losses. */
    public Losses losses() {
        return losses;
    }

    /** Attempts made. */
    public long attempts() {
        return attempts;
    }

    /** Events that wait in the ring, counted from their numbers. */
    public long inRing() {
        return inRing;
    }

    /** Attempts under way: 0 or 1 when settled. */
    public long inFlight() {
        return inFlight;
    }
}
