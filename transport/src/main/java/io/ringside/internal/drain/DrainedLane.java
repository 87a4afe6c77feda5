package io.ringside.internal.drain;

import io.ringside.internal.files.MappedFault;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.lane.LaneReader;
import io.ringside.internal.lane.MappedRingBytes;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A lane of a process in the drain of a session. One object represents a lane during the lifetime of the drain. Used
 * only by the drain's thread.
 */
public final class DrainedLane implements Batch.Receiver {
    private final DrainedProcess process;
    private final Path ledgerPath;
    private final int index;
    private final LaneReader reader;
    private final Runnable commitStaged;
    private final MappedRingBytes ring;
    private @Nullable DrainSink target;
    private @Nullable Object attachment;
    private boolean beenEmpty;
    /** Initially, a lane counts as empty in its last poll. */
    private int emptyPolls = 1;
    private boolean isResting;
    private boolean wasIdle;

    DrainedLane(final DrainedProcess process, final Path ledgerPath, final int index, final LaneReader reader,
            final MappedRingBytes ring) {
        this.process = process;
        this.ledgerPath = ledgerPath;
        this.index = index;
        this.reader = reader;
        this.commitStaged = reader::commitStaged;
        this.ring = ring;
    }

    /** Returns the process of the lane. */
    public DrainedProcess process() {
        return process;
    }

    /** Returns the index of the lane in the process's ledger. */
    public int index() {
        return index;
    }

    /** Returns the object attached by the drain's user; null if there is none. */
    public @Nullable Object attachment() {
        return attachment;
    }

    /**
     * Attach data of the drain's user.
     *
     * @param object any object
     */
    public void attach(final Object object) {
        attachment = object;
    }

    /**
     * Note which lanes are idle, for {@link #wasIdle}. Done for all lanes at once, because the check for truncated
     * files is the most expensive part. If a file was truncated, no lane counts as idle.
     */
    public static void noteIdle(final List<DrainedLane> lanes) {
        try {
            for (int i = 0; i < lanes.size(); i++) {
                final DrainedLane lane = lanes.get(i);
                lane.wasIdle = lane.reader.isIdle();
            }
            MappedFault.settle();
        } catch (final InternalError e) {
            MappedFault.require(e);
            for (int i = 0; i < lanes.size(); i++) {
                lanes.get(i).wasIdle = false;
            }
        }
    }

    /**
     * Returns whether the lane was idle when it was last noted: every attempt had its outcome, and every record was
     * staged, so the writer of any later event had not read its clock yet.
     */
    public boolean wasIdle() {
        return wasIdle;
    }

    /** Returns the reader of the lane's frames, for queries only; {@link #commit} takes its staged events. */
    public LaneReader reader() {
        return reader;
    }

    /**
     * Take staged events, up to a checkpoint. If the ledger was truncated, the checkpoint is not visible to others, and
     * the next scan skips the ledger.
     *
     * @param checkpoint checkpoint of a staged batch, or one before it
     */
    public void commit(final Checkpoint checkpoint) {
        storing(() -> reader.commit(checkpoint));
    }

    Path ledgerPath() {
        return ledgerPath;
    }

    /** Returns whether there was a moment when the lane was empty. */
    boolean hasBeenEmpty() {
        beenEmpty |= !reader.hasFrames();
        return beenEmpty;
    }

    /** Returns whether records wait that cannot be read now, because the process has too many open files. */
    public boolean isRefused() {
        return ring.isRefused() && !reader.isBroken();
    }

    int poll(final DrainSink sink, final int eventLimit) {
        if (target != sink) {
            // Storing a reference costs a barrier, and it is mostly unchanged.
            target = sink;
        }
        // After an empty poll, the first event is taken alone: the word after it is on a cache line that the writer has
        // just modified, and the event does not wait for that line.
        final int first = emptyPolls == 0 ? eventLimit : Math.min(eventLimit, 1);
        int events = take(first);
        if (events == first && first < eventLimit) {
            events += take(eventLimit - first);
        }
        if (events > 0) {
            emptyPolls = 0;
            isResting = false;
        } else {
            emptyPolls = Math.min(emptyPolls, Integer.MAX_VALUE - 1) + 1;
        }
        return events;
    }

    private int take(final int eventLimit) {
        final Batch taken = reader.take(eventLimit);
        if (taken == null) {
            return 0;
        }
        final int events = taken.events();
        taken.deliver(this);
        return events;
    }

    /** Returns the number of empty polls since the last one with events, up to the limit of an int. */
    int emptyPolls() {
        return emptyPolls;
    }

    /** Mark the lane as resting: it is polled in turn with other resting lanes, until it has events again. */
    void rest() {
        isResting = true;
    }

    boolean isResting() {
        return isResting;
    }

    /** Stage the next frames, if there are any and the journal accepts them. */
    boolean stage(final DrainJournal journal) {
        final Batch batch = journal.batch(this);
        if (batch == null || !reader.stage(batch)) {
            return false;
        }
        journal.onBatch(this, batch);
        return true;
    }

    void stageLosses(final DrainJournal journal, final Batch batch) {
        if (reader.stageLosses(batch)) {
            journal.onBatch(this, batch);
        }
    }

    void stageFinish(final DrainJournal journal, final Batch batch) {
        stageLosses(journal, batch);
        if (reader.stageRest(batch)) {
            journal.onBatch(this, batch);
        }
    }

    void stageDiscarded(final DrainJournal journal, final Batch batch) {
        if (reader.stageDiscarded(batch)) {
            journal.onBatch(this, batch);
        }
    }

    /** Take all staged events. */
    void commitStaged() {
        storing(commitStaged);
    }

    /** Stores a checkpoint. If a pending fault of another file is thrown instead, the second attempt stores it. */
    private static void storing(final Runnable commit) {
        try {
            commit.run();
        } catch (final InternalError e) {
            MappedFault.require(e);
            try {
                commit.run();
            } catch (final InternalError own) {
                MappedFault.require(own);
            }
        }
    }

    /** Called after a fault: the lane's ring may be the truncated file. */
    void leaveCutRing() {
        ring.leaveCut();
    }

    void close() {
        ring.close();
    }

    @Override
    public void onRecords(final Batch batch, final Batch.Piece piece, final int begin, final int end) {
        final DrainSink sink = target;
        if (sink != null) {
            sink.onRecords(this, batch, piece, begin, end);
        }
    }

    @Override
    public void onGap(final LaneGap gap, final long ownerThreadId) {
        final DrainSink sink = target;
        if (sink != null) {
            sink.onGap(this, gap, ownerThreadId);
        }
    }
}
