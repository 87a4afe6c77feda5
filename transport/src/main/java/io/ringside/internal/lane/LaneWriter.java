package io.ringside.internal.lane;

import io.ringside.internal.activity.ThreadActivity;
import io.ringside.internal.event.PayloadCopy;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.layout.BlockDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.machine.TscClock;
import io.ringside.session.SessionSettings;
import java.lang.invoke.VarHandle;
import org.agrona.DirectBuffer;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

import static io.ringside.internal.layout.FrameDescriptor.RECORD_HEADER_LENGTH;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_ATTEMPTS_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_FIRST_LOSS_TIME_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_LAST_LOSS_TIME_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_LOST_ERROR_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_LOST_FULL_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_LOST_TOO_LARGE_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_NAMED_THREAD_ID_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_NAME_WORD_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_OVER_LIMIT_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_OWNER_THREAD_ID_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_PENDING_FROM_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_SAMPLED_OUT_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_TAIL_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_THREAD_NAME_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.THREAD_NAME_CHANGING;

/**
 * Writes one lane. Not thread-safe: it belongs to one thread at a time; {@link #handOver} gives it to another.
 * <p>
 * A write is {@link #attempt}, the caller's reading of the clock, {@link #reserve}, the payload's copy to
 * {@link #ring()}, and {@link #publish}, or {@link #lose} when the reservation failed. Between reserve and publish
 * nothing is visible to anybody. None of the methods throws, allocates, blocks or calls the system. Which store
 * publishes what: {@code transport/docs/protocols.md}.
 */
public final class LaneWriter extends LaneFrames {
    /** Payloads of fewer bytes may take the short way: in one piece, into a lane of any size. */
    public static final int SHORT = 4 * 1024 + 1;

    /** Head at which a wait for room was too long; there is no other wait before it moves. */
    private long stalledHead = NONE;

    /**
     * A writer for a lane that nobody has written, with the monotonic clock, which drops the newest event when the lane
     * is full.
     *
     * @param ring     the lane's bytes, all mapped and touched
     * @param ledger   the lane's entry in the ledger, initialised with the same start
     * @param geometry of the lane
     * @param start    where positions and numbers begin; its position is a multiple of the block's length
     */
    public LaneWriter(final UnsafeBuffer ring, final UnsafeBuffer ledger, final LaneGeometry geometry,
            final Checkpoint start) {
        this(ring, ledger, geometry, start, SessionSettings.Overflow.DROP_NEWEST, SessionSettings.ClockKind.MONOTONIC);
    }

    /**
     * A writer for a lane that nobody has written.
     *
     * @param ring     the lane's bytes, all mapped and touched
     * @param ledger   the lane's entry in the ledger, initialised with the same start
     * @param geometry of the lane
     * @param start    where positions and numbers begin; its position is a multiple of the block's length
     * @param overflow what gives way when the lane is full; it is asked for where a new block or a slow record begins
     * @param clock    that stamps what is written; the counter only after {@link TscClock#start}
     */
    public LaneWriter(final UnsafeBuffer ring, final UnsafeBuffer ledger, final LaneGeometry geometry,
            final Checkpoint start, final SessionSettings.Overflow overflow, final SessionSettings.ClockKind clock) {
        super(ring, ledger, geometry, overflow, clock);
        attempts = start.nextNumber;
        completed = start.nextNumber;
        tail = start.position;
        head = start.position;
    }

    /**
     * A writer that continues where another one has stopped, once the lane has moved: nobody is inside the other one,
     * and its memory has the same content. An open claim stays with the other one.
     *
     * @param other  writer of the lane up to now, healed
     * @param ring   the lane's bytes, all mapped and touched
     * @param ledger the lane's entry in the ledger
     */
    public LaneWriter(final LaneWriter other, final UnsafeBuffer ring, final UnsafeBuffer ledger) {
        super(other, ring, ledger);
        stalledHead = other.stalledHead;
    }

    /** The lane's bytes: payloads are copied to {@code reserve() + RECORD_HEADER_LENGTH}. */
    public UnsafeBuffer ring() {
        return ring;
    }

