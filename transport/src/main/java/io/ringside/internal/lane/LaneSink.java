package io.ringside.internal.lane;

import io.ringside.internal.layout.FrameDescriptor;
import org.agrona.DirectBuffer;

/** Receives what a lane's reader takes, in the order of the lane. */
public interface LaneSink {
    /** Takes nothing: for readers that only count. */
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
     * An event.
     *
     * @param buffer        private copy, valid during the call
     * @param offset        of the record's header
     * @param length        of the record with its header, in bytes
     * @param ownerThreadId thread that wrote it
     */
    void onEvent(DirectBuffer buffer, int offset, int length, long ownerThreadId);

    /**
     * Events that follow each other, each checked. By default, each is handed to {@link #onEvent}.
     *
     * @param buffer        private copy, valid during the call
     * @param offset        of the first record's header; the next record begins after each, at the next multiple of
     *                      {@link FrameDescriptor#ALIGNMENT}
     * @param lastOffset    of the last record's header
     * @param end           of the last record, aligned
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
     * A gap between two events, or at the lane's end.
     *
     * @param gap           valid during the call
     * @param ownerThreadId thread that owned the lane when the gap began
     */
    void onGap(LaneGap gap, long ownerThreadId);
}
