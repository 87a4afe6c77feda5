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
 * Takes batches out of one lane: copies and checks them, and stores the lane's checkpoint. Not thread-safe, and only
 * for the holder of the session's drain lock.
 * <p>
 * Events are taken, at most once, when the checkpoint is stored: {@link #take} does that before it returns them. A
 * reader that must have an event before it counts as taken stages it instead: {@link #stage} hands out checked frames
 * and leaves the checkpoint alone, {@link #commit} stores it later. A lane whose words cannot be true is left alone
 * from then on: {@link #isBroken}.
 */
public final class LaneReader {
    /** More bytes than pass a lane in centuries; up to there, lengths of lanes can be added without overflow. */
    private static final long MAX_POSITION = 1L << 60;

    private final LaneLedger ledger;
    private final RingBytes ring;
    private final LaneGeometry geometry;
    private final FrameWalker walker;
    private final UnsafeBuffer copy;
    private final ThreadNames threadNames;
    private final Checkpoint taken = new Checkpoint();
    /** Checkpoint after the frames that were handed out: {@link #taken}, or ahead of it. */
    private final Checkpoint staged = new Checkpoint();
    private final Checkpoint next = new Checkpoint();
    private final LastGap lastGap;
    /** Time of the last record staged. */
    private long stagedTicks = Batch.NULL_TICKS;
    /** Filled by {@link #take}. */
    private final Batch batch;
    /** Whether the next call reads the tail: there are bytes before it that no word showed. */
    private boolean askTail;
    /** Whether nothing more is taken here. */
    private boolean broken;
    private boolean moved;
    /** Number of the checkpoint that this reader has stored last: another one is that of another drain. */
    private long sequence;

    /**
     * Continue where the lane's last drain stopped.
     *
     * @param ledger   of the lane
     * @param ring     the lane's bytes
     * @param geometry of the lane
     * @param copy     at least a block's bytes, used during calls only: the readers of one thread share it
     */
    public LaneReader(final LaneLedger ledger, final RingBytes ring, final LaneGeometry geometry,
            final UnsafeBuffer copy) {
        this(ledger, ring, geometry, copy, new ThreadNames());
    }

    /**
     * Continue where the lane's last drain stopped, and note the names of threads.
     *
     * @param ledger   of the lane
     * @param ring     the lane's bytes
     * @param geometry of the lane
     * @param copy     at least a block's bytes, used during calls only: the readers of one thread share it
     * @param names    of the threads of the lane's process
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
            // Nothing that is taken here counts: its process makes another ledger, or has made it.
            leave();
        }
    }

    /**
     * Reads the checkpoint and stores it again: a reader that has lost the drain lock without knowing it takes nothing
     * more from this lane.
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

    /** Note the name of the lane's owner, which may have changed since the block that is being read began. */
    public void noteOwnerName() {
        ledger.loadOwnerName(threadNames);
    }

    /** Whether the lane's words contradict each other, so that nothing more is taken from it. */
    public boolean isBroken() {
        return broken && !moved;
    }

    /** Whether the lane has moved to another file, whose checkpoint may be behind {@link #checkpoint}. */
    public boolean hasMoved() {
        return moved;
    }

    /** The totals up to the last event taken; not to be changed. */
    public Checkpoint checkpoint() {
        return taken;
    }

    /** Whether frames are waiting, staged or not. */
    public boolean hasFrames() {
        return !broken && !isAtEnd(taken.position);
    }

    /** Whether something was staged that is not committed. */
    public boolean hasStaged() {
        return staged.nextNumber != taken.nextNumber || staged.position != taken.position;
    }

    /** Whether frames are waiting that were not staged. */
    public boolean hasUnstaged() {
        return !broken && !isAtEnd(staged.position);
    }

    private boolean isAtEnd(final long position) {
        return geometry.isAtEnd(position, ledger.tailAcquire());
    }

    /** Time of the last event staged, in ticks of the session's clock; the least value if none was. */
    public long stagedTimeTicks() {
        return stagedTicks;
    }

    /**
     * Whether every attempt made up to now has its outcome, and every record of them was staged or taken: what the
     * lane's writer gives next, it has not begun yet.
     */
    public boolean isIdle() {
        return broken || lastGap.isComplete(staged);
    }

    /**
     * Take events of at most one block. Not while something is staged.
     * <p>
     * A record is found by its own word, which its writer stores before the tail: the tail's cache line need not come
     * from the writer's processor too. The tail shows what the words do not, as after a block's end.
     *
     * @param eventLimit most events to take
     * @return what was taken, to be {@linkplain Batch#deliver delivered} before the next call; null for nothing
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

    /** Bytes of the records that follow each other, as their words say; 0 if the first one is no record. */
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
     * The same as {@link #takeFrames} for nothing but records in a block that was begun: nearly always. Returns null if
     * there is anything else, or any doubt.
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
        // Nothing is staged, so both are the same, and nothing else of them has changed.
        taken.pass(end, events);
        staged.pass(end, events);
        batch.records(copy, walker.lastRecord(), end, events, staged.ownerThreadId);
        return batch;
    }

    /**
     * Give up everything that is left in a lane that nobody can write any more, and give every attempt its outcome. In
     * overwrite mode events count as overwritten, else as discarded.
     *
     * @param overflow what the session does where its lanes are full
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
     * Copy and check frames of at most one block, after those that were staged before.
     *
     * @param batch to be filled
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
     * Hand out the losses since the last record, if everything is staged and the lane's writer holds still.
     *
     * @param batch to be filled
     * @return whether there were any
     */
    public boolean stageLosses(final Batch batch) {
        askTail = hasUnstaged();
        return nextLosses() && stageGap(batch);
    }

    /**
     * Hand out what closes the totals of a lane that nobody can write any more, after everything was staged, losses
     * too: an attempt without outcome is abandoned, and what a damaged last block held is corrupt. So is all that
     * remains of a broken lane: every attempt has an outcome afterwards.
     *
     * @param batch to be filled
     * @return whether there was anything
     */
    public boolean stageRest(final Batch batch) {
        return (nextRest() || nextWriteOff()) && stageGap(batch);
    }

    /**
     * Hand out all that is left of a lane that nobody can write any more as losses, in one: what waits is discarded,
     * the rest is what {@link #stageLosses} and {@link #stageRest} hand out.
     *
     * @param batch to be filled
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
            // Bytes that are given up need not be in memory. A writer that never stops is not followed for ever.
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

    /** Leave what was staged and not committed in the lane: it is handed out again. */
    public void unstage() {
        staged.set(taken);
        stagedTicks = Batch.NULL_TICKS;
    }

    /**
     * Take what was staged, up to a checkpoint.
     *
     * @param checkpoint one that was handed out, or a step on the way to it
     * @throws IllegalArgumentException if it is not between what is taken and what is staged
     * @throws RingsideException        with {@link ErrorCode#BUSY} if another drain has taken from the lane since it
     *                                  was staged: it may not be delivered
     */
    public void commit(final Checkpoint checkpoint) {
        if (checkpoint.nextNumber < taken.nextNumber || checkpoint.nextNumber > staged.nextNumber
                || checkpoint.position < taken.position || checkpoint.position > staged.position) {
            throw new IllegalArgumentException("checkpoint is not staged: nextNumber=" + checkpoint.nextNumber
                    + ", taken=" + taken.nextNumber + ", staged=" + staged.nextNumber);
        }
        // The sink has it, also if the lane has moved meanwhile: then the drain continues from there.
        if (!store(checkpoint) && !ledger.isLeft()) {
            throw new RingsideException(ErrorCode.BUSY, "another process has taken events of the session meanwhile:"
                    + " nextNumber=" + taken.nextNumber + ": end one of the two");
        }
        taken.set(checkpoint);
    }

    /**
     * Take everything that was staged, before it is delivered.
     *
     * @return false if it may not be delivered, as the checkpoint cannot be stored: the lane has moved, or its ledger
     *         is another drain's, or damaged
     */
    public boolean takeStaged() {
        boolean stored = false;
        try {
            stored = store(staged);
        } finally {
            // Also if the fault of another file comes out here: then it is handed out again.
            if (stored) {
                taken.set(staged);
            } else {
                staged.set(taken);
            }
        }
        return stored;
    }

    /** Take everything that was staged. */
    public void commitStaged() {
        if (hasStaged()) {
            commit(staged);
        }
    }

    /**
     * Continue from what a sink says that it holds: it had been handed frames whose checkpoint nobody stored any more.
     *
     * @param held the sink's last checkpoint of the lane
     * @return whether the lane was at an earlier checkpoint; otherwise, or if it cannot be true, nothing is changed
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
     * Continue from what was taken of the lane in another file. One that is older than that, and never got there, is a
     * file of the past that somebody has put back: nothing is taken from it.
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

    /** Sets {@link #next} after what the writer has counted since the last record. */
    private boolean nextLosses() {
        final boolean found = !broken && lastGap.losses(staged, next);
        broken |= lastGap.isImpossible();
        return found;
    }

    /** Sets {@link #next} behind outcomes for all attempts that have none. */
    private boolean nextRest() {
        final boolean found = !broken && lastGap.rest(staged, next);
        broken |= lastGap.isImpossible();
        return found;
    }

    /** Sets {@link #next} after all that remains of a broken lane. */
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
        // After an unsuccessful copy, a fault may still come out.
        if (!(batch.length() == 0 ? store(next) : storeSettled(next, 0, 0))) {
            return null;
        }
        taken.set(next);
        staged.set(next);
        return batch;
    }

    /** Bytes of the next frames, all within one block; 0 if there are none. */
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

    /** Nothing that was read before can come out as a fault any more. */
    private boolean readNext(final MutableDirectBuffer target, final int length) {
        walker.numberLimit(ledger.attemptsAcquire());
        return ring.copy((int) staged.position & geometry.indexMask(), target, length);
    }

    private void skip(final int length) {
        next.damaged = true;
        next.position += length;
    }

    /** The fault of another ledger must not undo what is stored here. */
    private boolean store(final Checkpoint checkpoint) {
        MappedFault.settle();
        return storeSettled(checkpoint, 0, 0);
    }

    /** Stores the checkpoint, which is behind so many bytes and events; false if the lane has moved to another file. */
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
