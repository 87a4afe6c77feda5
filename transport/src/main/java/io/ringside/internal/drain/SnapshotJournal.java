package io.ringside.internal.drain;

import io.ringside.internal.lane.Checkpoint;
import io.ringside.session.LossCause;
import org.agrona.DirectBuffer;

/** Receives what a snapshot copies: for each lane in the lane's order, the lanes by the times of their blocks. */
public interface SnapshotJournal {
    /**
     * Frames of one block, checked.
     *
     * @param process     that has the lane
     * @param lane        index of the lane in the process's ledger
     * @param from        the snapshot's books before them, valid during the call
     * @param to          the snapshot's totals after them, valid during the call
     * @param numberLimit no frame describes an attempt from here on
     * @param bytes       private copy from offset 0, valid during the call
     * @param length      of the frames in bytes; 0 if those between the positions could not be read
     */
    void onFrames(DrainedProcess process, int lane, Checkpoint from, Checkpoint to, long numberLimit,
            DirectBuffer bytes, int length);

    /**
     * Events that were overwritten, and losses between them or after all frames: the difference of two checkpoints.
     *
     * @param process        that has the lane
     * @param lane           index of the lane in the process's ledger
     * @param from           the snapshot's books before them, valid during the call
     * @param to             the snapshot's totals after them, valid during the call
     * @param firstTimeTicks at or before the first of them, 0 if unknown
     * @param lastTimeTicks  at or after the last of them, 0 if unknown
     */
    void onMissing(DrainedProcess process, int lane, Checkpoint from, Checkpoint to, long firstTimeTicks,
            long lastTimeTicks);

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
