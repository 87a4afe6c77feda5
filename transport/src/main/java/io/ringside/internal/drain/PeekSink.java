package io.ringside.internal.drain;

import io.ringside.internal.lane.Batch;
import io.ringside.session.LossCause;

/** Receives what is read of a session beside its drain: for each lane in the lane's order, lanes in no order. */
public interface PeekSink {
    /**
     * Provides the batch that the next frames or losses of a lane are read into. It may stay unused.
     *
     * @param process that has the lane
     * @param lane    index of the lane in the process's ledger
     * @return the batch
     */
    Batch batch(DrainedProcess process, int lane);

    /**
     * Frames of one block of a lane, or a gap: losses, or what was overwritten before it could be read.
     *
     * @param process that has the lane
     * @param lane    index of the lane in the process's ledger
     * @param batch   that {@link #batch} has returned last
     */
    void onBatch(DrainedProcess process, int lane, Batch batch);

    /**
     * Events that were lost without a lane since the last time.
     *
     * @param process        that lost them
     * @param cause          {@link LossCause#NO_LANE} or {@link LossCause#NOT_ATTACHED}
     * @param count          positive
     * @param firstTimeTicks at or before the first of them, in ticks of the session's clock
     * @param lastTimeTicks  at or after the last of them, in ticks of the session's clock
     */
    void onLanelessLoss(DrainedProcess process, LossCause cause, long count, long firstTimeTicks, long lastTimeTicks);
}
