package io.ringside.internal.lane;

import io.ringside.event.EventLimits;
import io.ringside.internal.layout.BlockDescriptor;
import io.ringside.internal.layout.FrameDescriptor;

/**
 * Sizes derived from the ring size of a lane. Immutable.
 *
 * @param laneBytes      ring size of the lane in bytes, a power of two of at least 64 KiB
 * @param blockBytes     size of a block in bytes: a quarter of the lane, at most 128 KiB, so that any event of 64 KiB
 *                       fits into one
 * @param maxRecordBytes maximum length of a record in the lane, including its header and all frames that may precede it
 */
public record LaneGeometry(int laneBytes, int blockBytes, int maxRecordBytes) {
    /** Minimum ring size of a lane in bytes. */
    public static final int MIN_LANE_BYTES = 64 * 1024;

    /** Maximum ring size of a lane in bytes: the maximum of one mapping. */
    public static final int MAX_LANE_BYTES = 1 << 30;

    private static final int MAX_BLOCK_BYTES = 128 * 1024;

    /**
     * Returns the sizes of a lane.
     *
     * @param laneBytes ring size, a power of two from {@link #MIN_LANE_BYTES} to {@link #MAX_LANE_BYTES}
     * @return the geometry
     * @throws IllegalArgumentException if laneBytes is out of range
     */
    public static LaneGeometry of(final long laneBytes) {
        if (laneBytes < MIN_LANE_BYTES || laneBytes > MAX_LANE_BYTES || Long.bitCount(laneBytes) != 1) {
            throw new IllegalArgumentException(
                    "lane size is not a power of two from 64k to 1g: laneBytes=" + laneBytes);
        }
        final int blockBytes = (int) Math.min(laneBytes / 4, MAX_BLOCK_BYTES);
        final int room = blockBytes - BlockDescriptor.HEADER_LENGTH - FrameDescriptor.GAP_LENGTH
                - FrameDescriptor.OWNER_LENGTH;
        return new LaneGeometry((int) laneBytes, blockBytes, Math.min(room, EventLimits.EVENT_LENGTH_MAX));
    }

    /** Returns whether a position can be that of the oldest block in a lane with a given tail. */
    boolean isOldestBlock(final long position, final long tail) {
        return (position & blockMask()) == 0 && position < tail && tail - position <= laneBytes;
    }

    /**
     * Returns whether there are no bytes after a position. The position may be one record beyond the tail, because the
     * record's word is stored before the tail.
     */
    boolean isAtEnd(final long position, final long tail) {
        return position == tail
                || (tail >= 0 && tail < position && position - tail <= FrameDescriptor.align(maxRecordBytes));
    }

    /** Returns the mask that converts positions in the lane into indexes. */
    int indexMask() {
        return laneBytes - 1;
    }

    /** Returns the mask that converts positions into offsets within a block. */
    int blockMask() {
        return blockBytes - 1;
    }
}
