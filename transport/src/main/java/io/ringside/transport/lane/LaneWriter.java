package io.ringside.transport.lane;

import io.ringside.session.Overflow;
import io.ringside.transport.fault.KillPoint;
import io.ringside.transport.ledger.Checkpoint;
import java.lang.invoke.VarHandle;
import org.agrona.concurrent.UnsafeBuffer;

import static io.ringside.transport.lane.FrameDescriptor.RECORD_HEADER_LENGTH;
import static io.ringside.transport.ledger.LedgerDescriptor.LANE_ATTEMPTS_OFFSET;
import static io.ringside.transport.ledger.LedgerDescriptor.LANE_EVICTED_OFFSET;
import static io.ringside.transport.ledger.LedgerDescriptor.LANE_FIRST_LOSS_TIME_OFFSET;
import static io.ringside.transport.ledger.LedgerDescriptor.LANE_HEAD_OFFSET;
import static io.ringside.transport.ledger.LedgerDescriptor.LANE_LAST_LOSS_TIME_OFFSET;
import static io.ringside.transport.ledger.LedgerDescriptor.LANE_LOST_ERROR_OFFSET;
import static io.ringside.transport.ledger.LedgerDescriptor.LANE_LOST_FULL_OFFSET;
import static io.ringside.transport.ledger.LedgerDescriptor.LANE_LOST_TOO_LARGE_OFFSET;
import static io.ringside.transport.ledger.LedgerDescriptor.LANE_OWNER_THREAD_ID_OFFSET;
import static io.ringside.transport.ledger.LedgerDescriptor.LANE_PENDING_FROM_OFFSET;
import static io.ringside.transport.ledger.LedgerDescriptor.LANE_TAIL_OFFSET;

/**
 * Writes one lane. Not thread-safe: it belongs to one thread at a time; {@link #handOver} gives it to another.
 * <p>
 * A write is {@link #attempt}, the caller's reading of the clock, {@link #reserve}, the payload's copy to
 * {@link #ring()}, and {@link #publish}, or {@link #lose} when the reservation failed. Between reserve and publish
 * nothing is visible to anybody. None of the methods throws, allocates, blocks or calls the system. Which store
 * publishes what: {@code transport/docs/protocols.md}.
 */
public final class LaneWriter extends LaneWriterFields {
    private static final long NONE = -1;

    /** Slow-path state of the record that is reserved, taken over when it is published. */
    private int newBlockIndex = -1;
    private boolean gapReserved;
    private boolean ownerReserved;

    private long pendingFrom = NONE;
    private long firstLossTime;
    private long lastLossTime;
    private long lostFull;
    private long lostTooLarge;
    private long lostError;
    private long ownerThreadId;
    private boolean ownerChanged;

    /** Losses that gap frames have told of. */
    private long toldFull;
    private long toldTooLarge;
    private long toldError;

    /** Head at which a wait for room was too long; there is no other wait before it moves. */
    private long stalledHead = NONE;

    /**
     * A writer for a lane that nobody has written, and that drops the newest event when it is full.
     *
     * @param ring     the lane's bytes, all mapped and touched
     * @param ledger   the lane's entry in the ledger, initialised with the same start
     * @param geometry of the lane
     * @param start    where positions and numbers begin; its position is a multiple of the block's length
     */
    public LaneWriter(final UnsafeBuffer ring, final UnsafeBuffer ledger, final LaneGeometry geometry,
            final Checkpoint start) {
        this(ring, ledger, geometry, start, Overflow.DROP_NEWEST);
    }

    /**
     * A writer for a lane that nobody has written.
     *
     * @param ring     the lane's bytes, all mapped and touched
     * @param ledger   the lane's entry in the ledger, initialised with the same start
     * @param geometry of the lane
     * @param start    where positions and numbers begin; its position is a multiple of the block's length
     * @param overflow what gives way when the lane is full; it is asked for where a new block or a slow record begins
     */
    public LaneWriter(final UnsafeBuffer ring, final UnsafeBuffer ledger, final LaneGeometry geometry,
            final Checkpoint start, final Overflow overflow) {
        super(ring, ledger, geometry, overflow);
        attempts = start.nextNumber;
        completed = start.nextNumber;
        tail = start.position;
        head = start.position;
    }

    /** The lane's bytes: payloads are copied to {@code reserve() + RECORD_HEADER_LENGTH}. */
    public UnsafeBuffer ring() {
        return ring;
    }

    /** Longest payload that the lane takes, in bytes. */
    public int maxPayloadBytes() {
        return maxRecordBytes - RECORD_HEADER_LENGTH;
    }

