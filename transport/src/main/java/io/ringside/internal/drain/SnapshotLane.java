package io.ringside.internal.drain;

import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.LaneSnapshot;
import io.ringside.internal.lane.RingFileBytes;
import java.nio.file.Path;

/** A lane that a snapshot copies. Not thread-safe. */
final class SnapshotLane implements AutoCloseable {
    private final DrainedProcess process;
    private final Path ledgerPath;
    private final int index;
    private final RingFileBytes ring;
    private final LaneSnapshot snapshot;
    private final SnapshotJournal journal;
    private boolean found;

    SnapshotLane(final DrainedProcess process, final Path ledgerPath, final int index, final RingFileBytes ring,
            final LaneSnapshot snapshot, final SnapshotJournal journal) {
        this.process = process;
        this.ledgerPath = ledgerPath;
        this.index = index;
        this.ring = ring;
        this.journal = journal;
        this.snapshot = snapshot;
    }

    Path ledgerPath() {
        return ledgerPath;
    }

    int index() {
        return index;
    }

    DrainedProcess process() {
        return process;
    }

    /** The snapshot's totals of the lane; not to be changed. */
    Checkpoint books() {
        return snapshot.books();
    }

    /** Whether nothing more is copied although there was more. */
    boolean isBroken() {
        return snapshot.isBroken() || snapshot.books().damaged;
    }

    /** Whether there is a block left to be copied. */
    boolean hasNext() {
        return found;
    }

    /** Time of the first event of that block. */
    long nextTimeTicks() {
        return snapshot.nextTimeTicks();
    }

    /** Look for the next block, be it the first; after the last one the losses are reported. */
    void look() {
        found = snapshot.look(this::handOn);
        if (!found) {
            snapshot.losses(this::handOn);
        }
    }

    /** Copy the block that was found, and look for the next one. */
    void copy() {
        snapshot.copy(this::handOn);
        look();
    }

    /** No more of it. */
    void end() {
        found = false;
    }

    private void handOn(final Batch batch) {
        journal.onBatch(process, index, batch);
    }

    @Override
    public void close() {
        ring.close();
    }
}
