package io.ringside.internal.layout;

import io.ringside.event.EventLimits;
import io.ringside.internal.registry.AckCause;
import io.ringside.internal.registry.AckStatus;

/**
 * Byte offsets of the words of a process page: a header, one acknowledgement and one row of losses per session slot,
 * and the table of registered schemas. Picture, orders and meaning: {@code transport/docs/layout-process.md}.
 */
public final class ProcessPageDescriptor {
    /** "RS-PROCS" in memory order; written last. */
    public static final long MAGIC = 0x53434F52502D5352L;
    /** Version of this layout. */
    public static final int VERSION = 1;

    /** {@link #MAGIC}, i64. */
    public static final int MAGIC_OFFSET = FileHeader.MAGIC_OFFSET;
    /** {@link #VERSION}, i32. */
    public static final int VERSION_OFFSET = FileHeader.VERSION_OFFSET;
    /** Length of the file, i32. */
    public static final int FILE_LENGTH_OFFSET = FileHeader.FILE_LENGTH_OFFSET;
    /** Bits of features that a reader must know, i64. */
    public static final int FEATURES_OFFSET = FileHeader.FEATURES_OFFSET;
    /** Most significant half of the incarnation, i64. */
    public static final int INCARNATION_MOST_OFFSET = 24;
    /** Least significant half of the incarnation, i64. */
    public static final int INCARNATION_LEAST_OFFSET = 32;
    /** Process id in its own namespace, i64. */
    public static final int PID_OFFSET = 40;
    /** Start of the process in nanoseconds since 1970, i64. */
    public static final int START_TIME_OFFSET = 48;
    /** Most significant half of the host's boot id, i64. */
    public static final int BOOT_MOST_OFFSET = 56;
    /** Least significant half of the host's boot id, i64. */
    public static final int BOOT_LEAST_OFFSET = 64;
    /** Inode of the pid namespace, i64. */
    public static final int PID_NAMESPACE_OFFSET = 72;
    /** Offset that the time namespace adds to the monotonic clock, in nanoseconds, i64. */
    public static final int MONOTONIC_SHIFT_OFFSET = 80;
    /** Offset that the time namespace adds to the clock since boot, in nanoseconds, i64. */
    public static final int BOOTTIME_SHIFT_OFFSET = 88;
    /** Wall clock at the creation of the page, in nanoseconds since 1970, i64. */
    public static final int PAIR_WALL_OFFSET = 96;
    /** Monotonic clock at the same moment, in nanoseconds, i64. */
    public static final int PAIR_MONOTONIC_OFFSET = 104;
    /** Length of the command in bytes, i32. */
    public static final int COMMAND_LENGTH_OFFSET = 112;
    /** Command of the process, UTF-8. */
    public static final int COMMAND_OFFSET = 128;
    /** Maximum length of the command in bytes. */
    public static final int COMMAND_LENGTH = 256;

    /** Longest cycle of the control thread in nanoseconds, i64. */
    public static final int LONGEST_CYCLE_OFFSET = 384;
    /** Number of errors in the control thread, i64. */
    public static final int ERROR_COUNT_OFFSET = 392;
    /** Number of lanes, of all sessions, that have an owner, i64. */
    public static final int LANES_IN_USE_OFFSET = 400;

    /** Start of the process in nanoseconds since boot, i64; the same in all time namespaces, 0 if unknown. */
    public static final int START_SINCE_BOOT_OFFSET = 408;
    /** 1 if the incarnation has ended, although its process may live on, i64. */
    public static final int ENDED_OFFSET = 416;

    /** Number of entries in the table of schemas, i32; stored with release order after the entry. */
    public static final int SCHEMA_COUNT_OFFSET = 512;

    /** Length of the header, which is followed by the acknowledgements. */
    public static final int HEADER_LENGTH = 1024;

    /** Session of the slot's acknowledgement, i64. */
    public static final int ACK_SESSION_ID_OFFSET = 0;
    /** Generation that has been applied, i64; 0 while the other fields change, stored last with release order. */
    public static final int ACK_GENERATION_OFFSET = 8;
    /** Code of an {@link AckStatus}, i32. */
    public static final int ACK_STATUS_OFFSET = 16;
    /** Code of an {@link AckCause}, i32. */
    public static final int ACK_CAUSE_OFFSET = 20;
    /** Length of the text in bytes, i32. */
    public static final int ACK_TEXT_LENGTH_OFFSET = 24;
    /** Cause in words, UTF-8. */
    public static final int ACK_TEXT_OFFSET = 28;
    /** Maximum length of the text in bytes. */
    public static final int ACK_TEXT_LENGTH = 100;
    /** Length of an acknowledgement. */
    public static final int ACK_LENGTH = 128;

