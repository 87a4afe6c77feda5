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
 * The words of one lane in its ledger, as seen by everybody but the writing thread. Thread-safe for reading;
 * checkpoints are stored by the holder of the session's drain lock only.
 */
public final class LaneLedger {
    /** Owner of a lane that moves to another file. */
    private static final long MOVED = -1;

    private static final int CHECKPOINT_READS = 64;
    private static final int LOSS_READS = 16;

    private final UnsafeBuffer entry;

    /**
     * View a lane's entry.
     *
     * @param entry {@link LedgerDescriptor#LANE_LENGTH} bytes of a mapped ledger
     */
    public LaneLedger(final UnsafeBuffer entry) {
        this.entry = entry;
    }

    /** The entry itself, for the lane's writer. */
    public UnsafeBuffer entry() {
        return entry;
    }

    /** Attempts made, with acquire order: read it last, so that it is never after the outcomes. */
    public long attemptsAcquire() {
        return entry.getLongAcquire(LANE_ATTEMPTS_OFFSET);
    }

    /** Position up to which frames exist, with acquire order: the bytes before it may be read after it. */
    public long tailAcquire() {
        return entry.getLongAcquire(LANE_TAIL_OFFSET);
    }

    /**
     * Position before which blocks of a lane in overwrite mode have been overwritten, or are about to be, with acquire
     * order; where the lane begins in other modes. A block that was copied before this was read, and lies after
     * it, was copied whole.
     */
    public long evictedAcquire() {
        return entry.getLongAcquire(LANE_EVICTED_OFFSET);
    }

    /**
     * Position before which the drain has given the room back, with acquire order: bytes after it that were copied
     * before this was read are not overwritten.
     */
    public long headAcquire() {
        return entry.getLongAcquire(LANE_HEAD_OFFSET);
    }

    /** Events that the session's sample has left out, with acquire order. */
    public long sampledOutAcquire() {
        return entry.getLongAcquire(LANE_SAMPLED_OUT_OFFSET);
    }

    /** Events that the session's limit has left out, with acquire order. */
    public long overLimitAcquire() {
        return entry.getLongAcquire(LANE_OVER_LIMIT_OFFSET);
    }

    /** Thread that owns the lane now, 0 when it is free. */
    public long ownerThreadId() {
        return entry.getLongVolatile(LANE_OWNER_THREAD_ID_OFFSET);
    }

    /**
     * Read the name of the thread that owns the lane now, or owned it last.
     *
     * @param names that take it, if it was not being changed
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
     * @param start where positions, numbers and delivered events begin to count
     */
    public void initialise(final Checkpoint start) {
        entry.putLong(LANE_ATTEMPTS_OFFSET, start.nextNumber);
        entry.putLong(LANE_TAIL_OFFSET, start.position);
        entry.putLong(LANE_HEAD_OFFSET, start.position);
        entry.putLong(LANE_EVICTED_OFFSET, start.position);
        storeCheckpoint(start);
    }

    /**
     * Put a checkpoint in force: the one store of the sequence makes all its values count.
     *
     * @param checkpoint to store
     * @return false if the lane has moved to another file: nothing that is taken here counts any more
     */
    public boolean storeCheckpoint(final Checkpoint checkpoint) {
        return storeCheckpoint(checkpoint, 0, 0, sequence());
    }

    /** Number of checkpoints that were stored. */
    long sequence() {
        return entry.getLongAcquire(LANE_CHECKPOINT_SEQUENCE_OFFSET);
    }

    /**
     * Put in force what a checkpoint will be after {@link Checkpoint#pass}.
     *
     * @param checkpoint before the records; not changed
     * @param bytes      of the records
     * @param events     how many they are
     * @param sequence   of the checkpoint in force, as far as the caller knows
     * @return false if the lane has moved to another file, or another drain has stored a checkpoint: nothing that is
     *         taken here counts any more
     */
    boolean storeCheckpoint(final Checkpoint checkpoint, final int bytes, final int events, final long sequence) {
        if (isLeft() || entry.getLong(LANE_CHECKPOINT_SEQUENCE_OFFSET) != sequence) {
            return false;
        }
        final long next = sequence + 1;
        // Not before the store that took this slot out of force, or a reader of that time could see it half filled.
        VarHandle.storeStoreFence();
        checkpoint.store(entry, slotOffset(next), bytes, events);
        entry.putLongRelease(LANE_CHECKPOINT_SEQUENCE_OFFSET, next);
        return true;
    }

    /** Whether the lane moves to another file, or has moved: no drain stores a checkpoint here. */
    public boolean isLeft() {
        return ownerThreadId() == MOVED;
    }

    /**
     * Let no drain store a checkpoint here any more. Not by an atomic change: it ends the JVM if the file was
     * truncated.
     */
    void leave() {
        entry.putLongVolatile(LANE_OWNER_THREAD_ID_OFFSET, MOVED);
    }

    /** Let the entry be that of a lane without an owner. */
    void resume() {
        entry.putLong(LANE_OWNER_THREAD_ID_OFFSET, 0);
    }

    /**
     * Give room back to the writer: all reads of the bytes before the position are complete.
     *
     * @param position of the checkpoint in force
     */
    public void headRelease(final long position) {
        entry.putLongRelease(LANE_HEAD_OFFSET, position);
    }

    /**
     * Read the checkpoint in force.
     *
     * @param target filled with its values
     * @return false if it was replaced at every reading, or if its values cannot be true
     */
    public boolean loadCheckpoint(final Checkpoint target) {
        return readCheckpoint(target) && target.adds();
    }

    /**
     * Read the checkpoint in force; {@link Checkpoint#adds} says whether its values can be true.
     *
     * @param target filled with its values
     * @return false if it was replaced at every reading
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
     * Read the writer's loss counters as they were at one moment.
     *
     * @param target filled with counters, times and tail
     * @return false if they changed at every reading
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
