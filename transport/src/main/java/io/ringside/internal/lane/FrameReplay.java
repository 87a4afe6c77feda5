package io.ringside.internal.lane;

import io.ringside.internal.lane.FrameWalker.Outcome;
import org.agrona.DirectBuffer;

/**
 * Makes events and gaps of what a lane's reader has staged, be it long ago and on another machine: the bytes are
 * checked as if they came from a lane. Not thread-safe.
 */
public final class FrameReplay {
    private final FrameWalker walker;
    private final LaneGap gap = new LaneGap();

    /**
     * Replay frames of lanes of one size.
     *
     * @param geometry of the lanes
     */
    public FrameReplay(final LaneGeometry geometry) {
        this.walker = new FrameWalker(geometry);
    }

    /**
     * Note the names of threads that are in frames.
     *
     * @param names of the threads of the process whose frames come next
     */
    public void threadNames(final ThreadNames names) {
        walker.threadNames(names);
    }

    /**
     * Replay frames.
     *
     * @param bytes       frames from the state's position on, all within one block
     * @param length      of the frames in bytes
     * @param numberLimit as it was when the frames were staged
     * @param eventLimit  most events to replay
     * @param state       the totals before the frames, moved along; damaged if a frame fails its checks
     * @param sink        receives events and gaps
     * @return events replayed
     */
    public int frames(final DirectBuffer bytes, final int length, final long numberLimit, final int eventLimit,
            final Checkpoint state, final LaneSink sink) {
        walker.numberLimit(numberLimit);
        return walker.walk(bytes, length, eventLimit, Outcome.DELIVERED, state, sink);
    }

    /**
     * Replay losses after all frames, or what was overwritten before frames, or discarded in place of the last ones.
     *
     * @param from           the totals before them
     * @param to             the totals after them
     * @param firstTimeTicks as staged
     * @param lastTimeTicks  as staged
     * @param sink           receives the gap
     */
    public void losses(final Checkpoint from, final Checkpoint to, final long firstTimeTicks, final long lastTimeTicks,
            final LaneSink sink) {
        gap.difference(from, to).times(firstTimeTicks, lastTimeTicks);
        sink.onGap(gap, from.ownerThreadId);
    }
}
