package io.ringside.internal.drain;

import io.ringside.internal.lane.Batch;

/** Receives what is copied of a session beside its writers and its drain: for each lane in the lane's order. */
public interface CopySink extends LanelessSink {
    /**
     * Frames of one block of a lane, or a gap: losses, or what was overwritten before it could be copied.
     *
     * @param process that has the lane
     * @param lane    index of the lane in the process's ledger
     * @param batch   valid during the call, unless the sink has provided it
     */
    void onBatch(DrainedProcess process, int lane, Batch batch);
}
