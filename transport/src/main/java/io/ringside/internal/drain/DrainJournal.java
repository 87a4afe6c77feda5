package io.ringside.internal.drain;

import io.ringside.internal.lane.Batch;
import org.jspecify.annotations.Nullable;

/**
 * Receives what a drain stages: frames and losses that do not count as taken before they are committed. A sink that
 * writes them down first and commits then has each of them exactly once, wherever the process is killed.
 */
public interface DrainJournal extends LanelessSink {
    /**
     * Provides the batch into which the next frames of a lane are copied.
     *
     * @param lane that has some
     * @return null to leave them in the lane for now
     */
    @Nullable
    Batch batch(DrainedLane lane);

    /**
     * Frames of one block of a lane, after those that were staged before; or losses after all its frames, or all that
     * is left of a lane that is given up, see {@link SessionDrain#stageDiscarded}.
     *
     * @param lane  that the batch is of; {@link DrainedLane#commit} takes it
     * @param batch with frames, that {@link #batch} has returned; with losses, it is valid during the call only
     */
    void onBatch(DrainedLane lane, Batch batch);

    /**
     * Write down all that was staged of a process: its ledger is about to be closed. What is left of it are losses
     * after all frames.
     *
     * @param process that ends
     */
    void settle(DrainedProcess process);

    /** The session has ended and everything of it is committed; the drain still holds it during the call. */
    default void onEnd() {
        // A journal that only delivers has nothing to write down.
    }
}