    /** Session of the slot's losses, i64; stored with release order after zeros in the other fields. */
    public static final int LOSS_SESSION_ID_OFFSET = 0;
    /** Part of all {@link #TALLY_NO_LANE_OFFSET} that the drain has reported, i64. */
    public static final int LOSS_NO_LANE_REPORTED_OFFSET = 8;
    /** Part of all {@link #TALLY_NOT_ATTACHED_OFFSET} that the drain has reported, i64. */
    public static final int LOSS_NOT_ATTACHED_REPORTED_OFFSET = 16;
    /** Offset of the tallies, whose sums are the losses. They share no cache line with the drain's words. */
    public static final int LOSS_TALLIES_OFFSET = 64;
    /** Number of tallies that one thread at a time counts in, and thus of threads that may be suspended in it. */
    public static final int GUARDED_TALLIES = 7;
    /** Index of the tally shared by all threads that get no other. */
    public static final int SHARED_TALLY = GUARDED_TALLIES;
    /** Number of tallies of a slot. */
    public static final int TALLIES = GUARDED_TALLIES + 1;

    /** Number of events lost because the thread got no lane, i64. */
    public static final int TALLY_NO_LANE_OFFSET = 0;
    /** Number of events lost because the process could not attach, i64. */
    public static final int TALLY_NOT_ATTACHED_OFFSET = 8;
    /** Time of the first loss in ticks of the session's clock, i64. */
    public static final int TALLY_FIRST_TIME_OFFSET = 16;
    /** Time of the last loss in ticks of the session's clock, i64. */
    public static final int TALLY_LAST_TIME_OFFSET = 24;
    /** Length of a tally. */
    public static final int TALLY_LENGTH = 32;

    /** Length of all tallies of a slot. */
    public static final int LOSS_TALLIES_LENGTH = TALLIES * TALLY_LENGTH;
    /** Length of a row of losses. */
    public static final int LOSS_LENGTH = LOSS_TALLIES_OFFSET + LOSS_TALLIES_LENGTH;

    /** Most significant half of the provider's id, i64. */
    public static final int SCHEMA_PROVIDER_MOST_OFFSET = 0;
    /** Least significant half of the provider's id, i64. */
    public static final int SCHEMA_PROVIDER_LEAST_OFFSET = 8;
    /** Hash of the schema, i64. */
    public static final int SCHEMA_CONTENT_HASH_OFFSET = 16;
    /** Number of open registrations of the schema, i64. */
    public static final int SCHEMA_LIVE_OFFSET = 24;
    /** Oldest change for which a callback of the provider has not returned, i64; 0 if there is none. */
    public static final int SCHEMA_CALLBACK_PENDING_OFFSET = 32;
    /** Kind of the schema, i64: {@link #SELF_DESCRIBING} or 0. */
    public static final int SCHEMA_KIND_OFFSET = 40;
    /** Most significant half of the id of the provider's group, i64; both halves are zero if it has no group. */
    public static final int SCHEMA_GROUP_MOST_OFFSET = 48;
    /** Least significant half of the id of the provider's group, i64. */
    public static final int SCHEMA_GROUP_LEAST_OFFSET = 56;
    /** Length of an entry in the table of schemas. */
    public static final int SCHEMA_LENGTH = 64;

    /** Kind of a schema: a self-describing event. */
    public static final long SELF_DESCRIBING = 1;

    /** Number of session slots. */
    public static final int SLOTS = EventLimits.SESSIONS_MAX;
    /**
     * Number of entries in the table of schemas: as many as a record can distinguish. They suffice for a process's
     * 1,024 providers, their newer versions, and self-describing events.
     */
    public static final int SCHEMAS = FrameDescriptor.CONTROL_SCHEMA_INDEX;

    /** Length of the file. */
    public static final int FILE_LENGTH = schemaOffset(SCHEMAS);
    /**
     * Length of the part that is written when the file is made: whole pages of memory, with room for 48 schemas. The
     * rest takes no memory until the table of schemas reaches it.
     */
    public static final int WRITTEN_LENGTH = 32 * 1024;
    /** Growth of the written part in bytes, one page of memory: 64 schemas. */
    public static final int WRITTEN_STEP = 4096;

    private ProcessPageDescriptor() {}

    /**
     * Returns the offset of a slot's acknowledgement.
     *
     * @param slot slot of the session
     * @return offset in the file
     */
    public static int ackOffset(final int slot) {
        return HEADER_LENGTH + slot * ACK_LENGTH;
    }

    /**
     * Returns the offset of a slot's losses.
     *
     * @param slot slot of the session
     * @return offset in the file
     */
    public static int lossOffset(final int slot) {
        return ackOffset(SLOTS) + slot * LOSS_LENGTH;
    }

    /**
     * Returns the offset of one of a slot's tallies.
     *
     * @param slot  slot of the session
     * @param index of the tally
     * @return offset in the file
     */
    public static int tallyOffset(final int slot, final int index) {
        return lossOffset(slot) + LOSS_TALLIES_OFFSET + index * TALLY_LENGTH;
    }

    /**
     * Returns the offset of an entry of the table of schemas.
     *
     * @param index of the entry
     * @return offset in the file
     */
    public static int schemaOffset(final int index) {
        return lossOffset(SLOTS) + index * SCHEMA_LENGTH;
    }
}
