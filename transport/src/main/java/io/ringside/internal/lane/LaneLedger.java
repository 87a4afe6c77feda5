package io.ringside.internal.lane;

import io.ringside.internal.layout.LedgerDescriptor;
import java.lang.invoke.VarHandle;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import static io.ringside.internal.layout.LedgerDescriptor.CHECKPOINT_LENGTH;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_ATTEMPTS_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_CHECKPOINT_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_CHECKPOINT_SEQUENCE_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_EVICTED_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_FIRST_LOSS_TIME_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_HEAD_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_LAST_LOSS_TIME_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_LOST_ERROR_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_LOST_FULL_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_LOST_TOO_LARGE_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_NAMED_THREAD_ID_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_NAME_WORD_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_OVER_LIMIT_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_OWNER_THREAD_ID_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_SAMPLED_OUT_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_TAIL_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_THREAD_NAME_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.THREAD_NAME_CHANGING;
import static io.ringside.internal.layout.LedgerDescriptor.THREAD_NAME_LENGTH_MAX;

/**
 * The words of one lane in its ledger, as accessed by all threads except the writing one. Thread-safe for reading; only
 * the holder of the session's drain lock stores checkpoints.
 */
public final class LaneLedger {
    /** Owner value of a lane that moves to another file. */
    private static final long MOVED = -1;

    private static final int CHECKPOINT_READS = 64;
    private static final int LOSS_READS = 16;

    private final UnsafeBuffer entry;

    /**
     * Creates a view of a lane's entry.
     *
     * @param entry {@link LedgerDescriptor#LANE_LENGTH} bytes of a mapped ledger
     */
    public LaneLedger(final UnsafeBuffer entry) {
        this.entry = entry;
    }

    /** Returns the entry itself, for the lane's writer. */
    public UnsafeBuffer entry() {
        return entry;
    }

    /** Returns the number of attempts, with acquire order. Read it last, so that it includes all outcomes read. */
    public long attemptsAcquire() {
        return entry.getLongAcquire(LANE_ATTEMPTS_OFFSET);
    }

    /** Returns the position up to which frames exist, with acquire order: bytes before it may be read afterwards. */
    public long tailAcquire() {
        return entry.getLongAcquire(LANE_TAIL_OFFSET);
    }

    /**
     * Returns the position before which blocks of a lane in overwrite mode have been overwritten, or are about to be,
     * with acquire order; in other modes, the beginning of the lane. A block after this position that was copied before
     * the position was read was copied completely.
     */
    public long evictedAcquire() {
        return entry.getLongAcquire(LANE_EVICTED_OFFSET);
    }

    /**
     * Returns the position before which the drain has released the space, with acquire order: bytes after it that were
     * copied before the position was read had not been overwritten.
     */
    public long headAcquire() {
        return entry.getLongAcquire(LANE_HEAD_OFFSET);
    }

    /** Returns the number of events left out by the session's sampling, with acquire order. */
    public long sampledOutAcquire() {
        return entry.getLongAcquire(LANE_SAMPLED_OUT_OFFSET);
    }

    /** Returns the number of events left out by the session's rate limit, with acquire order. */
    public long overLimitAcquire() {
        return entry.getLongAcquire(LANE_OVER_LIMIT_OFFSET);
    }

    /** Returns the thread that owns the lane now; 0 if it is free. */
    public long ownerThreadId() {
        return entry.getLongVolatile(LANE_OWNER_THREAD_ID_OFFSET);
    }

    /**
     * Read the name of the thread that owns the lane now, or owned it last.
     *
     * @param names receives the name, unless it was being changed
     */
    public void loadOwnerName(final ThreadNames names) {
        final long word = entry.getLongAcquire(LANE_NAME_WORD_OFFSET);
        final int length = (int) word & THREAD_NAME_CHANGING;
        if (length == 0 || length > THREAD_NAME_LENGTH_MAX) {
            return;
        }
        final long threadId = entry.getLong(LANE_NAMED_THREAD_ID_OFFSET);
        final MutableDirectBuffer room = names.room();
        room.putBytes(0, entry, LANE_THREAD_NAME_OFFSET, length);
        VarHandle.acquireFence();
        if (entry.getLongVolatile(LANE_NAME_WORD_OFFSET) == word) {
            names.put(threadId, room, 0, length);
        }
    }

    /**
     * Prepare a new entry.
     *
     * @param start initial position, attempt number and delivered events
     */
    public void initialise(final Checkpoint start) {
        entry.putLong(LANE_ATTEMPTS_OFFSET, start.nextNumber);
        entry.putLong(LANE_TAIL_OFFSET, start.position);
        entry.putLong(LANE_HEAD_OFFSET, start.position);
        entry.putLong(LANE_EVICTED_OFFSET, start.position);
        storeCheckpoint(start);
    }