    /**
     * Wrap a part of the lane.
     *
     * @param view   that has the part from then on
     * @param index  of its first byte in {@link #ring()}
     * @param length in bytes
     */
    public void view(final UnsafeBuffer view, final int index, final int length) {
        if (isMapped()) {
            view.wrap(ringAddress + index, length);
        } else {
            view.wrap(ring, index, length);
        }
    }

    /**
     * Copy a payload, or a part of it, into the room of a record.
     *
     * @param index  of its first byte in {@link #ring()}
     * @param source of the bytes
     * @param offset of the first one
     * @param length in bytes
     */
    public void copy(final int index, final DirectBuffer source, final int offset, final int length) {
        if (isMapped() && PayloadCopy.isFew(source, length)) {
            PayloadCopy.copyFew(null, ringAddress + index, source.byteArray(), source.addressOffset() + offset, length);
        } else {
            PayloadCopy.copy(ring, index, source, offset, length);
        }
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
        if (isMapped()) {
            countAttempt();
            return;
        }
        attempts++;
        ledger.putLongRelease(LANE_ATTEMPTS_OFFSET, attempts);
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
     * belongs to an attempt that an error interrupted is left to {@link #heal}.
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
            if (isMapped()) {
                UnsafeApi.putLong(null, ringAddress + ((int) end & indexMask), 0);
            } else {
                ring.putLong((int) end & indexMask, 0);
            }
            return (int) tail & indexMask;
        }
        return reserveSlow(alignedLength, number);
    }

    /**
     * Make the record exist: header, then its word with release order, then the tail.
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
        if (fastLimit != 0 && isMapped()) {
            publishMapped(ringAddress + index, reference, payloadLength, timeTicks, activityMost, activityLeast);
        } else {
            publishSlowly(index, reference, payloadLength, timeTicks, activityMost, activityLeast);
        }
    }

    private void publishSlowly(final int index, final long reference, final int payloadLength, final long timeTicks,
            final long activityMost, final long activityLeast) {
        if (newBlockIndex >= 0) {
            ring.putLong(newBlockIndex + BlockDescriptor.FIRST_TIME_OFFSET, timeTicks);
        }
        final UnsafeBuffer ring = this.ring;
        ring.putLong(index + FrameDescriptor.TIME_OFFSET, timeTicks);
        ring.putLong(index + FrameDescriptor.ACTIVITY_MOST_OFFSET, activityMost);
        ring.putLong(index + FrameDescriptor.ACTIVITY_LEAST_OFFSET, activityLeast);
        if (KillPoint.ARMED) {
            KillPoint.LANE_RECORD_WRITTEN.reached();
        }
        ring.putLongRelease(index + FrameDescriptor.WORD_OFFSET,
                FrameDescriptor.word(reference, RECORD_HEADER_LENGTH + payloadLength, attempts - 1));
        if (KillPoint.ARMED) {
            KillPoint.LANE_WORD_STORED.reached();
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
        // Last, and no call after it: an error before leaves all of the above to heal().
        tail = end;
        completed = attempts;
    }

    /**
     * Whether a record of fewer than {@link #SHORT} bytes has its room in the block that is being written, with nothing
     * to report before it.
     *
     * @param payloadLength in bytes
     */
    public boolean hasRoomInBlock(final int payloadLength) {
        return tail + RECORD_HEADER_LENGTH + payloadLength <= fastLimit;
    }

    /**
     * The short way: write a record in one piece to a lane that {@link #isMapped} and {@link #isSettled}. It does the
     * same as {@link #attempt}, {@link #reserve} and {@link #publish}. The payload is copied before the clock is read,
     * while the processor still has to wait for the clock.
     *
     * @param reference of the event
     * @param source    buffer of the payload
     * @param offset    offset of the first byte
     * @param length    in bytes, for which {@link #hasRoomInBlock} holds
     * @param activity  of the thread
     */
    public void write(final long reference, final UnsafeBuffer source, final int offset, final int length,
            final ThreadActivity activity) {
        countAttempt();
        final long record = layOut(source, offset, length);
        publishMapped(record, reference, length, nanoTime(), activity.most(), activity.least());
    }

    /**
     * Whether a record may be prepared by {@link #prepare} in a lane that {@link #isMapped}: no claim is open, every
     * attempt has its outcome, and the record {@link #hasRoomInBlock}.
     *
     * @param length of the payload in bytes
     */
    public boolean mayPrepare(final int length) {
        return !isClaimed() && attempts == completed && hasRoomInBlock(length);
    }

