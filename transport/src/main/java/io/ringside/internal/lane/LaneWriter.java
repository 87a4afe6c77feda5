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
 * Writes one lane. Not thread-safe: it belongs to one thread at a time; {@link #handOver} transfers it to another.
 * <p>
 * A write consists of {@link #attempt}, the caller's reading of the clock, {@link #reserve}, copying the payload to
 * {@link #ring()}, and {@link #publish}, or {@link #lose} if the reservation failed. Between reserve and publish,
 * readers see no change. No method throws, allocates, blocks or makes a system call. For the order of stores see {@code
 * transport/docs/protocols.md}.
 */
public final class LaneWriter extends LaneFrames {
    /** Exclusive maximum length of payloads for the fast path: written in one piece, into a lane of any size. */
    public static final int SHORT = 4 * 1024 + 1;

    /** Head at which a wait for room timed out; there is no further wait until it moves. */
    private long stalledHead = NONE;

    /**
     * Creates a writer for an unused lane, with the monotonic clock, which drops the newest event when the lane is
     * full.
     *
     * @param ring     the lane's bytes, all mapped and touched
     * @param ledger   the lane's entry in the ledger, initialised with the same start
     * @param geometry geometry of the lane
     * @param start    initial position and numbers; the position is a multiple of the block's length
     */
    public LaneWriter(final UnsafeBuffer ring, final UnsafeBuffer ledger, final LaneGeometry geometry,
            final Checkpoint start) {
        this(ring, ledger, geometry, start, SessionSettings.Overflow.DROP_NEWEST, SessionSettings.ClockKind.MONOTONIC);
    }

    /**
     * Creates a writer for an unused lane.
     *
     * @param ring     the lane's bytes, all mapped and touched
     * @param ledger   the lane's entry in the ledger, initialised with the same start
     * @param geometry geometry of the lane
     * @param start    initial position and numbers; the position is a multiple of the block's length
     * @param overflow behaviour when the lane is full; checked when a new block or a record of the slow path begins
     * @param clock    clock for timestamps; the processor's counter only after {@link TscClock#start}
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
     * Creates a writer that continues where another one has stopped, after the lane has moved: no thread is using the
     * other writer, and the new memory has the same content. An open claim stays with the other writer.
     *
     * @param other  writer of the lane so far, healed
     * @param ring   the lane's bytes, all mapped and touched
     * @param ledger the lane's entry in the ledger
     */
    public LaneWriter(final LaneWriter other, final UnsafeBuffer ring, final UnsafeBuffer ledger) {
        super(other, ring, ledger);
        stalledHead = other.stalledHead;
    }

    /** Returns the lane's bytes: payloads are copied to {@code reserve() + RECORD_HEADER_LENGTH}. */
    public UnsafeBuffer ring() {
        return ring;
    }

    /**
     * Wrap a part of the lane.
     *
     * @param view   receives the part
     * @param index  index of its first byte in {@link #ring()}
     * @param length length in bytes
     */
    public void view(final UnsafeBuffer view, final int index, final int length) {
        if (isMapped()) {
            view.wrap(ringAddress + index, length);
        } else {
            view.wrap(ring, index, length);
        }
    }

    /**
     * Copy a payload, or a part of it, into the space of a record.
     *
     * @param index  index of its first byte in {@link #ring()}
     * @param source source of the bytes
     * @param offset offset of the first one
     * @param length length in bytes
     */
    public void copy(final int index, final DirectBuffer source, final int offset, final int length) {
        if (isMapped() && PayloadCopy.isFew(source, length)) {
            PayloadCopy.copyFew(null, ringAddress + index, source.byteArray(), source.addressOffset() + offset, length);
        } else {
            PayloadCopy.copy(ring, index, source, offset, length);
        }
    }

    /** Returns the maximum length of a payload in the lane, in bytes. */
    public int maxPayloadBytes() {
        return maxRecordBytes - RECORD_HEADER_LENGTH;
    }

    /** Count an attempt, which must then end in {@link #publish} or {@link #lose}. */
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
     * Reserve room for the current attempt, and for all frames that must precede its record.
     *
     * @param payloadLength length in bytes, at least 0
     * @return index of the record in {@link #ring()}, {@link LaneOutcome#FULL} or {@link LaneOutcome#TOO_LARGE}
     */
    public int reserve(final int payloadLength) {
        return reserve(payloadLength, attempts - 1);
    }

    /**
     * Reserve room for an attempt that has not been counted yet, as for a claim. Nothing else may be written to the
     * lane until it is published or abandoned.
     *
     * @param payloadLength length in bytes, at least 0
     * @return as {@link #reserve(int)}
     */
    public int reserveAhead(final int payloadLength) {
        if (attempts != completed) {
            heal();
        }
        return reserve(payloadLength, attempts);
    }

    /**
     * Abandon a reservation of {@link #reserveAhead}, without any effect on the lane. Does nothing if it has been
     * published; the reservation of an attempt interrupted by an error is left to {@link #heal}.
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
     * Publish the record: store its header, then its word with release order, then the tail.
     *
     * @param index         index returned by {@link #reserve}
     * @param reference     reference of the event
     * @param payloadLength length in bytes, as reserved
     * @param timeTicks     time of the session's clock, read after {@link #attempt}
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
        // This is the last store, with no call after it: after an earlier error, all of the above is left to heal().
        tail = end;
        completed = attempts;
    }

    /**
     * Returns whether a record of fewer than {@link #SHORT} bytes fits into the current block, with no frame to write
     * before it.
     *
     * @param payloadLength length in bytes
     */
    public boolean hasRoomInBlock(final int payloadLength) {
        return tail + RECORD_HEADER_LENGTH + payloadLength <= fastLimit;
    }

    /**
     * The fast path: write a record in one piece to a lane that {@link #isMapped} and {@link #isSettled}. Does the same
     * as {@link #attempt}, {@link #reserve} and {@link #publish}. The payload is copied before the clock is read, which
     * overlaps with the processor's wait for the clock.
     *
     * @param reference reference of the event
     * @param source    buffer of the payload
     * @param offset    offset of the first byte
     * @param length    length in bytes, for which {@link #hasRoomInBlock} is true
     * @param activity  activity of the thread
     */
    public void write(final long reference, final UnsafeBuffer source, final int offset, final int length,
            final ThreadActivity activity) {
        countAttempt();
        final long record = layOut(source, offset, length);
        publishMapped(record, reference, length, nanoTime(), activity.most(), activity.least());
    }

    /**
     * Returns whether a record may be prepared with {@link #prepare} in a lane that {@link #isMapped}: no claim is
     * open, every attempt has its outcome, and the record {@link #hasRoomInBlock}.
     *
     * @param length length of the payload in bytes
     */
    public boolean mayPrepare(final int length) {
        return !isClaimed() && attempts == completed && hasRoomInBlock(length);
    }

    /**
     * The first half of {@link #write}, for several lanes whose records have the same time: count the attempt, and copy
     * the payload.
     *
     * @param source buffer of the payload
     * @param offset offset of the first byte
     * @param length length in bytes, for which {@link #mayPrepare} is true
     */
    public void prepare(final UnsafeBuffer source, final int offset, final int length) {
        countAttempt();
        layOut(source, offset, length);
    }

    /**
     * The second half of {@link #write}: publish the record.
     *
     * @param reference reference of the event
     * @param length    length of the payload in bytes
     * @param timeTicks time of the session's clock, read after {@link #prepare} of all lanes
     * @param activity  activity of the thread
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
     * @param reference reference of the event
     * @param index     index returned by {@link #reserveAhead}; the payload has been copied there
     * @param length    length in bytes, as reserved
     * @param activity  activity of the thread
     */
    public void commit(final long reference, final int index, final int length, final ThreadActivity activity) {
        countAttempt();
        publish(index, reference, length, nanoTime(), activity.most(), activity.least());
    }

    /** Does {@link #attempt} in a lane that {@link #isMapped} and {@link #isSettled}. */
    private void countAttempt() {
        final long next = attempts + 1;
        attempts = next;
        UnsafeApi.putLongRelease(null, ledgerAddress + LANE_ATTEMPTS_OFFSET, next);
        if (KillPoint.ARMED) {
            KillPoint.LANE_ATTEMPT_COUNTED.reached();
        }
    }

    /** Reserves the space of a record, zeroes the word after it, and copies its payload; returns its address. */
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

    /** Does {@link #publish} in a lane that {@link #isMapped}, for a record that begins no block and ends no gap. */
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
     * End the current attempt as lost.
     *
     * @param outcome   result of {@link #reserve} other than an index, or {@link LaneOutcome#ERROR}
     * @param timeTicks time of the session's clock, read after {@link #attempt}
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
     * Count an event that the session's rate filter leaves out, which is not an attempt.
     *
     * @param overLimit whether it exceeds the limit; otherwise it is not in the sample
     */
    public void skip(final boolean overLimit) {
        final int offset = overLimit ? LANE_OVER_LIMIT_OFFSET : LANE_SAMPLED_OUT_OFFSET;
        ledger.putLongRelease(offset, ledger.getLong(offset) + 1);
        if (KillPoint.ARMED) {
            KillPoint.LANE_EVENT_SKIPPED.reached();
        }
    }

    /**
     * Transfer the lane to the calling thread. The change is in the stream before the thread's first record.
     *
     * @param threadId thread id of the new owner
     */
    public void handOver(final long threadId) {
        handOver(threadId, null);
    }

    /**
     * Transfer the lane to the calling thread, with its name. Both are in the stream before the thread's first record,
     * and at the beginning of each block.
     *
     * @param threadId thread id of the new owner
     * @param name     name of the new owner; null if unknown
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
     * Store the new name of the lane's owner in the ledger; the stream contains it from the next block on. Used by the
     * control thread, which also transfers lanes of ended threads to others.
     *
     * @param threadId id of the thread whose name has changed
     * @param name     name of that thread
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

    /** Returns whether writes wait while the lane {@link #isShort}. */
    public boolean waits() {
        return overflow == SessionSettings.Overflow.BLOCK;
    }

    /**
     * Returns whether a record might find no room: less than one block is free after the current one. False after
     * {@link #waitedInVain} until the drain has moved.
     */
    public boolean isShort() {
        final long end = ((tail + geometry.blockMask()) & -geometry.blockBytes()) + geometry.blockBytes();
        return end - head > geometry.laneBytes() && !hasRoomAfterRefresh(end) && head != stalledHead;
    }

    /** Note that a wait for room has timed out: events are lost because the lane is full, until the drain moves. */
    public void waitedInVain() {
        stalledHead = head;
    }

    /** Mark the lane as free, after its owner has ended or released it. */
    public void release() {
        ledger.putLongRelease(LANE_OWNER_THREAD_ID_OFFSET, 0);
    }

    /**
     * End an attempt that an error interrupted: with the outcome that its stores show, else as {@code error}, at the
     * lane's last time, because the attempt may not have read the clock. Called in the next attempt, and by the control
     * thread before the lane's ledger is closed.
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
            // A reader may already have taken it.
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

    /** Returns whether the record of the current attempt was published by its word, but not yet by the tail. */
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
            // The field on the heap is set last: after an earlier error, the next loss opens the gap again.
            ledger.putLongRelease(LANE_PENDING_FROM_OFFSET, attempts - 1);
            ledger.putLongRelease(LANE_FIRST_LOSS_TIME_OFFSET, timeTicks);
            firstLossTime = timeTicks;
            pendingFrom = attempts - 1;
        }
        ledger.putLongRelease(LANE_LAST_LOSS_TIME_OFFSET, timeTicks);
        lastLossTime = timeTicks;
    }
}
