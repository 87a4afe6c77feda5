package io.ringside.internal.lane;

import io.ringside.internal.files.KillPoint;
import io.ringside.internal.layout.BlockDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.session.SessionSettings;
import java.lang.invoke.VarHandle;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

import static io.ringside.internal.layout.LedgerDescriptor.LANE_EVICTED_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_HEAD_OFFSET;

/**
 * Slow path of a lane's writer, for records that do not simply follow the last one: it makes room, begins blocks, and
 * writes the frames that must precede the record. Not thread-safe, like the writer.
 */
abstract class LaneFrames extends LaneWriterFields {
    static final long NONE = -1;

    /** Slow-path state of the reserved record, applied when it is published. */
    int newBlockIndex = -1;
    private boolean gapReserved;
    private boolean ownerReserved;

    long pendingFrom = NONE;
    long firstLossTime;
    long lastLossTime;
    long lostFull;
    long lostTooLarge;
    long lostError;
    long ownerThreadId;
    boolean ownerChanged;
    /** Name of the owner; null if unknown. */
    @Nullable
    OwnerName ownerName;

    /** Losses already reported in gap frames. */
    private long toldFull;
    private long toldTooLarge;
    private long toldError;

    LaneFrames(final UnsafeBuffer ring, final UnsafeBuffer ledger, final LaneGeometry geometry,
            final SessionSettings.Overflow overflow, final SessionSettings.ClockKind clock) {
        super(ring, ledger, geometry, overflow, clock);
    }

    LaneFrames(final LaneFrames other, final UnsafeBuffer ring, final UnsafeBuffer ledger) {
        super(other, ring, ledger);
        pendingFrom = other.pendingFrom;
        firstLossTime = other.firstLossTime;
        lastLossTime = other.lastLossTime;
        lostFull = other.lostFull;
        lostTooLarge = other.lostTooLarge;
        lostError = other.lostError;
        ownerThreadId = other.ownerThreadId;
        ownerChanged = other.ownerChanged;
        ownerName = other.ownerName;
        toldFull = other.toldFull;
        toldTooLarge = other.toldTooLarge;
        toldError = other.toldError;
    }

    final int reserveSlow(final int alignedLength, final long number) {
        forgetReservation();
        fastLimit = 0;
        final int inBlock = (int) tail & geometry.blockMask();
        final int prefixed = alignedLength + (pendingFrom == NONE ? 0 : FrameDescriptor.GAP_LENGTH);
        final boolean sameBlock = inBlock != 0
                && inBlock + prefixed + (ownerChanged ? FrameDescriptor.OWNER_LENGTH : 0) <= geometry.blockBytes();
        final long start = sameBlock ? tail : (tail + geometry.blockMask()) & -geometry.blockBytes();
        final int before = sameBlock ? inBlock : BlockDescriptor.HEADER_LENGTH;
        final int room = geometry.blockBytes() - before - prefixed;
        final byte[] name = sameBlock && !ownerChanged ? OwnerName.NONE : nameThatFits(room);
        final boolean tellsOwner = sameBlock ? ownerChanged : name.length > 0;
        final int ownerLength = tellsOwner ? ownerLength(before, name, room) : 0;
        final long end = (start & -geometry.blockBytes()) + before + prefixed + ownerLength;
        if (withNextWord(end) - head > geometry.laneBytes() && !makeRoom(end)) {
            return LaneOutcome.FULL;
        }
        int index = (int) start & indexMask;
        if (!sameBlock) {
            pad((int) (start - tail));
            index = startBlock(index, start, number);
        }
        if (tellsOwner) {
            index = writeOwner(index, name, ownerLength);
        }
        if (pendingFrom != NONE) {
            index = writeGap(index, number);
        }
        reservedEnd = end;
        if (((int) end & geometry.blockMask()) != 0) {
            ring.putLong((int) end & indexMask, 0);
        }
        return index;
    }

    /** Returns the owner's name if its frame fits into this many bytes; otherwise the next block will contain it. */
    private byte[] nameThatFits(final int room) {
        final OwnerName owner = ownerName;
        final byte[] name = owner == null ? OwnerName.NONE : owner.utf8();
        return FrameDescriptor.align(FrameDescriptor.OWNER_LENGTH + name.length) <= room ? name : OwnerName.NONE;
    }

    /**
     * Returns the length of an owner frame at a position in a block. If possible, zeros after the name align the
     * records to a cache line: then a record of 64 bytes reaches its reader with one line from the writer's processor,
     * not two.
     */
    private static int ownerLength(final int begin, final byte[] name, final int room) {
        final int end = begin + FrameDescriptor.OWNER_LENGTH + name.length;
        final int padded = BitUtil.align(end, BitUtil.CACHE_LINE_LENGTH) - begin;
        final int most = Math.min(room, FrameDescriptor.OWNER_LENGTH + LedgerDescriptor.THREAD_NAME_LENGTH_MAX);
        return name.length > 0 && padded <= most ? padded : FrameDescriptor.align(end - begin);
    }

    private boolean makeRoom(final long end) {
        if (overflow != SessionSettings.Overflow.DROP_OLDEST) {
            return hasRoomAfterRefresh(end);
        }
        evict(((end + geometry.blockMask()) & -geometry.blockBytes()) - geometry.laneBytes());
        return true;
    }

    /** Announces the eviction of the blocks before a position, before the first store into any of them. */
    private void evict(final long position) {
        ledger.putLongRelease(LANE_EVICTED_OFFSET, position);
        // A reader whose copy of a block contains a byte written from here on will then also read this position.
        VarHandle.storeStoreFence();
        if (KillPoint.ARMED) {
            KillPoint.LANE_BLOCK_EVICTED.reached();
        }
        head = position;
    }

    final boolean hasRoomAfterRefresh(final long end) {
        final long candidate = ledger.getLongAcquire(LANE_HEAD_OFFSET);
        if (candidate >= head && candidate <= tail) {
            head = candidate;
        }
        return withNextWord(end) - head <= geometry.laneBytes();
    }

    /** Returns the end of a record's frames including the word after it, which is zero until the next record. */
    private long withNextWord(final long end) {
        return (end & geometry.blockMask()) == 0 ? end : end + FrameDescriptor.ALIGNMENT;
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

    private int writeOwner(final int index, final byte[] name, final int length) {
        // Zero the bytes after the name, word by word; other bytes cleared here are overwritten below.
        for (int end = length; end > FrameDescriptor.OWNER_LENGTH + name.length
                - FrameDescriptor.ALIGNMENT; end -= FrameDescriptor.ALIGNMENT) {
            ring.putLong(index + end - FrameDescriptor.ALIGNMENT, 0);
        }
        ring.putLong(index + FrameDescriptor.OWNER_WORD_OFFSET,
                FrameDescriptor.control(FrameDescriptor.KIND_OWNER, length));
        ring.putLong(index + FrameDescriptor.OWNER_THREAD_ID_OFFSET, ownerThreadId);
        ring.putBytes(index + FrameDescriptor.OWNER_LENGTH, name);
        ownerReserved = true;
        return index + length;
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

    final void forgetReservation() {
        newBlockIndex = -1;
        gapReserved = false;
        ownerReserved = false;
    }

    final void slowPublished() {
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
        fastLimit = pendingFrom != NONE || ownerChanged
                ? 0
                : Math.min(blockEnd, head + geometry.laneBytes()) - FrameDescriptor.ALIGNMENT;
    }
}