    /** Count an attempt: from here on it must end in {@link #publish} or {@link #lose}. */
    public void attempt() {
        if (attempts != completed) {
            heal();
        }
        final long next = attempts + 1;
        attempts = next;
        ledger.putLongRelease(LANE_ATTEMPTS_OFFSET, next);
        if (KillPoint.ARMED) {
            KillPoint.LANE_ATTEMPT_COUNTED.reached();
        }
    }

    /**
     * Find room for the attempt under way and for all that must precede its record.
     *
     * @param payloadLength in bytes, at least 0
     * @return index of the record in {@link #ring()}, {@link LaneOutcome#FULL} or {@link LaneOutcome#TOO_LARGE}
     */
    public int reserve(final int payloadLength) {
        return reserve(payloadLength, attempts - 1);
    }

    /**
     * Find room for an attempt that has not been counted yet, as a claim does. Nothing else may be written to the lane
     * until it is published or given up.
     *
     * @param payloadLength in bytes, at least 0
     * @return as {@link #reserve(int)}
     */
    public int reserveAhead(final int payloadLength) {
        if (attempts != completed) {
            heal();
        }
        return reserve(payloadLength, attempts);
    }

    /**
     * Give up what {@link #reserveAhead} found: nothing has happened. No effect when it has been published; what
     * belongs to an attempt that an error cut off is left to {@link #heal}.
     */
    public void abandonReservation() {
        if (attempts == completed && reservedEnd != tail) {
            forgetReservation();
            fastLimit = 0;
            reservedEnd = tail;
        }
    }

    private int reserve(final int payloadLength, final long number) {
        if (payloadLength > maxRecordBytes - RECORD_HEADER_LENGTH) {
            return LaneOutcome.TOO_LARGE;
        }
        final int alignedLength = FrameDescriptor.align(RECORD_HEADER_LENGTH + payloadLength);
        final long end = tail + alignedLength;
        if (end <= fastLimit) {
            reservedEnd = end;
            return (int) tail & indexMask;
        }
        return reserveSlow(alignedLength, number);
    }

    /**
     * Make the record exist: header, then tail with release order.
     *
     * @param index         that {@link #reserve} gave
     * @param reference     of the event
     * @param payloadLength in bytes, as reserved
     * @param timeTicks     of the session's clock, read after {@link #attempt}
     * @param activityMost  most significant half of the activity id
     * @param activityLeast least significant half of the activity id
     */
    public void publish(final int index, final long reference, final int payloadLength, final long timeTicks,
            final long activityMost, final long activityLeast) {
        final UnsafeBuffer ring = this.ring;
        final int recordLength = RECORD_HEADER_LENGTH + payloadLength;
        ring.putLong(index + FrameDescriptor.WORD_OFFSET, FrameDescriptor.word(reference, recordLength, attempts - 1));
        ring.putLong(index + FrameDescriptor.TIME_OFFSET, timeTicks);
        ring.putLong(index + FrameDescriptor.ACTIVITY_MOST_OFFSET, activityMost);
        ring.putLong(index + FrameDescriptor.ACTIVITY_LEAST_OFFSET, activityLeast);
        if (newBlockIndex >= 0) {
            ring.putLong(newBlockIndex + BlockDescriptor.FIRST_TIME_OFFSET, timeTicks);
        }
        if (KillPoint.ARMED) {
            KillPoint.LANE_RECORD_WRITTEN.reached();
        }
        final long end = reservedEnd;
        ledger.putLongRelease(LANE_TAIL_OFFSET, end);
        if (KillPoint.ARMED) {
            KillPoint.LANE_TAIL_STORED.reached();
        }
        lastTimeTicks = timeTicks;
        if (fastLimit == 0) {
            slowPublished();
        }
        // Last, and no call behind it: an error before leaves all of the above to heal().
        tail = end;
        completed = attempts;
    }

    /**
     * Give the attempt under way its outcome: lost.
     *
     * @param outcome   that {@link #reserve} gave instead of an index
     * @param timeTicks of the session's clock, read after {@link #attempt}
     */
    public void lose(final int outcome, final long timeTicks) {
        forgetReservation();
        openGap(timeTicks);
        if (outcome == LaneOutcome.TOO_LARGE) {
            ledger.putLongRelease(LANE_LOST_TOO_LARGE_OFFSET, lostTooLarge + 1);
            lostTooLarge++;
        } else {
            ledger.putLongRelease(LANE_LOST_FULL_OFFSET, lostFull + 1);
            lostFull++;
        }
        if (KillPoint.ARMED) {
            KillPoint.LANE_LOSS_COUNTED.reached();
        }
        completed = attempts;
    }

