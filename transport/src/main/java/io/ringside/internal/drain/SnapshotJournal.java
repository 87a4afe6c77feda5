package io.ringside.internal.drain;

import io.ringside.internal.lane.Batch;
import io.ringside.session.LossCause;

/** Receives what a snapshot copies: for each lane in the lane's order, the lanes by the times of their blocks. */
public interface SnapshotJournal {
    /**
     * Frames of one block; or what is missing before them or after them: events that were overwritten, and losses.
     *
     * @param process that has the lane
     * @param lane    index of the lane in the process's ledger
     * @param batch   with the snapshot's totals before and after it, valid during the call
     */
    void onBatch(DrainedProcess process, int lane, Batch batch);

    /**
     * All events that a process has lost without a lane up to now.
     *
     * @param process        that lost them
     * @param cause          {@link LossCause#NO_LANE} or {@link LossCause#NOT_ATTACHED}
     * @param count          positive
     * @param firstTimeTicks at or before the first of them, in ticks of the session's clock
     * @param lastTimeTicks  at or after the last of them, in ticks of the session's clock
     */
    void onLanelessLoss(DrainedProcess process, LossCause cause, long count, long firstTimeTicks, long lastTimeTicks);
}
