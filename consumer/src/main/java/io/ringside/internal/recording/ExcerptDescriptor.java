package io.ringside.internal.recording;

import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.internal.queue.ExcerptMark;
import io.ringside.session.LossCause;
import org.agrona.BitUtil;

/**
 * Offsets of the excerpts of a recording, in bytes; all numbers little endian. Stateless. The page {@code
 * docs/layout-recording.md} has a picture of them.
 */
public final class ExcerptDescriptor {
    /** First four bytes of every excerpt: "RSEX". */
    static final int MAGIC = 0x58455352;
    /** Version of this layout. */
    static final int VERSION = 1;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 4;
    static final int KIND_OFFSET = 8;
    static final int LENGTH_OFFSET = 12;
    static final int HEADER_LENGTH = 16;

    static final int KIND_SESSION = 1;
    static final int KIND_PROCESS = 2;
    static final int KIND_SCHEMA = 3;
    static final int KIND_BATCH = 4;
    static final int KIND_CHECKPOINT = 5;
    static final int KIND_NAMES = 6;
    static final int KIND_END = 7;

    /** CRC32C of everything before the trailer, which follows the content at the next multiple of 8. */
    static final int TRAILER_CHECKSUM_OFFSET = 0;
    static final int TRAILER_LENGTH = 8;

    static final int SESSION_ID_OFFSET = HEADER_LENGTH;
    static final int SESSION_START_WALL_OFFSET = 24;
    static final int SESSION_START_TICKS_OFFSET = 32;
    static final int SESSION_SHIFT_OFFSET = 40;
    static final int SESSION_BOOT_MOST_OFFSET = 48;
    static final int SESSION_BOOT_LEAST_OFFSET = 56;
    static final int SESSION_SLOT_OFFSET = 64;
    static final int SESSION_LANE_BYTES_OFFSET = 68;
    /** 0 if a recorder that drained the session made the recording, 1 if it was written from other recordings. */
    static final int SESSION_REWRITTEN_OFFSET = 72;
    static final int SESSION_NAME_LENGTH_OFFSET = 76;
    static final int SESSION_NAME_OFFSET = 80;

    /** Offset after the name of the session, at the next multiple of 8. */
    static final int RECORDING_MOST_OFFSET = 0;
    static final int RECORDING_LEAST_OFFSET = 8;
    static final int RECORDING_EVENTS_OFFSET = 16;
    static final int RECORDING_LENGTH = 24;

    static final int PROCESS_MOST_OFFSET = HEADER_LENGTH;
    static final int PROCESS_LEAST_OFFSET = 24;
    static final int PROCESS_KNOWN_OFFSET = 32;
    static final int PROCESS_SCHEMA_COUNT_OFFSET = 36;
    static final int PROCESS_PID_OFFSET = 40;
    static final int PROCESS_START_OFFSET = 48;
    static final int PROCESS_BOOT_MOST_OFFSET = 56;
    static final int PROCESS_BOOT_LEAST_OFFSET = 64;
    static final int PROCESS_NAMESPACE_OFFSET = 72;
    static final int PROCESS_SHIFT_OFFSET = 80;
    static final int PROCESS_BOOTTIME_SHIFT_OFFSET = 88;
    static final int PROCESS_WALL_OFFSET = 96;
    static final int PROCESS_TICKS_OFFSET = 104;
    static final int PROCESS_COMMAND_LENGTH_OFFSET = 112;
    static final int PROCESS_COMMAND_OFFSET = 116;
    /** Length of an entry of the schema table (after the command, at a multiple of 8): provider id, content hash. */
    static final int PROCESS_SCHEMA_LENGTH = 24;

    static final int SCHEMA_PROVIDER_MOST_OFFSET = HEADER_LENGTH;
    static final int SCHEMA_PROVIDER_LEAST_OFFSET = 24;
    static final int SCHEMA_HASH_OFFSET = 32;
    static final int SCHEMA_BYTES_LENGTH_OFFSET = 40;
    static final int SCHEMA_BYTES_OFFSET = 44;

    static final int NAMES_MOST_OFFSET = HEADER_LENGTH;
    static final int NAMES_LEAST_OFFSET = 24;
    static final int NAMES_PROVIDER_MOST_OFFSET = 32;
    static final int NAMES_PROVIDER_LEAST_OFFSET = 40;
    static final int NAMES_BYTES_LENGTH_OFFSET = 48;
    static final int NAMES_ENTRIES_OFFSET = 56;

    static final int BATCH_WATERMARK_OFFSET = HEADER_LENGTH;
    static final int BATCH_EVENTS_OFFSET = 24;
    static final int BATCH_CHUNK_COUNT_OFFSET = 32;
    static final int BATCH_CHUNKS_OFFSET = 40;

