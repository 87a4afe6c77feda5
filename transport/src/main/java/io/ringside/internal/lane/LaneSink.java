package io.ringside.internal.lane;

import io.ringside.internal.layout.FrameDescriptor;
import org.agrona.DirectBuffer;

/** Receives the items that a lane's reader takes, in the order of the lane. */
public interface LaneSink {
    /** Ignores everything, for readers that only count. */
    LaneSink NONE = new LaneSink() {
        @Override
        public void onEvent(final DirectBuffer buffer, final int offset, final int length, final long ownerThreadId) {}

        @Override
        public void onRecords(final DirectBuffer buffer, final int offset, final int lastOffset, final int end,
                final long ownerThreadId) {}

        @Override
        public void onGap(final LaneGap gap, final long ownerThreadId) {}
    };

    /**
     * Called with an event.
     *
     * @param buffer        private copy, valid during the call
     * @param offset        offset of the record's header
     * @param length        length of the record with its header, in bytes
     * @param ownerThreadId thread that wrote it
     */
    void onEvent(DirectBuffer buffer, int offset, int length, long ownerThreadId);

    /**
     * Called with consecutive events, each checked. By default, passes each to {@link #onEvent}.
     *
     * @param buffer        private copy, valid during the call
     * @param offset        offset of the first record's header; each following record begins at the next multiple of
     *                      {@link FrameDescriptor#ALIGNMENT}
     * @param lastOffset    offset of the last record's header
     * @param end           end of the last record, aligned
     * @param ownerThreadId thread that wrote them
     */
    default void onRecords(final DirectBuffer buffer, final int offset, final int lastOffset, final int end,
            final long ownerThreadId) {
        int length;
        for (int record = offset; record < end; record += FrameDescriptor.align(length)) {
            length = FrameDescriptor.length(buffer.getLong(record));
            onEvent(buffer, record, length, ownerThreadId);
        }
    }

    /**
     * Called with a gap between two events, or at the lane's end.
     *
     * @param gap           the gap, valid during the call
     * @param ownerThreadId thread that owned the lane when the gap began
     */
    void onGap(LaneGap gap, long ownerThreadId);
}
