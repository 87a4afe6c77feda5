package io.ringside.internal.lane;

import org.agrona.DirectBuffer;

/** Receives what a lane's reader takes, in the order of the lane. */
public interface LaneSink {
    /** Takes nothing: for readers that only count. */
    LaneSink NONE = new RecordsSink() {
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
     * A gap between two events, or at the lane's end.
     *
     * @param gap           valid during the call
     * @param ownerThreadId thread that owned the lane when the gap began
     */
    void onGap(LaneGap gap, long ownerThreadId);
}