    /**
     * Give the lane to the calling thread. The change stands in the stream before the thread's first record.
     *
     * @param threadId of the new owner
     */
    public void handOver(final long threadId) {
        heal();
        if (threadId != ownerThreadId) {
            ownerThreadId = threadId;
            ownerChanged = true;
            fastLimit = 0;
        }
        ledger.putLongRelease(LANE_OWNER_THREAD_ID_OFFSET, threadId);
    }

    /** Whether writes are to wait while the lane {@link #isShort}. */
    public boolean waits() {
        return overflow == Overflow.BLOCK;
    }

    /**
     * Whether a record might find no room: behind the block that is being written less than another one is free. False
     * after a wait that was {@link #waitedInVain} until the drain has moved.
     */
    public boolean isShort() {
        final long end = ((tail + geometry.blockMask()) & -geometry.blockBytes()) + geometry.blockBytes();
        return end - head > geometry.laneBytes() && !hasRoomAfterRefresh(end) && head != stalledHead;
    }

    /** A wait for room was as long as it may be: records are lost as full until the drain moves. */
    public void waitedInVain() {
        stalledHead = head;
    }

    /** Mark the lane as free, after its owner has ended or given it back. */
    public void release() {
        ledger.putLongRelease(LANE_OWNER_THREAD_ID_OFFSET, 0);
    }

    /**
     * Give an outcome to an attempt that an error cut off: the one that its stores show, else {@code error}, at the
     * lane's last time, as the attempt may have read no clock. Called at
     * the next attempt, and by the agent before the lane's books are closed.
     */
    public void heal() {
        if (attempts == completed) {
            return;
        }
        final long storedTail = ledger.getLong(LANE_TAIL_OFFSET);
        final long storedAttempts = ledger.getLong(LANE_ATTEMPTS_OFFSET);
        if (storedAttempts != attempts) {
            ledger.putLongRelease(LANE_ATTEMPTS_OFFSET, attempts);
        }
        if (storedTail != tail && storedTail == reservedEnd) {
            slowPublished();
            tail = reservedEnd;
        } else if (ledger.getLong(LANE_LOST_FULL_OFFSET) == lostFull + 1) {
            lostFull++;
        } else if (ledger.getLong(LANE_LOST_TOO_LARGE_OFFSET) == lostTooLarge + 1) {
            lostTooLarge++;
        } else if (ledger.getLong(LANE_LOST_ERROR_OFFSET) == lostError + 1) {
            lostError++;
        } else {
            forgetReservation();
            openGap(lastTimeTicks);
            ledger.putLongRelease(LANE_LOST_ERROR_OFFSET, lostError + 1);
            lostError++;
        }
        completed = attempts;
    }

    private void openGap(final long timeTicks) {
        lastTimeTicks = timeTicks;
        fastLimit = 0;
        if (pendingFrom == NONE) {
            // The heap's word last: an error before it lets the next loss open the gap again.
            ledger.putLongRelease(LANE_PENDING_FROM_OFFSET, attempts - 1);
            ledger.putLongRelease(LANE_FIRST_LOSS_TIME_OFFSET, timeTicks);
            firstLossTime = timeTicks;
            pendingFrom = attempts - 1;
        }
        ledger.putLongRelease(LANE_LAST_LOSS_TIME_OFFSET, timeTicks);
        lastLossTime = timeTicks;
    }

    private int reserveSlow(final int alignedLength, final long number) {
        forgetReservation();
        fastLimit = 0;
        final int inBlock = (int) tail & geometry.blockMask();
        final int prefixed = alignedLength + (pendingFrom == NONE ? 0 : FrameDescriptor.GAP_LENGTH);
        final int length = prefixed + (ownerChanged ? FrameDescriptor.OWNER_LENGTH : 0);
        final boolean sameBlock = inBlock != 0 && inBlock + length <= geometry.blockBytes();
        final long start = sameBlock ? tail : (tail + geometry.blockMask()) & -geometry.blockBytes();
        final long end = sameBlock ? tail + length : start + BlockDescriptor.HEADER_LENGTH + prefixed;
        if (end - head > geometry.laneBytes() && !makeRoom(end)) {
            return LaneOutcome.FULL;
        }
        int index = (int) start & indexMask;
        if (!sameBlock) {
            pad((int) (start - tail));
            index = startBlock(index, start, number);
        } else if (ownerChanged) {
            index = writeOwner(index);
        }
        if (pendingFrom != NONE) {
            index = writeGap(index, number);
        }
        reservedEnd = end;
        return index;
    }

    private boolean makeRoom(final long end) {
        if (overflow != Overflow.DROP_OLDEST) {
            return hasRoomAfterRefresh(end);
        }
        evict(((end + geometry.blockMask()) & -geometry.blockBytes()) - geometry.laneBytes());
        return true;
    }

