package io.ringside.internal.lane;

import io.ringside.event.EventLimits;
import io.ringside.internal.layout.BlockDescriptor;
import io.ringside.internal.layout.FrameDescriptor;

/**
 * The sizes that follow from the ring bytes of a lane. Immutable.
 *
 * @param laneBytes      ring bytes of the lane, a power of two of at least 64 KiB
 * @param blockBytes     bytes of a block: a quarter of the lane, at most 128 KiB, so that any event of 64 KiB fits one
 * @param maxRecordBytes longest record that the lane takes, header included, together with all that may precede it
 */
public record LaneGeometry(int laneBytes, int blockBytes, int maxRecordBytes) {
    /** Fewest ring bytes of a lane. */
    public static final int MIN_LANE_BYTES = 64 * 1024;

    /** Most ring bytes of a lane: what one mapping can hold. */
    public static final int MAX_LANE_BYTES = 1 << 30;

    private static final int MAX_BLOCK_BYTES = 128 * 1024;

    /**
     * Sizes of a lane.
     *
     * @param laneBytes a power of two from {@link #MIN_LANE_BYTES} to {@link #MAX_LANE_BYTES}
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

    /** Whether a position can be that of the oldest block in a lane that was written up to a tail. */
    boolean isOldestBlock(final long position, final long tail) {
        return (position & blockMask()) == 0 && position < tail && tail - position <= laneBytes;
    }

    /**
     * Whether nothing is left after a position. It may be beyond the tail by one record, whose word is stored before
     * the tail is.
     */
    boolean isAtEnd(final long position, final long tail) {
        return position == tail
                || (tail >= 0 && tail < position && position - tail <= FrameDescriptor.align(maxRecordBytes));
    }

    /** Bytes by which positions within the lane are turned into indexes. */
    int indexMask() {
        return laneBytes - 1;
    }

    /** Bytes by which positions are turned into offsets within a block. */
    int blockMask() {
        return blockBytes - 1;
    }
}
