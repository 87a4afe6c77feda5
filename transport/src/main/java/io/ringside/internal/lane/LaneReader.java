package io.ringside.internal.lane;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.MappedFault;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.session.SessionSettings.Overflow;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Takes batches out of one lane: copies and checks them, and stores the lane's checkpoint. Not thread-safe; used only
 * by the holder of the session's drain lock.
 * <p>
 * Events are taken, at most once, when the checkpoint is stored: {@link #take} does that before it returns them. A
 * reader that must store an event before it counts as taken stages it instead: {@link #stage} returns checked frames
 * without changing the checkpoint, and {@link #commit} stores it later. A lane with inconsistent words is not read any
 * further: {@link #isBroken}.
 */
public final class LaneReader {
    /** More bytes than pass through a lane in centuries; up to this limit, adding lengths of lanes cannot overflow. */
    private static final long MAX_POSITION = 1L << 60;

    private final LaneLedger ledger;
    private final RingBytes ring;
    private final LaneGeometry geometry;
    private final FrameWalker walker;
    private final UnsafeBuffer copy;
    private final ThreadNames threadNames;
    private final Checkpoint taken = new Checkpoint();
    /** Checkpoint after the staged frames: equal to {@link #taken}, or ahead of it. */
    private final Checkpoint staged = new Checkpoint();
    private final Checkpoint next = new Checkpoint();
    private final LastGap lastGap;
    /** Time of the last staged record. */
    private long stagedTicks = Batch.NULL_TICKS;
    /** Batch filled by {@link #take}. */
    private final Batch batch;
    /** Whether the next call reads the tail, because there are bytes before it that no word showed. */
    private boolean askTail;
    /** Whether nothing more is taken from this lane. */
    private boolean broken;
    private boolean moved;
    /** Sequence of the checkpoint that this reader has stored last; any other sequence is that of another drain. */
    private long sequence;

    /**
     * Continue where the lane's last drain stopped.
     *
     * @param ledger   ledger of the lane
     * @param ring     the lane's bytes
     * @param geometry geometry of the lane
     * @param copy     buffer of at least one block, used only during calls, so the readers of one thread can share it
     */
    public LaneReader(final LaneLedger ledger, final RingBytes ring, final LaneGeometry geometry,
            final UnsafeBuffer copy) {
        this(ledger, ring, geometry, copy, new ThreadNames());
    }

    /**
     * Continue where the lane's last drain stopped, and note thread names.
     *
     * @param ledger   ledger of the lane
     * @param ring     the lane's bytes
     * @param geometry geometry of the lane
     * @param copy     buffer of at least one block, used only during calls, so the readers of one thread can share it
     * @param names    receives the names of the threads of the lane's process
     */
    public LaneReader(final LaneLedger ledger, final RingBytes ring, final LaneGeometry geometry,
            final UnsafeBuffer copy, final ThreadNames names) {
        this.ledger = ledger;
        this.ring = ring;
        this.geometry = geometry;
        this.walker = new FrameWalker(geometry);
        walker.threadNames(names);
        this.threadNames = names;
        this.copy = copy;
        this.batch = new Batch(length -> copy);
        this.lastGap = new LastGap(ledger, geometry);
        if (!loadAndFence()) {
            broken = true;
            taken.set(new Checkpoint());
        } else if (taken.position < 0 || taken.position > MAX_POSITION
                || (taken.position & (FrameDescriptor.ALIGNMENT - 1)) != 0) {
            broken = true;
        } else {
            ledger.headRelease(taken.position);
        }
        staged.set(taken);
        if (ledger.isLeft()) {
            // Events taken here would not count: the process creates another ledger, or has done so.
            leave();
        }
    }

    /**
     * Reads the checkpoint and stores it again, so that a reader that has lost the drain lock without noticing can take
     * nothing more from this lane.
     */
    private boolean loadAndFence() {
        boolean known;
        do {
            sequence = ledger.sequence();
            known = ledger.loadCheckpoint(taken);
        } while (known && !ledger.isLeft() && !ledger.storeCheckpoint(taken, 0, 0, sequence));
        sequence++;
        return known;
    }

    /** Note the name of the lane's owner, which may have changed since the beginning of the current block. */
    public void noteOwnerName() {
        ledger.loadOwnerName(threadNames);
    }

    /** Returns whether the lane's words contradict each other, so that nothing more is taken from it. */
    public boolean isBroken() {
        return broken && !moved;
    }

    /** Returns whether the lane has moved to another file, whose checkpoint may be behind {@link #checkpoint}. */
    public boolean hasMoved() {
        return moved;
    }

    /** Returns the totals up to the last event taken; not to be modified. */
    public Checkpoint checkpoint() {
        return taken;
    }

    /** Returns whether frames are waiting, staged or not. */
    public boolean hasFrames() {
        return !broken && !isAtEnd(taken.position);
    }

    /** Returns whether events or losses are staged but not committed. */
    public boolean hasStaged() {
        return staged.nextNumber != taken.nextNumber || staged.position != taken.position;
    }

    /** Returns whether frames are waiting that were not staged. */
    public boolean hasUnstaged() {
        return !broken && !isAtEnd(staged.position);
    }

    private boolean isAtEnd(final long position) {
        return geometry.isAtEnd(position, ledger.tailAcquire());
    }

    /** Returns the time of the last staged event, in ticks of the session's clock; the minimum value if none was. */
    public long stagedTimeTicks() {
        return stagedTicks;
    }

    /**
     * Returns whether every attempt made so far has its outcome, and all their records were staged or taken: the writer
     * has not begun its next event yet.
     */
    public boolean isIdle() {
        return broken || lastGap.isComplete(staged);
    }

    /**
     * Take events of at most one block. Not allowed while anything is staged.
     * <p>
     * A record is found by its own word, which its writer stores before the tail, so the tail's cache line need not be
     * fetched from the writer's processor too. The tail is only needed if no word shows further frames, as after a
     * block's end.
     *
     * @param eventLimit maximum number of events to take
     * @return the taken events, to be {@linkplain Batch#deliver delivered} before the next call; null if there are none
     */
    public @Nullable Batch take(final int eventLimit) {
        if (broken) {
            return null;
        }
        return askTail || staged.damaged ? takeByTail(eventLimit) : takePublished(eventLimit);
    }

    private @Nullable Batch takePublished(final int eventLimit) {
        final int inBlock = (int) staged.position & geometry.blockMask();
        final int index = (int) staged.position & geometry.indexMask();
        final long word = inBlock == 0 ? RingBytes.UNREADABLE : ring.wordAcquire(index);
        if (word == 0) {
            return null;
        }
        final int length = publishedBytes(index, word, geometry.blockBytes() - inBlock, eventLimit);
        final Batch records = length > 0 ? takeRecords(index, length, eventLimit) : null;
        return records != null ? records : takeByTail(eventLimit);
    }

    private @Nullable Batch takeByTail(final int eventLimit) {
        askTail = false;
        if (isAtEnd(staged.position)) {
            return null;
        }
        final int waiting = waiting();
        final boolean recordsOnly = waiting >= FrameDescriptor.RECORD_HEADER_LENGTH && !staged.damaged
                && ((int) staged.position & geometry.blockMask()) != 0;
        final Batch records = recordsOnly
                ? takeRecords((int) staged.position & geometry.indexMask(), waiting, eventLimit)
                : null;
        return records != null ? records : takeFrames(eventLimit);
    }

    /** Returns the bytes of consecutive records, according to their words; 0 if the first one is not a record. */
    private int publishedBytes(final int index, final long firstWord, final int limit, final int eventLimit) {
        int length = 0;
        for (int i = 0; i < eventLimit && length < limit; i++) {
            final long word = i == 0 ? firstWord : ring.wordAcquire(index + length);
            final int aligned = FrameDescriptor.align(FrameDescriptor.length(word));
            if (FrameDescriptor.isControl(word) || aligned < FrameDescriptor.RECORD_HEADER_LENGTH
                    || aligned > limit - length) {
                break;
            }
            length += aligned;
        }
        return length;
    }

    /**
     * Does the same as {@link #takeFrames} for the most frequent case, only records within a begun block. Returns null
     * in all other and doubtful cases.
     */
    private @Nullable Batch takeRecords(final int index, final int length, final int eventLimit) {
        if (!ring.copyUnasked(index, copy, length)) {
            return null;
        }
        final int events = walker.records(copy, 0, length, eventLimit, staged.nextNumber);
        if (events == 0) {
            return null;
        }
        final int end = walker.recordsEnd();
        if (!storeSettled(staged, end, events)) {
            return null;
        }
        // Nothing is staged, so both checkpoints are equal, and only these values have changed.
        taken.pass(end, events);
        staged.pass(end, events);
        batch.records(copy, walker.lastRecord(), end, events, staged.ownerThreadId);
        return batch;
    }

    /**
     * Discard everything left in a lane that cannot be written any more, and give every attempt its outcome. In
     * overwrite mode, events count as overwritten, else as discarded.
     *
     * @param overflow the session's behaviour when its lanes are full
     */
    public void giveUp(final Overflow overflow) {
        final boolean overwrites = overflow == Overflow.DROP_OLDEST;
        if (overwrites) {
            passOverwritten();
        }
        if (stageGivenUp(batch, overwrites)) {
            takeStaged();
        }
    }

    private void passOverwritten() {
        final long evicted = ledger.evictedAcquire();
        if (broken || evicted <= taken.position) {
            return;
        }
        if (evicted > MAX_POSITION || !geometry.isOldestBlock(evicted, ledger.tailAcquire())) {
            broken = true;
            return;
        }
        next.set(taken);
        walker.numberLimit(ledger.attemptsAcquire());
        walker.overwrite(ring, copy, evicted, next);
        if (store(next)) {
            taken.set(next);
            staged.set(next);
        }
    }

    /**
     * Copy and check frames of at most one block, after those staged before.
     *
     * @param batch batch to fill
     * @return whether there were any
     */
    public boolean stage(final Batch batch) {
        return ring.areReady() && stageFrames(batch);
    }

    private boolean stageFrames(final Batch batch) {
        final int length = waiting();
        if (length == 0) {
            return false;
        }
        next.set(staged);
        final UnsafeBuffer frames = batch.begin(staged, length);
        final boolean copied = readNext(frames, length);
        if (copied) {
            walker.walk(frames, length, Integer.MAX_VALUE, next, batch);
        } else {
            skip(length);
        }
        batch.end(next, walker.numberLimit(), copied);
        if (batch.lastTicks() != Batch.NULL_TICKS) {
            stagedTicks = batch.lastTicks();
        }
        staged.set(next);
        return true;
    }

    /**
     * Stage the losses since the last record, if everything is staged and the lane's writer is idle.
     *
     * @param batch batch to fill
     * @return whether there were any
     */
    public boolean stageLosses(final Batch batch) {
        askTail = hasUnstaged();
        return nextLosses() && stageGap(batch);
    }

    /**
     * Stage the final outcomes of a lane that cannot be written any more, after all frames and losses were staged: an
     * attempt without an outcome is abandoned, and the content of a damaged last block is corrupt, as is the rest of a
     * broken lane. Every attempt has an outcome afterwards.
     *
     * @param batch batch to fill
     * @return whether there was anything
     */
    public boolean stageRest(final Batch batch) {
        return (nextRest() || nextWriteOff()) && stageGap(batch);
    }

    /**
     * Stage everything left in a lane that cannot be written any more as one batch of losses: waiting events are
     * discarded; the other losses are those of {@link #stageLosses} and {@link #stageRest}.
     *
     * @param batch batch to fill
     * @return whether there was anything
     */
    public boolean stageDiscarded(final Batch batch) {
        return stageGivenUp(batch, false);
    }

    private boolean stageGivenUp(final Batch batch, final boolean overwrites) {
        final Checkpoint before = new Checkpoint().set(staged);
        long firstTicks = 0;
        long lastTicks = 0;
        boolean hasFrames = true;
        int losses = 0;
        while (hasFrames || losses < 2) {
            // Discarded bytes need not be readable. A writer that never stops is not followed forever.
            hasFrames = hasFrames && stageFrames(batch);
            if (hasFrames || (losses++ == 0 ? stageLosses(batch) : stageRest(batch))) {
                firstTicks = firstTicks == 0 ? batch.firstTimeTicks() : firstTicks;
                lastTicks = batch.lastTimeTicks() == 0 ? lastTicks : batch.lastTimeTicks();
            }
        }
        final boolean found = staged.nextNumber != before.nextNumber || staged.position != before.position;
        if (found) {
            final long events = staged.delivered - before.delivered;
            staged.delivered = before.delivered;
            staged.discarded += overwrites ? 0 : events;
            staged.overwritten += overwrites ? events : 0;
            batch.losses(before, staged, firstTicks, lastTicks);
        }
        return found;
    }

    /** Return staged events to the lane: they are staged again later. */
    public void unstage() {
        staged.set(taken);
        stagedTicks = Batch.NULL_TICKS;
    }

    /**
     * Take staged events, up to a checkpoint.
     *
     * @param checkpoint checkpoint of a staged batch, or one before it
     * @throws IllegalArgumentException if it is not between the taken and the staged checkpoint
     * @throws RingsideException        with {@link ErrorCode#BUSY} if another drain has taken from the lane since the
     *                                  staging: the events may not be delivered
     */
    public void commit(final Checkpoint checkpoint) {
        if (checkpoint.nextNumber < taken.nextNumber || checkpoint.nextNumber > staged.nextNumber
                || checkpoint.position < taken.position || checkpoint.position > staged.position) {
            throw new IllegalArgumentException("checkpoint is not staged: nextNumber=" + checkpoint.nextNumber
                    + ", taken=" + taken.nextNumber + ", staged=" + staged.nextNumber);
        }
        // The sink contains the events even if the lane has moved meanwhile; the drain continues from there.
        if (!store(checkpoint) && !ledger.isLeft()) {
            throw new RingsideException(ErrorCode.BUSY, "another process has taken events of the session meanwhile:"
                    + " nextNumber=" + taken.nextNumber + ": end one of the two");
        }
        taken.set(checkpoint);
    }

    /**
     * Take all staged events, before they are delivered.
     *
     * @return false if they may not be delivered because the checkpoint cannot be stored: the lane has moved, or its
     *         ledger belongs to another drain, or is damaged
     */
    public boolean takeStaged() {
        boolean stored = false;
        try {
            stored = store(staged);
        } finally {
            // Also undone if the fault of another file is thrown here; then the events are staged again.
            if (stored) {
                taken.set(staged);
            } else {
                staged.set(taken);
            }
        }
        return stored;
    }

    /** Take all staged events. */
    public void commitStaged() {
        if (hasStaged()) {
            commit(staged);
        }
    }

    /**
     * Continue from the checkpoint in a sink, which received frames whose checkpoint was not stored in the ledger any
     * more.
     *
     * @param held the sink's last checkpoint of the lane
     * @return whether the lane was at an earlier checkpoint; otherwise, or if the checkpoint is inconsistent, nothing
     *         is changed
     */
    public boolean resume(final Checkpoint held) {
        final boolean behind = !broken && !hasStaged() && held.adds() && held.nextNumber >= taken.nextNumber
                && held.position >= taken.position && held.position <= MAX_POSITION
                && (held.position <= ledger.tailAcquire() || isAtEnd(held.position))
                && held.nextNumber <= ledger.attemptsAcquire()
                && (held.nextNumber > taken.nextNumber || held.position > taken.position);
        if (behind) {
            staged.set(held);
            commit(held);
        }
        return behind;
    }

    /**
     * Continue from the checkpoint reached in another file of the lane. If this file is older and cannot reach that
     * checkpoint, it is an old copy that was put back: nothing is taken from it.
     *
     * @param held the last checkpoint of the lane
     */
    public void resumeMoved(final Checkpoint held) {
        if (!resume(held) && held.nextNumber > taken.nextNumber) {
            leave();
        }
    }

    private void leave() {
        broken = true;
        moved = true;
    }

    private boolean stageGap(final Batch batch) {
        batch.losses(staged, next, lastGap.gap().firstTimeTicks(), lastGap.gap().lastTimeTicks());
        staged.set(next);
        return true;
    }

    /** Sets {@link #next} after the losses that the writer has counted since the last record. */
    private boolean nextLosses() {
        final boolean found = !broken && lastGap.losses(staged, next);
        broken |= lastGap.isImpossible();
        return found;
    }

    /** Sets {@link #next} after outcomes for all attempts without one. */
    private boolean nextRest() {
        final boolean found = !broken && lastGap.rest(staged, next);
        broken |= lastGap.isImpossible();
        return found;
    }

    /** Sets {@link #next} after the rest of a broken lane. */
    private boolean nextWriteOff() {
        return broken && lastGap.writeOff(staged, next);
    }

    private @Nullable Batch takeFrames(final int eventLimit) {
        if (!stage(batch)) {
            return null;
        }
        batch.pass(eventLimit);
        next.set(batch.passed());
        staged.set(taken);
        // After a failed copy, a fault may still be pending.
        if (!(batch.length() == 0 ? store(next) : storeSettled(next, 0, 0))) {
            return null;
        }
        taken.set(next);
        staged.set(next);
        return batch;
    }

    /** Returns the bytes of the next frames, all within one block; 0 if there are none. */
    private int waiting() {
        if (broken) {
            return 0;
        }
        final long tail = ledger.tailAcquire();
        final long position = staged.position;
        if (geometry.isAtEnd(position, tail)) {
            return 0;
        }
        if (tail < position || tail > MAX_POSITION || tail - taken.position > geometry.laneBytes()
                || (tail & (FrameDescriptor.ALIGNMENT - 1)) != 0) {
            broken = true;
            return 0;
        }
        final long blockEnd = (position & -geometry.blockBytes()) + geometry.blockBytes();
        return (int) (Math.min(tail, blockEnd) - position);
    }

    /** Copies the next frames. After this, no fault of earlier reads is pending any more. */
    private boolean readNext(final MutableDirectBuffer target, final int length) {
        walker.numberLimit(ledger.attemptsAcquire());
        return ring.copy((int) staged.position & geometry.indexMask(), target, length);
    }

    private void skip(final int length) {
        next.damaged = true;
        next.position += length;
    }

    /** Stores a checkpoint, after pending faults: a fault of another ledger must not undo this store. */
    private boolean store(final Checkpoint checkpoint) {
        MappedFault.settle();
        return storeSettled(checkpoint, 0, 0);
    }

    /** Stores the checkpoint advanced by bytes and events; returns false if the lane has moved to another file. */
    private boolean storeSettled(final Checkpoint checkpoint, final int bytes, final int events) {
        if (!ledger.storeCheckpoint(checkpoint, bytes, events, sequence)) {
            leave();
            return false;
        }
        sequence++;
        if (KillPoint.ARMED) {
            KillPoint.DRAIN_CHECKPOINT_STORED.reached();
        }
        ledger.headRelease(checkpoint.position + bytes);
        if (KillPoint.ARMED) {
            KillPoint.DRAIN_HEAD_STORED.reached();
        }
        MappedFault.settleIfFree();
        return true;
    }
}
