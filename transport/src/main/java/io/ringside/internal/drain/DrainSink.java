package io.ringside.internal.drain;

import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.session.LossCause;
import org.agrona.DirectBuffer;

/**
 * Receives what a drain takes: for each lane in the lane's order, lanes in no particular order. What it throws passes
 * through the drain; the event at hand is taken all the same, and what else was taken with it is lost to the sink.
 */
public interface DrainSink {
    /**
     * An event.
     *
     * @param process       that wrote it
     * @param lane          index of the lane in the process's ledger
     * @param buffer        private copy, valid during the call
     * @param offset        of the record's header, see {@link io.ringside.internal.layout.FrameDescriptor}
     * @param length        of the record with its header, in bytes
     * @param ownerThreadId thread that wrote it
     */
    void onEvent(DrainedProcess process, int lane, DirectBuffer buffer, int offset, int length, long ownerThreadId);

    /**
     * Events of a lane that follow each other, instead of as many calls of {@link #onEvent}.
     *
     * @param lane          that holds them
     * @param buffer        private copy, valid during the call
     * @param offset        of the first record's header; each is followed by the next at a multiple of
     *                      {@link FrameDescriptor#ALIGNMENT}
     * @param end           after the last record, aligned
     * @param ownerThreadId thread that wrote them
     */
    default void onRecords(final DrainedLane lane, final DirectBuffer buffer, final int offset, final int end,
            final long ownerThreadId) {
        int length;
        for (int record = offset; record < end; record += FrameDescriptor.align(length)) {
            length = FrameDescriptor.length(buffer.getLong(record));
            onEvent(lane.process(), lane.index(), buffer, record, length, ownerThreadId);
        }
    }

    /**
     * A gap between two events of a lane, or at the lane's end.
     *
     * @param process       that owns the lane
     * @param lane          index of the lane in the process's ledger
     * @param gap           valid during the call
     * @param ownerThreadId thread that owned the lane when the gap began
     */
    void onGap(DrainedProcess process, int lane, LaneGap gap, long ownerThreadId);

    /**
     * Events that were lost without a lane.
     *
     * @param process        that lost them
     * @param cause          {@link LossCause#NO_LANE} or {@link LossCause#NOT_ATTACHED}
     * @param count          positive
     * @param firstTimeTicks at or before the first of them, in ticks of the session's clock
     * @param lastTimeTicks  at or after the last of them, in ticks of the session's clock
     */
    void onLanelessLoss(DrainedProcess process, LossCause cause, long count, long firstTimeTicks, long lastTimeTicks);
}