    static final int CHUNK_LENGTH_OFFSET = 0;
    static final int CHUNK_KIND_OFFSET = 4;
    static final int CHUNK_MOST_OFFSET = 8;
    static final int CHUNK_LEAST_OFFSET = 16;
    /** Index of the lane; in a chunk of losses without a lane, the code of the cause. */
    static final int CHUNK_LANE_OFFSET = 24;
    static final int CHUNK_BYTES_LENGTH_OFFSET = 28;
    static final int CHUNK_FIRST_TIME_OFFSET = 32;
    static final int CHUNK_LAST_TIME_OFFSET = 40;
    /**
     * Exclusive upper limit of the numbers in the frames. In a chunk of lane-less losses, their count. In a chunk of
     * kept records, the number of the lane's attempts in earlier chunks.
     */
    static final int CHUNK_NUMBER_OFFSET = 48;
    /**
     * Lane-less losses: the cause's losses since the process began. Kept records: the attempt number after the chunk.
     * Frames: length in bytes of the name of the thread that owned the lane before them; the name follows the frames,
     * aligned.
     */
    static final int CHUNK_TOTAL_OFFSET = 56;
    static final int CHUNK_HEADER_LENGTH = 64;
    static final int CHUNK_FROM_OFFSET = CHUNK_HEADER_LENGTH;
    static final int CHUNK_TO_OFFSET = CHUNK_FROM_OFFSET + LedgerDescriptor.CHECKPOINT_LENGTH;
    static final int CHUNK_FRAMES_OFFSET = CHUNK_TO_OFFSET + LedgerDescriptor.CHECKPOINT_LENGTH;

    static final int CHUNK_KIND_FRAMES = 1;
    static final int CHUNK_KIND_LOSSES = 2;
    static final int CHUNK_KIND_LANELESS = 3;
    static final int CHUNK_KIND_KEPT = 4;

    /** Number of events left out, in a chunk of kept records after its header. */
    static final int KEPT_FILTERED_OFFSET = CHUNK_HEADER_LENGTH;
    static final int KEPT_ENTRIES_OFFSET = KEPT_FILTERED_OFFSET + 8;

    static final int ENTRY_LENGTH_OFFSET = 0;
    static final int ENTRY_KIND_OFFSET = 4;
    static final int ENTRY_OWNER_OFFSET = 8;
    /** Offset of the record with its header, or of the gap. */
    static final int ENTRY_CONTENT_OFFSET = 16;

    static final int ENTRY_KIND_EVENT = 1;
    static final int ENTRY_KIND_GAP = 2;
    /** Kind of an entry with the name of a thread, before the records that it wrote. */
    static final int ENTRY_KIND_THREAD = 3;

    static final int GAP_TOTAL_OFFSET = 0;
    static final int GAP_FIRST_TIME_OFFSET = 8;
    static final int GAP_LAST_TIME_OFFSET = 16;
    static final int GAP_OVERWRITTEN_OFFSET = 24;
    static final int GAP_FULL_OFFSET = 32;
    static final int GAP_TOO_LARGE_OFFSET = 40;
    static final int GAP_ERROR_OFFSET = 48;
    static final int GAP_CORRUPT_OFFSET = 56;
    static final int GAP_ABANDONED_OFFSET = 64;
    static final int GAP_DISCARDED_OFFSET = 72;
    static final int GAP_LENGTH = 80;

    static final int CHECKPOINT_WALL_OFFSET = HEADER_LENGTH;
    static final int CHECKPOINT_TICKS_OFFSET = 24;
    static final int CHECKPOINT_LANE_COUNT_OFFSET = 32;
    static final int CHECKPOINT_PROCESS_COUNT_OFFSET = 36;
    /** 1 in the last checkpoint of an ended session, else 0. */
    static final int CHECKPOINT_ENDED_OFFSET = 40;
    /** Losses of the session since it began, one number per cause code. */
    static final int CHECKPOINT_LOST_OFFSET = 48;
    static final int CHECKPOINT_LOST_LENGTH = LossCause.count() * Long.BYTES;
    static final int CHECKPOINT_LANES_OFFSET = CHECKPOINT_LOST_OFFSET + CHECKPOINT_LOST_LENGTH;

    static final int LANE_MOST_OFFSET = 0;
    static final int LANE_LEAST_OFFSET = 8;
    static final int LANE_INDEX_OFFSET = 16;
    static final int LANE_CHECKPOINT_OFFSET = 24;
    static final int LANE_LENGTH = LANE_CHECKPOINT_OFFSET + LedgerDescriptor.CHECKPOINT_LENGTH;

    static final int LANELESS_MOST_OFFSET = 0;
    static final int LANELESS_LEAST_OFFSET = 8;
    static final int LANELESS_NO_LANE_OFFSET = 16;
    static final int LANELESS_NOT_ATTACHED_OFFSET = 24;
    static final int LANELESS_LENGTH = 32;

    static final int END_WALL_OFFSET = HEADER_LENGTH;
    static final int END_TICKS_OFFSET = 24;
    /** Number of events in the recording up to here, including those of removed files. */
    static final int END_EVENTS_OFFSET = 32;
    /** Losses of the sessions, one number per cause code. */
    static final int END_LOST_OFFSET = 40;
    static final int END_LENGTH = END_LOST_OFFSET + CHECKPOINT_LOST_LENGTH;

    static final int ALIGNMENT = 8;

    /** Mark by which excerpts are found after damage. */
    public static final ExcerptMark MARK = new ExcerptMark(MAGIC, LENGTH_OFFSET);

    private ExcerptDescriptor() {}

    static int align(final int length) {
        return BitUtil.align(length, ALIGNMENT);
    }
}