    /** Give up the blocks before a position, before the first store into any of them. */
    private void evict(final long position) {
        ledger.putLongRelease(LANE_EVICTED_OFFSET, position);
        // Who finds a byte of what is written from here on in its copy of a block finds this position behind it.
        VarHandle.storeStoreFence();
        if (KillPoint.ARMED) {
            KillPoint.LANE_BLOCK_EVICTED.reached();
        }
        head = position;
    }

    private boolean hasRoomAfterRefresh(final long end) {
        final long candidate = ledger.getLongAcquire(LANE_HEAD_OFFSET);
        if (candidate >= head && candidate <= tail) {
            head = candidate;
        }
        return end - head <= geometry.laneBytes();
    }

    private void pad(final int length) {
        if (length > 0) {
            ring.putLong((int) tail & indexMask, FrameDescriptor.control(FrameDescriptor.KIND_PAD, length));
        }
    }

    private int startBlock(final int index, final long position, final long number) {
        ring.putInt(index + BlockDescriptor.MAGIC_OFFSET, BlockDescriptor.MAGIC);
        ring.putInt(index + BlockDescriptor.HEADER_LENGTH_OFFSET, BlockDescriptor.HEADER_LENGTH);
        ring.putLong(index + BlockDescriptor.BLOCK_NUMBER_OFFSET, position / geometry.blockBytes());
        ring.putLong(index + BlockDescriptor.FIRST_NUMBER_OFFSET, pendingFrom == NONE ? number : pendingFrom);
        ring.putLong(index + BlockDescriptor.LOST_FULL_OFFSET, toldFull);
        ring.putLong(index + BlockDescriptor.LOST_TOO_LARGE_OFFSET, toldTooLarge);
        ring.putLong(index + BlockDescriptor.LOST_ERROR_OFFSET, toldError);
        ring.putLong(index + BlockDescriptor.OWNER_THREAD_ID_OFFSET, ownerThreadId);
        newBlockIndex = index;
        ownerReserved = true;
        if (KillPoint.ARMED) {
            KillPoint.LANE_BLOCK_STARTED.reached();
        }
        return index + BlockDescriptor.HEADER_LENGTH;
    }

    private int writeOwner(final int index) {
        ring.putLong(index + FrameDescriptor.OWNER_WORD_OFFSET,
                FrameDescriptor.control(FrameDescriptor.KIND_OWNER, FrameDescriptor.OWNER_LENGTH));
        ring.putLong(index + FrameDescriptor.OWNER_THREAD_ID_OFFSET, ownerThreadId);
        ownerReserved = true;
        return index + FrameDescriptor.OWNER_LENGTH;
    }

    private int writeGap(final int index, final long number) {
        ring.putLong(index + FrameDescriptor.GAP_WORD_OFFSET,
                FrameDescriptor.control(FrameDescriptor.KIND_GAP, FrameDescriptor.GAP_LENGTH));
        ring.putLong(index + FrameDescriptor.GAP_FIRST_NUMBER_OFFSET, pendingFrom);
        ring.putLong(index + FrameDescriptor.GAP_NEXT_NUMBER_OFFSET, number);
        ring.putLong(index + FrameDescriptor.GAP_LOST_FULL_OFFSET, lostFull);
        ring.putLong(index + FrameDescriptor.GAP_LOST_TOO_LARGE_OFFSET, lostTooLarge);
        ring.putLong(index + FrameDescriptor.GAP_LOST_ERROR_OFFSET, lostError);
        ring.putLong(index + FrameDescriptor.GAP_FIRST_TIME_OFFSET, firstLossTime);
        ring.putLong(index + FrameDescriptor.GAP_LAST_TIME_OFFSET, lastLossTime);
        gapReserved = true;
        if (KillPoint.ARMED) {
            KillPoint.LANE_GAP_WRITTEN.reached();
        }
        return index + FrameDescriptor.GAP_LENGTH;
    }

    private void forgetReservation() {
        newBlockIndex = -1;
        gapReserved = false;
        ownerReserved = false;
    }

    private void slowPublished() {
        if (gapReserved) {
            pendingFrom = NONE;
            toldFull = lostFull;
            toldTooLarge = lostTooLarge;
            toldError = lostError;
        }
        if (ownerReserved) {
            ownerChanged = false;
        }
        forgetReservation();
        final long blockEnd = (reservedEnd + geometry.blockMask()) & -geometry.blockBytes();
        fastLimit = pendingFrom != NONE || ownerChanged ? 0 : Math.min(blockEnd, head + geometry.laneBytes());
    }
}
