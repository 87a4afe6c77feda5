package io.ringside.internal.drain;

import io.ringside.internal.lane.LaneGap;
import io.ringside.session.LossCause;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Receives what is read of a session beside its drain: for each lane in the lane's order, lanes in no order. */
public interface PeekSink {
    /**
     * Where the next frames are copied to.
     *
     * @param length in bytes
     * @return at least so many bytes outside the heap, private, of which anything may be overwritten
     */
    MutableDirectBuffer room(int length);

    /**
     * Events of a lane that follow each other.
     *
     * @param process       that wrote them
     * @param lane          index of the lane in the process's ledger
     * @param buffer        the room that was given
     * @param offset        of the first record's header
     * @param lastOffset    of the last record's header
     * @param end           of the last record, aligned
     * @param ownerThreadId thread that wrote them
     */
    void onRecords(DrainedProcess process, int lane, DirectBuffer buffer, int offset, int lastOffset, int end,
            long ownerThreadId);

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
     * Events that were lost without a lane since the last time.
     *
     * @param process        that lost them
     * @param cause          {@link LossCause#NO_LANE} or {@link LossCause#NOT_ATTACHED}
     * @param count          positive
     * @param firstTimeTicks at or before the first of them, in ticks of the session's clock
     * @param lastTimeTicks  at or after the last of them, in ticks of the session's clock
     */
    void onLanelessLoss(DrainedProcess process, LossCause cause, long count, long firstTimeTicks, long lastTimeTicks);
}
