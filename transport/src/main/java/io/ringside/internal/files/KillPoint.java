package io.ringside.internal.files;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A point after one store of a protocol, at which a test can kill the process. A passage of the point reads
 *
 * <pre>
 * if (KillPoint.ARMED) {
 *     KillPoint.ROW_RENAMED.reached();
 * }
 * </pre>
 *
 * and costs nothing unless armed. If it is armed, the passage selected by the properties writes one byte into the mark
 * file and never returns, so that the parent, once it sees the byte, can kill the process exactly there. Thread-safe.
 */
public enum KillPoint {
    /** A file has its full length of zeros, under its temporary name. */
    FILE_ZEROED,
    /** A file has its contents, under its temporary name. */
    FILE_FILLED,
    /** A file has its own name. */
    FILE_RENAMED,
    /** The alive file of this process is locked, under its temporary name. */
    ALIVE_LOCKED,
    /** The control lock is held and nothing is changed yet. */
    CONTROL_LOCK_TAKEN,
    /** The dirty mark is set. */
    DIRTY_SET,
    /** A row exists. */
    ROW_RENAMED,
    /** A row has been removed. */
    ROW_REMOVED,
    /** One of several enable masks has been stored. */
    WORD_STORED,
    /** All enable masks have been stored. */
    WORDS_STORED,
    /** The change counter has been stored. */
    COUNTER_STORED,
    /** The dirty mark has been cleared. */
    DIRTY_CLEARED,
    /** A session's id has been used up, and its folder does not exist yet. */
    SESSION_ID_TAKEN,
    /** A session's folder exists without its row. */
    SESSION_FOLDER_MADE,
    /** A session is marked as stopping, and no wait has begun. */
    SESSION_STOPPING,
    /** All processes have acknowledged a session's end. */
    SESSION_ACKNOWLEDGED,
    /** A session's ledger is complete, and its files still exist. */
    SESSION_SETTLED,
    /** One file of an ended session has been removed. */
    SESSION_FILE_REMOVED,
    /** A process page exists. */
    PAGE_PUBLISHED,
    /** A registration has been stored after the end of the table. */
    REGISTRATION_STORED,
    /** A registration has been published. */
    REGISTRATION_PUBLISHED,
    /** A name has been written after the published ones. */
    NAME_WRITTEN,
    /** A name has been published. */
    NAME_PUBLISHED,
    /** An acknowledgement has been stored, except for its generation. */
    ACK_STORED,
    /** An acknowledgement has been published. */
    ACK_PUBLISHED,
    /** An attempt has been counted and has no outcome yet. */
    LANE_ATTEMPT_COUNTED,
    /** In overwrite mode, the oldest block has been given up, and nothing is written in its place yet. */
    LANE_BLOCK_EVICTED,
    /** A block's header has been written beyond the tail. */
    LANE_BLOCK_STARTED,
    /** A gap frame has been written beyond the tail. */
    LANE_GAP_WRITTEN,
    /** A record has been written beyond the tail. */
    LANE_RECORD_WRITTEN,
    /** The record's word makes it visible to a reader that polls; the tail does not include the record. */
    LANE_WORD_STORED,
    /** A record exists. */
    LANE_TAIL_STORED,
    /** A loss has been counted. */
    LANE_LOSS_COUNTED,
    /** An event that a rate filter drops has been counted. */
    LANE_EVENT_SKIPPED,
    /** A claim is open, and its payload is not committed yet. */
    CLAIM_OPENED,
    /** A lane has a new owner. */
    LANE_HANDED_OVER,
    /** A checkpoint is in effect, and the head is not stored yet. */
    DRAIN_CHECKPOINT_STORED,
    /** The room has been returned, and the events are not delivered yet. */
    DRAIN_HEAD_STORED,
    /** The lanes of a dead process are drained, and its ledger is not final yet. */
    DRAIN_LANES_FINISHED,
    /** A ledger is final, and its rings still exist. */
    DRAIN_SEALED,
    /** One ring of a final ledger has been removed. */
    DRAIN_RING_REMOVED,
    /** A final ledger has been added to the closed totals, and still exists. */
    DRAIN_FOLDED,
    /** A closed ledger has been unlinked. */
    DRAIN_LEDGER_REMOVED,
    /** A session's folder names the sink to which its drain will write, and nothing is written there yet. */
    DRAIN_SINK_NAMED,
    /** A recording contains a batch that the ledger does not include yet. */
    RECORD_BATCH_APPENDED,
    /** A recording contains a batch, and some of its lanes are committed. */
    RECORD_LANE_COMMITTED,
    /** A recording's new file has begun, and its leading sections are incomplete. */
    RECORD_ROLL_BEGUN,
    /** A recording contains a checkpoint of its own. */
    RECORD_CHECKPOINT_APPENDED,
    /** A ledger file exists, without any ring. */
    ATTACH_LEDGER_MADE,
    /** A ring file exists, and the ledger does not count its lanes yet. */
    ATTACH_RING_MADE,
    /** The lanes of a batch are in the ledger, and not in the pool yet. */
    ATTACH_LANES_COUNTED,
    /** The enable masks admit writers, which is not acknowledged yet. */
    ATTACH_MASK_SET,
    /** No writer can begin in the session any more, but some may be inside. */
    DETACH_LANES_REMOVED,
    /** All writers were seen outside, and the totals are not final yet. */
    DETACH_QUIET,
    /** The ledger is final, which is not acknowledged yet. */
    DETACH_FINAL;

    /** Whether the JVM was started with kill points. A constant for the compiler. */
    public static final boolean ARMED = Boolean.getBoolean("ringside.killpoints");

    /** Property: name of the point at which to stop. */
    public static final String POINT_PROPERTY = "ringside.killpoint";

    /** Property: passage of the point at which to stop, from 1 (the default). */
    public static final String PASSAGE_PROPERTY = "ringside.killpoint.at";

    /** Property: file to which one byte is written when the point is reached. */
    public static final String MARK_PROPERTY = "ringside.killpoint.file";

    private static final AtomicInteger PASSAGES = new AtomicInteger();

    /** Stop here forever if this is the passage selected by the properties. */
    public void reached() {
        if (name().equals(System.getProperty(POINT_PROPERTY))
                && PASSAGES.incrementAndGet() == Integer.getInteger(PASSAGE_PROPERTY, 1)) {
            mark(System.getProperty(MARK_PROPERTY));
            while (true) {
                LockSupport.park(this);
                // Clears the interrupt, with which the thread would not park again.
                Thread.interrupted();
            }
        }
    }

    private static void mark(final @Nullable String file) {
        if (file != null) {
            // Not a channel, which an interrupt would close before anything is written.
            try (RandomAccessFile mark = new RandomAccessFile(file, "rw")) {
                mark.write(1);
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
