package io.ringside.internal.drain;

import io.ringside.internal.lane.Checkpoint;
import io.ringside.session.LossCause;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Receives what a drain stages: frames and losses that do not count as taken before they are committed. A sink that
 * writes them down first and commits then has each of them exactly once, wherever the process is killed.
 */
public interface DrainJournal {
    /**
     * Whether more frames of a lane are welcome.
     *
     * @param lane that has some
     * @return false to leave them in the lane for now
     */
    boolean accepts(DrainedLane lane);

    /**
     * Where the next frames are copied to, before they are checked: who keeps them need not copy them again. By default
     * that is memory of the drain.
     *
     * @param length of the frames in bytes
     * @return at least so many bytes outside the heap, private, of which anything may be overwritten; null for the
     *         drain's own
     */
    default @Nullable MutableDirectBuffer room(final int length) {
        return null;
    }

    /**
     * Frames of one block of a lane, after those that were staged before.
     *
     * @param lane        with the frames; {@link DrainedLane#commit} takes them
     * @param from        the lane's books before them, valid during the call
     * @param to          the lane's totals after them, valid during the call
     * @param numberLimit no frame describes an attempt from here on
     * @param bytes       private copy from offset 0, in the room that was given or else valid during the call
     * @param length      of the frames in bytes; 0 if those between the positions could not be read
     */
    void onFrames(DrainedLane lane, Checkpoint from, Checkpoint to, long numberLimit, DirectBuffer bytes, int length);

    /**
     * Losses of a lane after all its frames: the difference of two checkpoints of the same position. Or all that is
     * left of a lane that is given up, see {@link SessionDrain#stageDiscarded}: then the position has moved too.
     *
     * @param lane           with the losses
     * @param from           the lane's books before them, valid during the call
     * @param to             the lane's totals after them, valid during the call
     * @param firstTimeTicks at or before the first of them, 0 if unknown
     * @param lastTimeTicks  at or after the last of them, 0 if unknown
     */
    void onLosses(DrainedLane lane, Checkpoint from, Checkpoint to, long firstTimeTicks, long lastTimeTicks);

    /**
     * Events that were lost without a lane; {@link DrainedProcess#commitLanelessLosses} takes them.
     *
     * @param process        that lost them
     * @param cause          {@link LossCause#NO_LANE} or {@link LossCause#NOT_ATTACHED}
     * @param count          positive
     * @param firstTimeTicks at or before the first of them, in ticks of the session's clock
     * @param lastTimeTicks  at or after the last of them, in ticks of the session's clock
     */
    void onLanelessLoss(DrainedProcess process, LossCause cause, long count, long firstTimeTicks, long lastTimeTicks);

    /**
     * Write down all that was staged of a process: its books are about to be closed. What is left of it are losses
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
