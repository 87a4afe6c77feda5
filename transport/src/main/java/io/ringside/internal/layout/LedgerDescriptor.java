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
    /** Lanes that the file has room for, i32. */
    public static final int LANE_LIMIT_OFFSET = 40;
    /** Lanes of one ring file, i32. */
    public static final int LANES_PER_BATCH_OFFSET = 44;
    /** Ring bytes of a lane, i64. */
    public static final int LANE_BYTES_OFFSET = 48;
    /** Bytes of a block, i32. */
    public static final int BLOCK_BYTES_OFFSET = 56;
    /** Lanes that exist: grows by batches, i32. */
    public static final int LANE_COUNT_OFFSET = 60;
    /** 1 when the process can add no attempt any more, i64. */
    public static final int FINAL_OFFSET = 64;
    /** 1 when the lanes of a dead or final process have been drained, i64. */
    public static final int SEALED_OFFSET = 128;
    /** Length of the header. */
    public static final int HEADER_LENGTH = 256;

    /** Thread that owns the lane, 0 when free, i64. */
    public static final int LANE_OWNER_THREAD_ID_OFFSET = 0;
    /** Length of the last owner's name in the lowest eight bits, in the others how often it was stored, i64. */
    public static final int LANE_NAME_WORD_OFFSET = 8;
    /** Thread whose name it is, also after it has given the lane back, i64. */
    public static final int LANE_NAMED_THREAD_ID_OFFSET = 16;
    /** The name, UTF-8. */
    public static final int LANE_THREAD_NAME_OFFSET = 24;
    /** Most bytes of a thread's name. */
    public static final int THREAD_NAME_LENGTH_MAX = 104;
    /** Instead of a length: the name is being stored. */
    public static final int THREAD_NAME_CHANGING = 0xFF;

    /** Attempts, i64. */
    public static final int LANE_ATTEMPTS_OFFSET = 128;
    /** Position up to which frames exist, i64. */
    public static final int LANE_TAIL_OFFSET = 136;
    /** Attempts lost because the lane was full, i64. */
    public static final int LANE_LOST_FULL_OFFSET = 144;
    /** Attempts lost because the event is larger than the lane takes, i64. */
    public static final int LANE_LOST_TOO_LARGE_OFFSET = 152;
    /** Attempts that ended by an error of the writing thread, found at its next attempt, i64. */
    public static final int LANE_LOST_ERROR_OFFSET = 160;
    /** Number of the first attempt of the last gap, i64. */
    public static final int LANE_PENDING_FROM_OFFSET = 168;
    /** Time of that attempt in ticks of the session's clock, i64. */
    public static final int LANE_FIRST_LOSS_TIME_OFFSET = 176;
    /** Time of the last loss in ticks of the session's clock, i64; before an error, the lane's last time. */
    public static final int LANE_LAST_LOSS_TIME_OFFSET = 184;
    /** Position before which blocks of a lane in overwrite mode have been given up for newer ones, i64. */
    public static final int LANE_EVICTED_OFFSET = 192;

    /** Events that a session's sample has left out; not attempts, i64. */
    public static final int LANE_SAMPLED_OUT_OFFSET = 200;
    /** Events that a session's limit has left out; not attempts, i64. */
    public static final int LANE_OVER_LIMIT_OFFSET = 208;

    /** Position up to which the drain has given the room back, i64. */
    public static final int LANE_HEAD_OFFSET = 256;
    /** Number of checkpoints stored; its lowest bit names the slot in force, i64. */
    public static final int LANE_CHECKPOINT_SEQUENCE_OFFSET = 264;

    /** First of the two checkpoint slots. */
    public static final int LANE_CHECKPOINT_OFFSET = 384;
    /** Length of the two slots together. */
    public static final int LANE_CHECKPOINT_LENGTH = 256;
    /** Length of one slot. */
    public static final int CHECKPOINT_LENGTH = LANE_CHECKPOINT_LENGTH / 2;

    /** Length of a lane's entry: no two writers share a pair of cache lines. */
    public static final int LANE_LENGTH = 640;

    /** Lanes of one ring file: few enough that a process with one writing thread stays small. */
    public static final int LANES_PER_BATCH = 4;

    /** Lanes that a ledger may have room for at most: bounds what a damaged file can make a reader do. */
    public static final int MAX_LANES = EventLimits.LANES_MAX;

    private LedgerDescriptor() {}

    /**
     * Length of a ledger file.
     *
     * @param laneLimit lanes that it has room for
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
