package io.ringside.internal.lane;

import io.ringside.internal.layout.FrameDescriptor;
import org.agrona.DirectBuffer;

/** Receives records that lie one after the other, and have one owner, together. */
public interface RecordsSink extends LaneSink {
    /**
     * Records of which each was checked, instead of as many calls of {@link #onEvent}. After one, at the next multiple
     * of {@link FrameDescriptor#ALIGNMENT}, lies the next one.
     *
     * @param buffer        private copy
     * @param offset        of the first record's header, see {@link FrameDescriptor}
     * @param lastOffset    of the last record's header
     * @param end           after the last record, aligned
     * @param ownerThreadId thread that wrote them
     */
    void onRecords(DirectBuffer buffer, int offset, int lastOffset, int end, long ownerThreadId);
}
