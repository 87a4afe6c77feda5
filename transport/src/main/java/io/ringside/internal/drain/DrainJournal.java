package io.ringside.internal.drain;

import io.ringside.internal.lane.Batch;
import org.jspecify.annotations.Nullable;

/**
 * Receives staged frames and losses of a drain, which do not count as taken before they are committed. A sink that
 * stores them before it commits has each of them exactly once, wherever the process is killed.
 */
public interface DrainJournal extends LanelessSink {
    /**
     * Provides the batch into which the next frames of a lane are copied.
     *
     * @param lane lane with frames
     * @return the batch; null to leave the frames in the lane for now
     */
    @Nullable
    Batch batch(DrainedLane lane);

    /**
     * Called with frames of one block of a lane, after those staged before; or with losses after all its frames, or
     * with the rest of a lane that is given up, see {@link SessionDrain#stageDiscarded}.
     *
     * @param lane  lane of the batch; {@link DrainedLane#commit} takes the batch
     * @param batch for frames, the batch returned by {@link #batch}; for losses, a batch valid only during the call
     */
    void onBatch(DrainedLane lane, Batch batch);

    /**
     * Store all staged batches of a process, whose ledger is about to be closed. Only losses after all frames remain.
     *
     * @param process ending process
     */
    void settle(DrainedProcess process);

    /** Called when the session has ended and everything has been committed. The drain still holds its lock. */
    default void onEnd() {
        // A journal that only delivers has nothing to store.
    }
}