    /**
     * The first half of {@link #write}, for several lanes whose records have one time: count the attempt, and copy the
     * payload.
     *
     * @param source buffer of the payload
     * @param offset offset of the first byte
     * @param length in bytes, for which {@link #mayPrepare} holds
     */
    public void prepare(final UnsafeBuffer source, final int offset, final int length) {
        countAttempt();
        layOut(source, offset, length);
    }

    /**
     * The second half: make the record exist.
     *
     * @param reference of the event
     * @param length    of the payload in bytes
     * @param timeTicks of the session's clock, read after {@link #prepare} of all lanes
     * @param activity  of the thread
     */
    public void publishPrepared(final long reference, final int length, final long timeTicks,
            final ThreadActivity activity) {
        publishMapped(ringAddress + ((int) tail & indexMask), reference, length, timeTicks, activity.most(),
                activity.least());
    }

    /**
     * Write the record of a claim to a lane that {@link #isMapped} and {@link #isSettled}: {@link #attempt}, the clock,
     * and {@link #publish}.
     *
     * @param reference of the event
     * @param index     that {@link #reserveAhead} gave; the payload is there
     * @param length    in bytes, as reserved
     * @param activity  of the thread
     */
    public void commit(final long reference, final int index, final int length, final ThreadActivity activity) {
        countAttempt();
        publish(index, reference, length, nanoTime(), activity.most(), activity.least());
    }

    /** {@link #attempt} of a lane that {@link #isMapped} and {@link #isSettled}. */
    private void countAttempt() {
        final long next = attempts + 1;
        attempts = next;
        UnsafeApi.putLongRelease(null, ledgerAddress + LANE_ATTEMPTS_OFFSET, next);
        if (KillPoint.ARMED) {
            KillPoint.LANE_ATTEMPT_COUNTED.reached();
        }
    }

    /** Reserves the room of a record, zeroes the word after it, and copies its payload; returns its address. */
    private long layOut(final UnsafeBuffer source, final int offset, final int length) {
        final int index = (int) tail & indexMask;
        final int alignedLength = FrameDescriptor.align(RECORD_HEADER_LENGTH + length);
        reservedEnd = tail + alignedLength;
        final long record = ringAddress + index;
        UnsafeApi.putLong(null, record + alignedLength, 0);
        if (length < PayloadCopy.FEW) {
            PayloadCopy.copyFew(null, record + RECORD_HEADER_LENGTH, source.byteArray(),
                    source.addressOffset() + offset, length);
        } else {
            ring.putBytes(index + RECORD_HEADER_LENGTH, source, offset, length);
        }
        return record;
    }

    /** {@link #publish} in a lane that {@link #isMapped}, of a record that does not begin a block and ends no gap. */
    private void publishMapped(final long record, final long reference, final int length, final long timeTicks,
            final long activityMost, final long activityLeast) {
        final long number = attempts;
        UnsafeApi.putLong(null, record + FrameDescriptor.TIME_OFFSET, timeTicks);
        UnsafeApi.putLong(null, record + FrameDescriptor.ACTIVITY_MOST_OFFSET, activityMost);
        UnsafeApi.putLong(null, record + FrameDescriptor.ACTIVITY_LEAST_OFFSET, activityLeast);
        if (KillPoint.ARMED) {
            KillPoint.LANE_RECORD_WRITTEN.reached();
        }
        UnsafeApi.putLongRelease(null, record + FrameDescriptor.WORD_OFFSET,
                FrameDescriptor.word(reference, RECORD_HEADER_LENGTH + length, number - 1));
        if (KillPoint.ARMED) {
            KillPoint.LANE_WORD_STORED.reached();
        }
        final long end = reservedEnd;
        UnsafeApi.putLongRelease(null, ledgerAddress + LANE_TAIL_OFFSET, end);
        if (KillPoint.ARMED) {
            KillPoint.LANE_TAIL_STORED.reached();
        }
        lastTimeTicks = timeTicks;
        tail = end;
        completed = number;
    }

