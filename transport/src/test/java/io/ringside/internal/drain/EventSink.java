package io.ringside.internal.drain;

import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.layout.FrameDescriptor;
import org.agrona.DirectBuffer;

/** A sink of tests, which takes events one by one. */
public interface EventSink extends DrainSink {
    /** An event, with the offset and the length of its record. */
    void onEvent(DrainedProcess process, int lane, DirectBuffer buffer, int offset, int length, long ownerThreadId);

    /** A gap of a lane. */
    void onGap(DrainedProcess process, int lane, LaneGap gap, long ownerThreadId);

    @Override
    default void onRecords(final DrainedLane lane, final Batch batch, final Batch.Piece piece, final int begin,
            final int end) {
        final DirectBuffer buffer = batch.bytes();
        int next = begin;
        while (next < end) {
            final int offset = next;
            final int length = FrameDescriptor.length(buffer.getLong(offset));
            next = piece.next(offset, length);
            onEvent(lane.process(), lane.index(), buffer, offset, length, piece.ownerThreadId());
        }
    }

    @Override
    default void onGap(final DrainedLane lane, final LaneGap gap, final long ownerThreadId) {
        onGap(lane.process(), lane.index(), gap, ownerThreadId);
    }
}
