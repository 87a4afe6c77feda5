package io.ringside.internal.drain;

import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.LaneGap;

/**
 * Receives the events that a drain takes: for each lane in the lane's order, lanes in no particular order. Exceptions
 * pass through the drain; the current event counts as taken, and others taken with it are lost to the sink.
 */
public interface DrainSink extends LanelessSink {
    /**
     * Called with consecutive events of one thread in a lane.
     *
     * @param lane  lane of the events
     * @param batch batch with the records, valid during the call
     * @param piece piece that contains them, for stepping from one record to the next
     * @param begin offset of the first record's header
     * @param end   offset after the last record
     */
    void onRecords(DrainedLane lane, Batch batch, Batch.Piece piece, int begin, int end);

    /**
     * Called with a gap between two events of a lane, or at the lane's end.
     *
     * @param lane          lane of the gap
     * @param gap           the gap, valid during the call
     * @param ownerThreadId thread that owned the lane when the gap began
     */
    void onGap(DrainedLane lane, LaneGap gap, long ownerThreadId);
}
