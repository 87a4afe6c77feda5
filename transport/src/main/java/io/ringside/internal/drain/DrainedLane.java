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
 * A lane of a process as the drain of a session knows it. One object represents a lane as long as the drain does. Only
 * for the drain's thread.
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
    /** A lane begins as one that had nothing when it was polled last. */
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

    /** The process that has the lane. */
    public DrainedProcess process() {
        return process;
    }

    /** Index of the lane in the process's ledger. */
    public int index() {
        return index;
    }

    /** Returns the attachment of the drain's user; null if there is none. */
    public @Nullable Object attachment() {
        return attachment;
    }

    /**
     * Attach what the drain's user knows of the lane.
     *
     * @param object any
     */
    public void attach(final Object object) {
        attachment = object;
    }

    /**
     * Note which lanes are idle, for {@link #wasIdle}. Of all lanes at once, as the check for truncated files costs
     * more than all else; if one was truncated, none counts as idle.
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
     * Whether, when it was noted, every attempt made up to then had its outcome, and every record was staged: an event
     * that came later had not read its clock yet.
     */
    public boolean wasIdle() {
        return wasIdle;
    }

    /** The reader of the lane's frames. It is only asked: {@link #commit} takes what it has staged. */
    public LaneReader reader() {
        return reader;
    }

    /**
     * Take what was staged, up to a checkpoint. If the ledger was truncated, nobody learns of it, and the next look
     * leaves it out.
     *
     * @param checkpoint one that was handed out, or a step on the way to it
     */
    public void commit(final Checkpoint checkpoint) {
        storing(() -> reader.commit(checkpoint));
    }

    Path ledgerPath() {
        return ledgerPath;
    }

    /** Whether nothing waited in the lane at some moment up to now. */
    boolean hasBeenEmpty() {
        beenEmpty |= !reader.hasFrames();
        return beenEmpty;
    }

    /** Whether records wait that cannot be had now, as the process has too many files open. */
    public boolean isRefused() {
        return ring.isRefused() && !reader.isBroken();
    }

    int poll(final DrainSink sink, final int eventLimit) {
        if (target != sink) {
            // Storing a reference costs a barrier, and it is mostly unchanged.
            target = sink;
        }
        // After a poll in vain, the first event is taken alone: the word after it is on a cache line to which the
        // writer has just stored, and the event does not wait for that.
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

    /** Returns the number of polls without an event since the last one with some, up to the limit of an int. */
    int emptyPolls() {
        return emptyPolls;
    }

    /** Let the lane be polled in turn with others that rest, until it has events again. */
    void rest() {
        isResting = true;
    }

    boolean isResting() {
        return isResting;
    }

    /** Stage the next frames, if there are any and the journal has room for them. */
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

    /** Take everything that was staged. */
    void commitStaged() {
        storing(commitStaged);
    }

    /** The fault of another file may come out here: then nothing is stored yet, and the second time it is. */
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

    /** After a fault: the lane's ring may be the file that was truncated. */
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
