package io.ringside.internal.drain;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.registry.FoldedRow.Laneless;

/**
 * The content of a session's sink, by its own account. A recorder that was killed between writing and committing
 * leaves a sink that is ahead of the ledger: the next drain continues from here. Not thread-safe.
 */
public interface SinkBooks {
    /** A sink that holds nothing. */
    SinkBooks EMPTY = new SinkBooks() {};

    /**
     * The last checkpoint of a lane.
     *
     * @param process of the lane
     * @param lane    index in the process's ledger
     * @param target  filled with the checkpoint
     * @return false if the sink knows nothing of the lane
     */
    default boolean lane(final Incarnation process, final int lane, final Checkpoint target) {
        return false;
    }

    /**
     * The losses without a lane.
     *
     * @param process that lost them
     * @return {@link Laneless#NONE} if the sink knows nothing of them
     */
    default Laneless laneless(final Incarnation process) {
        return Laneless.NONE;
    }
}