    /**
     * Publish a checkpoint: a single store of the sequence makes all its values current.
     *
     * @param checkpoint checkpoint to store
     * @return false if the lane has moved to another file: events taken here do not count any more
     */
    public boolean storeCheckpoint(final Checkpoint checkpoint) {
        return storeCheckpoint(checkpoint, 0, 0, sequence());
    }

    /** Returns the number of checkpoints stored. */
    long sequence() {
        return entry.getLongAcquire(LANE_CHECKPOINT_SEQUENCE_OFFSET);
    }

    /**
     * Publish the checkpoint that will result from {@link Checkpoint#pass}.
     *
     * @param checkpoint checkpoint before the records; not modified
     * @param bytes      bytes of the records
     * @param events     number of the records
     * @param sequence   sequence of the current checkpoint, as far as the caller knows
     * @return false if the lane has moved to another file, or another drain has stored a checkpoint: events taken here
     *         do not count any more
     */
    boolean storeCheckpoint(final Checkpoint checkpoint, final int bytes, final int events, final long sequence) {
        if (isLeft() || entry.getLong(LANE_CHECKPOINT_SEQUENCE_OFFSET) != sequence) {
            return false;
        }
        final long next = sequence + 1;
        // Stored after the store that made this slot non-current, or readers of that time could see a half-written one.
        VarHandle.storeStoreFence();
        checkpoint.store(entry, slotOffset(next), bytes, events);
        entry.putLongRelease(LANE_CHECKPOINT_SEQUENCE_OFFSET, next);
        return true;
    }

    /** Returns whether the lane is moving to another file, or has moved. No drain stores a checkpoint here then. */
    public boolean isLeft() {
        return ownerThreadId() == MOVED;
    }

    /**
     * Prevent drains from storing checkpoints here. This is not an atomic read-modify-write, which kills the JVM if the
     * file was truncated.
     */
    void leave() {
        entry.putLongVolatile(LANE_OWNER_THREAD_ID_OFFSET, MOVED);
    }

    /** Mark the entry as that of a lane without an owner. */
    void resume() {
        entry.putLong(LANE_OWNER_THREAD_ID_OFFSET, 0);
    }

    /**
     * Release space to the writer, after all reads of the bytes before the position have completed.
     *
     * @param position position of the current checkpoint
     */
    public void headRelease(final long position) {
        entry.putLongRelease(LANE_HEAD_OFFSET, position);
    }

    /**
     * Read the current checkpoint.
     *
     * @param target receives its values
     * @return false if it was replaced during every reading, or if its values are inconsistent
     */
    public boolean loadCheckpoint(final Checkpoint target) {
        return readCheckpoint(target) && target.adds();
    }

    /**
     * Read the current checkpoint; {@link Checkpoint#adds} returns whether its values are consistent.
     *
     * @param target receives its values
     * @return false if it was replaced during every reading
     */
    boolean readCheckpoint(final Checkpoint target) {
        for (int i = 0; i < CHECKPOINT_READS; i++) {
            final long sequence = entry.getLongAcquire(LANE_CHECKPOINT_SEQUENCE_OFFSET);
            target.load(entry, slotOffset(sequence));
            VarHandle.acquireFence();
            if (entry.getLongVolatile(LANE_CHECKPOINT_SEQUENCE_OFFSET) == sequence) {
                return true;
            }
        }
        return false;
    }

    /**
     * Read the writer's loss counters, consistent as of one moment.
     *
     * @param target receives counters, times and tail
     * @return false if they changed during every reading
     */
    public boolean loadLosses(final Losses target) {
        for (int i = 0; i < LOSS_READS; i++) {
            final long tail = tailAcquire();
            target.full = entry.getLongAcquire(LANE_LOST_FULL_OFFSET);
            target.tooLarge = entry.getLongAcquire(LANE_LOST_TOO_LARGE_OFFSET);
            target.error = entry.getLongAcquire(LANE_LOST_ERROR_OFFSET);
            target.firstTime = entry.getLongAcquire(LANE_FIRST_LOSS_TIME_OFFSET);
            target.lastTime = entry.getLongAcquire(LANE_LAST_LOSS_TIME_OFFSET);
            target.tail = tail;
            VarHandle.acquireFence();
            if (tail == tailAcquire() && target.full == entry.getLongAcquire(LANE_LOST_FULL_OFFSET)
                    && target.tooLarge == entry.getLongAcquire(LANE_LOST_TOO_LARGE_OFFSET)
                    && target.error == entry.getLongAcquire(LANE_LOST_ERROR_OFFSET)
                    && target.lastTime == entry.getLongAcquire(LANE_LAST_LOSS_TIME_OFFSET)) {
                return true;
            }
        }
        return false;
    }

    private static int slotOffset(final long sequence) {
        return LANE_CHECKPOINT_OFFSET + (int) (sequence & 1) * CHECKPOINT_LENGTH;
    }
}