    /**
     * Give the attempt under way its outcome: lost.
     *
     * @param outcome   that {@link #reserve} gave instead of an index, or {@link LaneOutcome#ERROR}
     * @param timeTicks of the session's clock, read after {@link #attempt}
     */
    public void lose(final int outcome, final long timeTicks) {
        forgetReservation();
        openGap(timeTicks);
        if (outcome == LaneOutcome.TOO_LARGE) {
            ledger.putLongRelease(LANE_LOST_TOO_LARGE_OFFSET, lostTooLarge + 1);
            lostTooLarge++;
        } else if (outcome == LaneOutcome.ERROR) {
            ledger.putLongRelease(LANE_LOST_ERROR_OFFSET, lostError + 1);
            lostError++;
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
     * Count an event that the session's rate filter leaves out: it is no attempt.
     *
     * @param overLimit whether it is beyond the limit; else it is not in the sample
     */
    public void skip(final boolean overLimit) {
        final int offset = overLimit ? LANE_OVER_LIMIT_OFFSET : LANE_SAMPLED_OUT_OFFSET;
        ledger.putLongRelease(offset, ledger.getLong(offset) + 1);
        if (KillPoint.ARMED) {
            KillPoint.LANE_EVENT_SKIPPED.reached();
        }
    }

    /**
     * Give the lane to the calling thread. The change is in the stream before the thread's first record.
     *
     * @param threadId of the new owner
     */
    public void handOver(final long threadId) {
        handOver(threadId, null);
    }

    /**
     * Give the lane to the calling thread, with its name. Both are in the stream before the thread's first record, and
     * at the beginning of each block.
     *
     * @param threadId of the new owner
     * @param name     of the new owner, null if it is unknown
     */
    public void handOver(final long threadId, final @Nullable OwnerName name) {
        heal();
        ownerName = name;
        if (threadId != ownerThreadId) {
            ownerThreadId = threadId;
            ownerChanged = true;
            fastLimit = 0;
        }
        storeName(threadId, name == null ? OwnerName.NONE : name.utf8());
        ledger.putLongRelease(LANE_OWNER_THREAD_ID_OFFSET, threadId);
    }

    /**
     * Store the new name of the lane's owner in the ledger; the stream has it from the next block on. For the control
     * thread, which also gives lanes of ended threads to others.
     *
     * @param threadId of the thread whose name has changed
     * @param name     of that thread
     */
    public void renameOwner(final long threadId, final OwnerName name) {
        if (ledger.getLongAcquire(LANE_OWNER_THREAD_ID_OFFSET) == threadId) {
            storeName(threadId, name.utf8());
        }
    }

    private void storeName(final long threadId, final byte[] name) {
        final long count = (ledger.getLong(LANE_NAME_WORD_OFFSET) >>> Byte.SIZE) + 1;
        ledger.putLong(LANE_NAME_WORD_OFFSET, count << Byte.SIZE | THREAD_NAME_CHANGING);
        VarHandle.storeStoreFence();
        ledger.putLong(LANE_NAMED_THREAD_ID_OFFSET, threadId);
        ledger.putBytes(LANE_THREAD_NAME_OFFSET, name);
        ledger.putLongRelease(LANE_NAME_WORD_OFFSET, count << Byte.SIZE | name.length);
    }

    /** Whether writes are to wait while the lane {@link #isShort}. */
    public boolean waits() {
        return overflow == SessionSettings.Overflow.BLOCK;
    }

    /**
     * Whether a record might find no room: after the block that is being written less than another one is free. False
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
     * Give an outcome to an attempt that an error interrupted: the one that its stores show, else {@code error}, at the
     * lane's last time, as the attempt may have read no clock. Called at
     * the next attempt, and by the control thread before the lane's ledger is closed.
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
        } else if (isWordStored()) {
            // A reader may have it.
            ledger.putLongRelease(LANE_TAIL_OFFSET, reservedEnd);
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

    /** Whether the record of the attempt under way was published by its word, and not yet by the tail. */
    private boolean isWordStored() {
        if (reservedEnd == tail || ((int) tail & geometry.blockMask()) == 0) {
            return false;
        }
        final long word = ring.getLong((int) tail & indexMask);
        return word != 0 && !FrameDescriptor.isControl(word)
                && FrameDescriptor.check(word) == FrameDescriptor.check(FrameDescriptor.word(0, 0, attempts - 1))
                && FrameDescriptor.align(FrameDescriptor.length(word)) == reservedEnd - tail;
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
}
