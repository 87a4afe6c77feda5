package io.ringside.internal.drain;

import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.LaneGap;

/**
 * Receives what a drain takes: for each lane in the lane's order, lanes in no particular order. What it throws passes
 * through the drain; the event at hand is taken all the same, and what else was taken with it is lost to the sink.
 */
public interface DrainSink extends LanelessSink {
    /**
     * Consecutive events of one thread in a lane.
     *
     * @param lane  that holds them
     * @param batch with the records, valid during the call
     * @param piece that they are part of: it leads from one record to the next
     * @param begin offset of the first record's header
     * @param end   offset after the last record
     */
    void onRecords(DrainedLane lane, Batch batch, Batch.Piece piece, int begin, int end);

    /**
     * A gap between two events of a lane, or at the lane's end.
     *
     * @param lane          that has it
     * @param gap           valid during the call
     * @param ownerThreadId thread that owned the lane when the gap began
     */
    void onGap(DrainedLane lane, LaneGap gap, long ownerThreadId);
}
