package io.ringside.internal.lane;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/** Receives what a lane's reader stages: frames and losses that do not count as taken yet, in the order of the lane. */
public interface LaneJournal {
    /**
     * Where the next frames are copied to, before they are checked: who keeps them need not copy them again. By default
     * that is memory of the reader.
     *
     * @param length of the frames in bytes
     * @return at least so many bytes outside the heap, private, of which anything may be overwritten; null for the
     *         reader's own
     */
    default @Nullable MutableDirectBuffer room(final int length) {
        return null;
    }

    /**
     * Frames of one block. {@link FrameReplay} makes events and gaps of them.
     *
     * @param from        the totals before them, valid during the call
     * @param to          the totals after them, valid during the call
     * @param numberLimit no frame describes an attempt from here on
     * @param bytes       private copy from offset 0, in the room that was given or else valid during the call
     * @param length      of the frames in bytes; 0 if those between the positions could not be read
     */
    void onFrames(Checkpoint from, Checkpoint to, long numberLimit, DirectBuffer bytes, int length);

    /**
     * Losses after all frames: the difference of two checkpoints of the same position. Or events that were overwritten
     * before the frames that come next, or discarded in place of the last ones, with losses between them: then the
     * position has moved too.
     *
     * @param from           the totals before them, valid during the call
     * @param to             the totals after them, valid during the call
     * @param firstTimeTicks at or before the first of them, 0 if unknown
     * @param lastTimeTicks  at or after the last of them, 0 if unknown
     */
    void onLosses(Checkpoint from, Checkpoint to, long firstTimeTicks, long lastTimeTicks);
}
