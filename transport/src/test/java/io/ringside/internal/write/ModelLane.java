package io.ringside.internal.write;

import io.ringside.internal.lane.TakenEvent;
import io.ringside.internal.lane.TakenLane;
import java.util.ArrayList;
import java.util.List;

/** A lane as arithmetic: where the next record ends, and what became of each attempt. */
final class ModelLane {
    static final long FULL = -1;
    static final long TOO_LARGE = -2;

    private static final int BLOCK_HEADER = 64;
    private static final int GAP = 64;
    private static final int OWNER = 16;
    /** With the name that all writers have. */
    private static final int NAMED_OWNER = 32;
    private static final int OWNER_MAX = 120;
    private static final int LINE = 64;
    private static final int RECORD_HEADER = 32;

    final TakenLane taken;
    final List<String> expected = new ArrayList<>();
    long full;
    long tooLarge;
    boolean isClaimed;
    private final int laneBytes;
    private final int blockBytes;
    private long tail;
    private long claimedEnd;
    private long number;
    private long owner;
    private boolean isGapPending;
    private boolean isOwnerPending;

    ModelLane(final TakenLane taken, final int laneBytes) {
        this.taken = taken;
        this.laneBytes = laneBytes;
        this.blockBytes = laneBytes / 4;
    }

    void handOver(final long threadId) {
        isOwnerPending |= threadId != owner;
        owner = threadId;
    }

    /** Where a record would end, or why it has no place. */
    long place(final int payloadLength) {
        if (RECORD_HEADER + payloadLength > blockBytes - BLOCK_HEADER - GAP - OWNER) {
            return TOO_LARGE;
        }
        final int record = (RECORD_HEADER + payloadLength + 7) / 8 * 8 + (isGapPending ? GAP : 0);
        final long inPlace = tail + record + (isOwnerPending ? OWNER : 0);
        final long blockEnd = (tail + blockBytes - 1) / blockBytes * blockBytes;
        final long end = tail % blockBytes != 0 && inPlace <= blockEnd
                ? isOwnerPending ? withName(tail, record, blockEnd, OWNER) : inPlace
                : withName(blockEnd + BLOCK_HEADER, record, blockEnd + blockBytes, 0);
        // The word of the next record is zero from then on, if the block has room for one.
        final long withNextWord = end % blockBytes == 0 ? end : end + 8;
        return withNextWord - taken.position() > laneBytes ? FULL : end;
    }

    /** The name is written where there is room for it, with zeros up to a cache line where there is room for these. */
    private static long withName(final long begin, final int record, final long blockEnd, final int without) {
        final long room = blockEnd - begin - record;
        final long padded = (begin + NAMED_OWNER + LINE - 1) / LINE * LINE - begin;
        if (padded <= Math.min(room, OWNER_MAX)) {
            return begin + padded + record;
        }
        return begin + (NAMED_OWNER <= room ? NAMED_OWNER : without) + record;
    }

    void claim(final long end) {
        isClaimed = true;
        claimedEnd = end;
    }

    /** Gives the result of an attempt. */
    long attempt(final long value, final int payloadLength) {
        final long end = isClaimed ? claimedEnd : place(payloadLength);
        if (end == FULL) {
            full++;
        } else if (end == TOO_LARGE) {
            tooLarge++;
        } else {
            expected.add(line(number, owner, value, payloadLength));
            tail = end;
            isOwnerPending = false;
        }
        isGapPending = end < 0;
        number++;
        return end == FULL ? ResultBits.FULL : end == TOO_LARGE ? ResultBits.TOO_LARGE : ResultBits.WRITTEN;
    }

    /** What came out of the lane, as it is expected. */
    List<String> actual() {
        taken.takeAll();
        taken.assertBalanced();
        return taken.events().stream().map(ModelLane::line).toList();
    }

    private static String line(final TakenEvent event) {
        final byte[] payload = event.payload();
        for (int i = Long.BYTES; i < payload.length; i++) {
            if (payload[i] != (byte) event.value()) {
                return "contents of " + event;
            }
        }
        return line(event.number(), event.ownerThreadId(), event.value(), payload.length);
    }

    private static String line(final long number, final long owner, final long value, final int payloadLength) {
        return "number=" + number + ", owner=" + owner + ", value=" + value + ", length=" + payloadLength;
    }
}
