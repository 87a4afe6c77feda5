package io.ringside.internal.drain;

import io.ringside.internal.lane.Batch;

/** Receives copied frames of a session, without affecting writers and drain: for each lane in the lane's order. */
public interface CopySink extends LanelessSink {
    /**
     * Called with frames of one block of a lane, or with a gap: losses, or events overwritten before they could be
     * copied.
     *
     * @param process process of the lane
     * @param lane    index of the lane in the process's ledger
     * @param batch   the batch, valid during the call unless the sink has provided it
     */
    void onBatch(DrainedProcess process, int lane, Batch batch);
}
