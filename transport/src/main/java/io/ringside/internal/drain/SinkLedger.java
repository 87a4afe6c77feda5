package io.ringside.internal.drain;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.registry.ClosedTotals.Laneless;

/**
 * Content of a session's sink, according to its own totals. A recorder killed between writing and committing leaves a
 * sink that is ahead of the ledger: the next drain continues from these totals. Not thread-safe.
 */
public interface SinkLedger {
    /** An empty sink. */
    SinkLedger EMPTY = new SinkLedger() {};

    /**
     * Reads the last checkpoint of a lane.
     *
     * @param process process of the lane
     * @param lane    index of the lane in the process's ledger
     * @param target  receives the checkpoint
     * @return false if the sink has no data of the lane
     */
    default boolean lane(final Incarnation process, final int lane, final Checkpoint target) {
        return false;
    }

    /**
     * Returns the lane-less losses of a process.
     *
     * @param process process that lost them
     * @return the losses; {@link Laneless#NONE} if the sink has none
     */
    default Laneless laneless(final Incarnation process) {
        return Laneless.NONE;
    }
}
