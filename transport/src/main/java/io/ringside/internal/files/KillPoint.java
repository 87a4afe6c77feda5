package io.ringside.internal.files;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A place after one store of a protocol. A passage reads
 *
 * <pre>
 * if (KillPoint.ARMED) {
 *     KillPoint.ROW_RENAMED.reached();
 * }
 * </pre>
 *
 * and costs nothing unless armed. Armed, the passage that the properties name writes one byte into the mark file and
 * never returns, so that the parent which sees the byte can kill the process exactly there. Thread-safe.
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
    /** A row is gone. */
    ROW_REMOVED,
    /** One enable mask of several is stored. */
    WORD_STORED,
    /** All enable masks are stored. */
    WORDS_STORED,
    /** The change counter is stored. */
    COUNTER_STORED,
    /** The dirty mark is cleared. */
    DIRTY_CLEARED,
    /** A session's id is used up, its folder not yet made. */
    SESSION_ID_TAKEN,
    /** A session's folder exists without its row. */
    SESSION_FOLDER_MADE,
    /** A session is marked as stopping, and no wait has begun. */
    SESSION_STOPPING,
    /** All processes have acknowledged a session's end. */
    SESSION_ACKNOWLEDGED,
    /** A session's ledger is complete, its files still there. */
    SESSION_SETTLED,
    /** One file of an ended session is gone. */
    SESSION_FILE_REMOVED,
    /** A process page exists. */
    PAGE_PUBLISHED,
    /** A registration is stored after the end of the table. */
    REGISTRATION_STORED,
    /** A registration is published. */
    REGISTRATION_PUBLISHED,
    /** A name is written after those that are published. */
    NAME_WRITTEN,
    /** A name is published. */
    NAME_PUBLISHED,
    /** An acknowledgement is stored, its generation not yet. */
    ACK_STORED,
    /** An acknowledgement is published. */
    ACK_PUBLISHED,
    /** An attempt is counted and has no outcome yet. */
    LANE_ATTEMPT_COUNTED,
    /** In overwrite mode, the oldest block is given up, and nothing is written in its place yet. */
    LANE_BLOCK_EVICTED,
    /** A block's header is written beyond tail. */
    LANE_BLOCK_STARTED,
    /** A gap frame is written beyond tail. */
    LANE_GAP_WRITTEN,
    /** A record is written beyond tail. */
    LANE_RECORD_WRITTEN,
    /** The record's word makes it visible to a reader that polls it; the tail does not include it. */
    LANE_WORD_STORED,
    /** A record exists. */
    LANE_TAIL_STORED,
    /** A loss is counted. */
    LANE_LOSS_COUNTED,
    /** An event that a rate filter leaves out is counted. */
    LANE_EVENT_SKIPPED,
    /** A claim is open and its payload not yet committed. */
    CLAIM_OPENED,
    /** A lane has a new owner. */
    LANE_HANDED_OVER,
    /** A checkpoint is in force, the head not yet stored. */
    DRAIN_CHECKPOINT_STORED,
    /** Room is given back, the events not yet delivered. */
    DRAIN_HEAD_STORED,
    /** The lanes of a dead process are drained, its ledger not yet final. */
    DRAIN_LANES_FINISHED,
    /** A ledger is final, the rings still there. */
    DRAIN_SEALED,
    /** One ring of a final ledger is gone. */
    DRAIN_RING_REMOVED,
    /** A final ledger is added to the closed totals, the ledger still there. */
    DRAIN_FOLDED,
    /** A closed ledger has been unlinked. */
    DRAIN_LEDGER_REMOVED,
    /** A session's folder names the sink that its drain will write to, and nothing is written there yet. */
    DRAIN_SINK_NAMED,
    /** A recording holds a batch, the ledger not yet. */
    RECORD_BATCH_APPENDED,
    /** A recording holds a batch, and some of its lanes are committed. */
    RECORD_LANE_COMMITTED,
    /** A recording's new file has begun, without all of what every file begins with. */
    RECORD_ROLL_BEGUN,
    /** A recording holds a checkpoint of its own. */
    RECORD_CHECKPOINT_APPENDED,
    /** A ledger file exists, no ring yet. */
    ATTACH_LEDGER_MADE,
    /** A ring file exists, the ledger does not count its lanes yet. */
    ATTACH_RING_MADE,
    /** The lanes of a batch are in the ledger, not yet in the pool. */
    ATTACH_LANES_COUNTED,
    /** The enable masks let writers in, not yet acknowledged. */
    ATTACH_MASK_SET,
    /** No writer can begin in the session any more, some may be inside. */
    DETACH_LANES_REMOVED,
    /** All writers were seen outside, the totals are not yet final. */
    DETACH_QUIET,
    /** The ledger is final, not yet acknowledged. */
    DETACH_FINAL;

    /** Whether this JVM was started to be killed. A constant for the compiler. */
    public static final boolean ARMED = Boolean.getBoolean("ringside.killpoints");

    /** Property: name of the point to stop at. */
    public static final String POINT_PROPERTY = "ringside.killpoint";

    /** Property: at which passage of the point to stop, from 1 (the default). */
    public static final String PASSAGE_PROPERTY = "ringside.killpoint.at";

    /** Property: file that gets one byte when the point is reached. */
    public static final String MARK_PROPERTY = "ringside.killpoint.file";

    private static final AtomicInteger PASSAGES = new AtomicInteger();

    /** Stop here forever if this passage is the one that was asked for. */
    public void reached() {
        if (name().equals(System.getProperty(POINT_PROPERTY))
                && PASSAGES.incrementAndGet() == Integer.getInteger(PASSAGE_PROPERTY, 1)) {
            mark(System.getProperty(MARK_PROPERTY));
            while (true) {
                LockSupport.park(this);
                // An interrupted thread would not park again.
                Thread.interrupted();
            }
        }
    }

    private static void mark(final @Nullable String file) {
        if (file != null) {
            // Not a channel: an interrupted thread would close it instead of writing.
            try (RandomAccessFile mark = new RandomAccessFile(file, "rw")) {
                mark.write(1);
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
