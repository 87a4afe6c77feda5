package io.ringside.internal.lane;

import io.ringside.internal.layout.FrameDescriptor;
import org.agrona.DirectBuffer;

/** Keeps the time of the last event that was staged. Not thread-safe. */
final class StagedTime implements LaneSink {
    private long ticks = Long.MIN_VALUE;

    /** In ticks of the session's clock; the least value if there was none. */
    long ticks() {
        return ticks;
    }

    /** Forgets the time, since the staged events are handed out again. */
    void forget() {
        ticks = Long.MIN_VALUE;
    }

    @Override
    public void onEvent(final DirectBuffer buffer, final int offset, final int length, final long ownerThreadId) {
        ticks = buffer.getLong(offset + FrameDescriptor.TIME_OFFSET);
    }

    @Override
    public void onRecords(final DirectBuffer buffer, final int offset, final int lastOffset, final int end,
            final long ownerThreadId) {
        ticks = buffer.getLong(lastOffset + FrameDescriptor.TIME_OFFSET);
    }

    @Override
    public void onGap(final LaneGap gap, final long ownerThreadId) {
        // Nothing of it is older than the event before it.
    }
}
