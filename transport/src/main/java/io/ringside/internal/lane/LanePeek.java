package io.ringside.internal.lane;

import io.ringside.internal.layout.BlockDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.session.LossCause;
import java.lang.invoke.VarHandle;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a lane while its writer and its drain are working: takes nothing, stores nothing, and reserves no space. Not
 * thread-safe.
 * <p>
 * Bytes are copied first; then the reader checks which of them may have been overwritten meanwhile. If any part of the
 * copy may have been, the copy is dropped, and reading continues with the next block that was not overwritten. The
 * header of that block shows how many events were skipped: they are reported as {@link LaneGap#behind}. For the
 * definition of overwritten bytes see {@code transport/docs/protocols.md}.
 */
public final class LanePeek {
    private static final long MAX_POSITION = 1L << 60;
    /**
     * Number of blocks beyond the tail that may be overwritten: a writer writes up to two blocks ahead, a pad and a
     * record, and its stores may become visible slightly early.
     */
    private static final int BLOCKS_AT_WORK = 3;
    /** Maximum number of attempts: a writer occasionally overtakes the reading of a block, but not this often. */
    private static final int LOOKS = 16;

    private final LaneLedger ledger;
    private final RingBytes ring;
    private final LaneGeometry geometry;
    private final FrameWalker walker;
    private final ThreadNames names;
    private final LastGap lastGap;
    private long lastTicks = Batch.NULL_TICKS;
    private final LaneGap gap = new LaneGap();
    private final Checkpoint state = new Checkpoint();
    private final Checkpoint next = new Checkpoint();
    private boolean begun;
    /** Whether reading begins after overwritten events, which were not missed by this reader. */
    private boolean beginsLater;
    /** Whether the ring was removed, and the events that the drain has taken from it were skipped. */
    private boolean left;
    private boolean broken;
    private boolean beenEmpty;
    private long behind;

    /**
     * Begin with the first event that the lane's drain has not taken yet; in overwrite mode, with the oldest event.
     *
     * @param ledger   ledger of the lane, which may be mapped read-only
     * @param ring     the lane's bytes
     * @param geometry geometry of the lane
     * @param names    names of the threads of the lane's process
     * @param from     checkpoint to continue from: the end of reading the lane in another file, or zeros for its
     *                 beginning; null to begin with the first event that the drain has not taken
     */
    public LanePeek(final LaneLedger ledger, final RingBytes ring, final LaneGeometry geometry,
            final ThreadNames names, final @Nullable Checkpoint from) {
        this.ledger = ledger;
        this.ring = ring;
        this.geometry = geometry;
        this.walker = new FrameWalker(geometry);
        this.lastGap = new LastGap(ledger, geometry);
        this.names = names;
        walker.threadNames(names);
        if (from != null) {
            state.set(from);
            begun = true;
            ledger.loadOwnerName(names);
        } else {
            begin();
        }
    }

    /**
     * Read the next frames, at most one block, or skip overwritten ones.
     *
     * @param batch batch to fill; it has no pieces if skipped events need not be reported
     * @return whether there was anything
     */
    public boolean poll(final Batch batch) {
        if (isOver() || !begin() || broken) {
            return false;
        }
        final long position = state.position;
        final long tail = ledger.tailAcquire();
        if (geometry.isAtEnd(position, tail)) {
            beenEmpty = true;
            return false;
        }
        if (tail < position || tail > MAX_POSITION || (tail & (FrameDescriptor.ALIGNMENT - 1)) != 0) {
            broken = true;
            return false;
        }
        if (!ring.areReady()) {
            return false;
        }
        if (tail - position > geometry.laneBytes()) {
            return pass(batch);
        }
        final long blockEnd = (position & -geometry.blockBytes()) + geometry.blockBytes();
        final int length = (int) (Math.min(tail, blockEnd) - position);
        final UnsafeBuffer frames = batch.begin(state, length);
        final boolean whole = ring.copy((int) position & geometry.indexMask(), frames, length);
        walker.numberLimit(ledger.attemptsAcquire());
        VarHandle.acquireFence();
        if (overwrittenBefore() > position) {
            return pass(batch);
        }
        if (!whole) {
            return leave(batch);
        }
        beginsLater = false;
        walker.walk(frames, length, Integer.MAX_VALUE, state, batch);
        batch.end(state, walker.numberLimit(), true);
        if (batch.lastTicks() != Batch.NULL_TICKS) {
            lastTicks = batch.lastTicks();
        }
        return true;
    }

    /**
     * Read the losses since the last record, if everything was read and the lane's writer is idle for a moment; or
     * report the rest of a broken or removed lane as corrupt, so that it does not disappear unnoticed. To be called
     * until it finds nothing.
     *
     * @param batch   batch to fill
     * @param isFinal whether the lane cannot be written any more; then attempts without a record get an outcome too
     * @return whether there was anything
     */
    public boolean losses(final Batch batch, final boolean isFinal) {
        boolean found = !isOver() && begun && (lastGap.losses(state, next) || (isFinal && lastGap.rest(state, next)));
        broken |= lastGap.isImpossible();
        if (!found && isOver() && lastGap.writeOff(state, next)) {
            broken = true;
            found = true;
        }
        if (found) {
            batch.losses(state, next, lastGap.gap().firstTimeTicks(), lastGap.gap().lastTimeTicks());
            state.set(next);
        }
        return found;
    }

    /** Note the name of the lane's owner, which may have changed. */
    public void noteOwnerName() {
        ledger.loadOwnerName(names);
    }

    /** Returns whether unread frames are waiting. */
    public boolean hasFrames() {
        return !isOver() && begun && !geometry.isAtEnd(state.position, ledger.tailAcquire());
    }

    /** Returns whether there was a moment when everything in the lane had been read. */
    public boolean hasBeenEmpty() {
        return beenEmpty || isOver();
    }

    /** Returns whether every attempt made so far has its outcome, and all their records were read. */
    public boolean isIdle() {
        return isOver() || (begun && lastGap.isComplete(state));
    }

    /** Returns the time of the last event read, in ticks of the session's clock; the minimum value if none was. */
    public long lastTimeTicks() {
        return lastTicks;
    }

    /** Returns the state up to which the lane was read; not to be modified. Skipped events count as overwritten. */
    public Checkpoint state() {
        return state;
    }

    /** Returns whether reading has begun, so that {@link #state} is a valid point to continue from. */
    public boolean hasBegun() {
        return begun;
    }

    /**
     * Returns whether reading has stopped, because words contradict each other, or the ring was removed with events
     * that no drain has taken. The rest is reported as corrupt.
     */
    public boolean isBroken() {
        return broken;
    }

    /** Returns the number of skipped events, whose space was reused by newer events before they were read. */
    public long behind() {
        return behind;
    }

    private boolean begin() {
        if (begun) {
            return true;
        }
        // A fast drain may replace the checkpoint during every reading; then the next call tries again.
        if (!ledger.readCheckpoint(state)) {
            return false;
        }
        begun = true;
        if (!state.adds() || state.position > MAX_POSITION
                || (state.position & (FrameDescriptor.ALIGNMENT - 1)) != 0) {
            broken = true;
            state.set(new Checkpoint());
        }
        beginsLater = ledger.evictedAcquire() > state.position;
        ledger.loadOwnerName(names);
        return true;
    }

    /**
     * Returns the position before which bytes may have been overwritten by the time they were copied; to be called
     * after the copy. A writer stores no byte before it has read that its space is free, or has announced its eviction;
     * and it is never more than a few blocks beyond the tail.
     */
    private long overwrittenBefore() {
        final long freed = Math.max(ledger.headAcquire(), ledger.evictedAcquire());
        return Math.min(freed,
                ledger.tailAcquire() + (long) BLOCKS_AT_WORK * geometry.blockBytes() - geometry.laneBytes());
    }

    /** Moves to the oldest existing block, if there is one. */
    private boolean pass(final Batch batch) {
        final UnsafeBuffer header = batch.begin(state, BlockDescriptor.HEADER_LENGTH);
        long position = blockFrom(overwrittenBefore());
        for (int i = 0; i < LOOKS; i++) {
            final long tail = ledger.tailAcquire();
            if (position <= state.position || position >= tail || tail > MAX_POSITION) {
                // In a valid lane, the overwritten part ends with a block after the position and before the tail.
                broken = true;
                return false;
            }
            walker.numberLimit(ledger.attemptsAcquire());
            next.set(state);
            walker.overwrite(ring, header, position, next);
            VarHandle.acquireFence();
            final long overwritten = overwrittenBefore();
            if (overwritten <= position) {
                passBehind(batch);
                return true;
            }
            position = blockFrom(overwritten);
        }
        return false;
    }

    private long blockFrom(final long position) {
        return (position + geometry.blockMask()) & -geometry.blockBytes();
    }

    private void passBehind(final Batch batch) {
        final long missed = next.overwritten - state.overwritten;
        gap.reset(state.nextNumber, next.nextNumber)
                .count(LossCause.FULL, next.lostFull - state.lostFull)
                .count(LossCause.TOO_LARGE, next.lostTooLarge - state.lostTooLarge)
                .count(LossCause.ERROR, next.lostError - state.lostError)
                .behind(missed)
                .times(lastTicks == Batch.NULL_TICKS ? 0 : lastTicks, 0);
        if (!beginsLater && gap.total() > 0) {
            behind += missed;
            batch.gap(state, next, gap);
        } else {
            batch.end(next, 0, false);
        }
        beginsLater = false;
        state.set(next);
    }

    /** Handles a removed ring with events taken by the drain: the lane's ledger shows their number. */
    private boolean leave(final Batch batch) {
        left = true;
        if (!ledger.loadCheckpoint(next) || next.nextNumber <= state.nextNumber || next.lostFull < state.lostFull
                || next.lostTooLarge < state.lostTooLarge || next.lostError < state.lostError) {
            return false;
        }
        final long missed = next.nextNumber - state.nextNumber - (next.lostByWriter() - state.lostByWriter());
        if (missed < 0) {
            return false;
        }
        next.overwritten = state.overwritten + missed;
        passBehind(batch);
        return true;
    }

    private boolean isOver() {
        return broken || left;
    }
}
