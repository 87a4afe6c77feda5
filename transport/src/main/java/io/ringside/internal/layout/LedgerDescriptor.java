package io.ringside.internal.layout;

import io.ringside.event.EventLimits;

/**
 * Byte offsets of the words of a ledger file: a header, then one entry per lane. Picture, orders and meaning:
 * {@code transport/docs/layout-ledger.md}.
 */
public final class LedgerDescriptor {
    /** "RS-LEDGR" in memory order; written last. */
    public static final long MAGIC = 0x524744454C2D5352L;
    /** Version of this layout. */
    public static final int VERSION = 1;

    /** {@link #MAGIC}, i64. */
    public static final int MAGIC_OFFSET = 0;
    /** {@link #VERSION}, i32. */
    public static final int VERSION_OFFSET = 8;
    /** Length of the header in bytes, i32. */
    public static final int HEADER_LENGTH_OFFSET = 12;
    /** Most significant half of the incarnation's id, i64. */
    public static final int INCARNATION_MOST_OFFSET = 16;
    /** Least significant half of the incarnation's id, i64. */
    public static final int INCARNATION_LEAST_OFFSET = 24;
    /** Session's id, i64. */
    public static final int SESSION_ID_OFFSET = 32;
    /** Number of lanes for which the file has room, i32. */
    public static final int LANE_LIMIT_OFFSET = 40;
    /** Number of lanes of one ring file, i32. */
    public static final int LANES_PER_BATCH_OFFSET = 44;
    /** Length of a lane's ring in bytes, i64. */
    public static final int LANE_BYTES_OFFSET = 48;
    /** Length of a block in bytes, i32. */
    public static final int BLOCK_BYTES_OFFSET = 56;
    /** Number of existing lanes, i32; grows by batches. */
    public static final int LANE_COUNT_OFFSET = 60;
    /** 1 if the process cannot add attempts any more, i64. */
    public static final int FINAL_OFFSET = 64;
    /** 1 if the lanes of a dead or final process have been drained, i64. */
    public static final int SEALED_OFFSET = 128;
    /** Length of the header. */
    public static final int HEADER_LENGTH = 256;

    /** Thread that owns the lane, 0 if the lane is free, i64. */
    public static final int LANE_OWNER_THREAD_ID_OFFSET = 0;
    /** Length of the last owner's name in the lowest eight bits, number of times it was stored in the others, i64. */
    public static final int LANE_NAME_WORD_OFFSET = 8;
    /** Thread of the name, kept after the thread has returned the lane, i64. */
    public static final int LANE_NAMED_THREAD_ID_OFFSET = 16;
    /** Name of the thread, UTF-8. */
    public static final int LANE_THREAD_NAME_OFFSET = 24;
    /** Maximum length of a thread's name in bytes. */
    public static final int THREAD_NAME_LENGTH_MAX = 104;
    /** Value in place of a length while the name is being stored. */
    public static final int THREAD_NAME_CHANGING = 0xFF;

    /** Number of attempts, i64. */
    public static final int LANE_ATTEMPTS_OFFSET = 128;
    /** Position up to which there are frames, i64. */
    public static final int LANE_TAIL_OFFSET = 136;
    /** Number of attempts lost because the lane was full, i64. */
    public static final int LANE_LOST_FULL_OFFSET = 144;
    /** Number of attempts lost because the event exceeds the maximum size in the lane, i64. */
    public static final int LANE_LOST_TOO_LARGE_OFFSET = 152;
    /** Number of attempts that ended by an error of the writing thread, which its next attempt detects, i64. */
    public static final int LANE_LOST_ERROR_OFFSET = 160;
    /** Number of the first attempt of the last gap, i64. */
    public static final int LANE_PENDING_FROM_OFFSET = 168;
    /** Time of that first attempt in ticks of the session's clock, i64. */
    public static final int LANE_FIRST_LOSS_TIME_OFFSET = 176;
    /** Time of the last loss in ticks of the session's clock, i64; before an error, the lane's last time. */
    public static final int LANE_LAST_LOSS_TIME_OFFSET = 184;
    /** Position before which a lane in overwrite mode has given up blocks for newer ones, i64. */
    public static final int LANE_EVICTED_OFFSET = 192;

    /** Number of events that a session's sample has left out, which are not attempts, i64. */
    public static final int LANE_SAMPLED_OUT_OFFSET = 200;
    /** Number of events that a session's limit has dropped, which are not attempts, i64. */
    public static final int LANE_OVER_LIMIT_OFFSET = 208;

    /** Position up to which the drain has returned the room, i64. */
    public static final int LANE_HEAD_OFFSET = 256;
    /** Number of checkpoints stored; the lowest bit selects the current slot, i64. */
    public static final int LANE_CHECKPOINT_SEQUENCE_OFFSET = 264;

    /** Offset of the first of the two checkpoint slots. */
    public static final int LANE_CHECKPOINT_OFFSET = 384;
    /** Length of the two slots together. */
    public static final int LANE_CHECKPOINT_LENGTH = 256;
    /** Length of one slot. */
    public static final int CHECKPOINT_LENGTH = LANE_CHECKPOINT_LENGTH / 2;

    /** Length of a lane's entry, so that no two writers share a pair of cache lines. */
    public static final int LANE_LENGTH = 640;

    /** Number of lanes of one ring file, low enough that a process with a single writing thread stays small. */
    public static final int LANES_PER_BATCH = 4;

    /** Maximum number of lanes of a ledger, which limits the effect of a damaged file on a reader. */
    public static final int MAX_LANES = EventLimits.LANES_MAX;

    private LedgerDescriptor() {}

    /**
     * Returns the length of a ledger file.
     *
     * @param laneLimit number of lanes for which it has room
     * @return bytes
     */
    public static int fileLength(final int laneLimit) {
        return HEADER_LENGTH + laneLimit * LANE_LENGTH;
    }

    /**
     * Returns the offset of a lane's entry.
     *
     * @param lane index of the lane
     * @return offset in the file
     */
    public static int laneOffset(final int lane) {
        return HEADER_LENGTH + lane * LANE_LENGTH;
    }
}
