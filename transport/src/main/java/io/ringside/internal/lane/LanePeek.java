package io.ringside.internal.lane;

import io.ringside.internal.layout.BlockDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.session.LossCause;
import java.lang.invoke.VarHandle;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a lane beside its writer and its drain: takes nothing, stores nothing, and keeps no room. Not
 * thread-safe.
 * <p>
 * Bytes are copied first; after that it is asked which of them may have been overwritten meanwhile. If any of the copy
 * may have been, the copy is dropped and reading goes on with the next block that was not, whose header says how many
 * events were passed by: they are reported as {@link LaneGap#behind}. What counts as overwritten, and why:
 * {@code transport/docs/protocols.md}.
 */
public final class LanePeek {
    private static final long MAX_POSITION = 1L << 60;
    /** A writer is at work up to two blocks beyond tail, a pad and a record; its stores may be seen a little early. */
    private static final int BLOCKS_AT_WORK = 3;
    /** A writer overtakes the reading of a block now and then, and never so often. */
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
    /** Whether reading begins after what was overwritten: nobody has missed that. */
    private boolean beginsLater;
    /** Whether the ring is gone, and what the drain has taken of it was passed by. */
    private boolean left;
    private boolean broken;
    private boolean beenEmpty;
    private long behind;

    /**
     * Begin with what the lane's drain has not taken yet; in overwrite mode, with the oldest event that is there.
     *
     * @param ledger   of the lane, which may be mapped for reading only
     * @param ring     the lane's bytes
     * @param geometry of the lane
     * @param names    of the threads of the lane's process
     * @param from     to continue from there: what was read of the lane in another file, or zeros for its beginning;
     *                 null to begin with what the drain has not taken
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
     * Read the next frames, at most those of one block, or pass by what was overwritten.
     *
     * @param batch to be filled; it has no pieces where nothing is to be said of what was passed by
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
     * Read the losses since the last record, if everything was read and the lane's writer holds still for a moment; or
     * all that remains of a lane that is broken or gone, as corrupt: it does not vanish in silence. To be called until
     * it finds nothing.
     *
     * @param batch   to be filled
     * @param isFinal whether nobody can write the lane any more: then attempts without a record get an outcome too
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

    /** Whether frames are waiting that were not read. */
    public boolean hasFrames() {
        return !isOver() && begun && !geometry.isAtEnd(state.position, ledger.tailAcquire());
    }

    /** Whether at some moment everything that the lane held had been read. */
    public boolean hasBeenEmpty() {
        return beenEmpty || isOver();
    }

    /** Whether every attempt made up to now has its outcome, and every record of them was read. */
    public boolean isIdle() {
        return isOver() || (begun && lastGap.isComplete(state));
    }

    /** Time of the last event read, in ticks of the session's clock; the least value if none was. */
    public long lastTimeTicks() {
        return lastTicks;
    }

    /** Returns the position read up to; not to be changed. Events that were passed by count as overwritten. */
    public Checkpoint state() {
        return state;
    }

    /** Whether reading has begun, so that {@link #state} says from where to continue. */
    public boolean hasBegun() {
        return begun;
    }

    /**
     * Whether nothing more is read here, as words contradict each other, or the ring is gone with events that no drain
     * has taken. What remains is reported as corrupt.
     */
    public boolean isBroken() {
        return broken;
    }

    /** Events that were passed by, as their room was given to newer ones before they were read. */
    public long behind() {
        return behind;
    }

    private boolean begin() {
        if (begun) {
            return true;
        }
        // A fast drain may replace the checkpoint at every reading: then it is tried again.
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
     * Position before which bytes may have been overwritten by the time that they were copied; to be asked after that.
     * A writer stores to no byte before it has seen that its room is free, or has said that it evicts it; and it is
     * never further beyond the tail than a few blocks.
     */
    private long overwrittenBefore() {
        final long freed = Math.max(ledger.headAcquire(), ledger.evictedAcquire());
        return Math.min(freed,
                ledger.tailAcquire() + (long) BLOCKS_AT_WORK * geometry.blockBytes() - geometry.laneBytes());
    }

    /** Goes to the oldest block that exists, if there is one. */
    private boolean pass(final Batch batch) {
        final UnsafeBuffer header = batch.begin(state, BlockDescriptor.HEADER_LENGTH);
        long position = blockFrom(overwrittenBefore());
        for (int i = 0; i < LOOKS; i++) {
            final long tail = ledger.tailAcquire();
            if (position <= state.position || position >= tail || tail > MAX_POSITION) {
                // In a sound lane, what was overwritten ends with a block after the position and before the tail.
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

    /** The ring is gone, with what the drain has taken from it: the lane's ledger says how much that was. */
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
