package io.ringside.internal.lane;

import io.ringside.internal.layout.FrameDescriptor;
import org.agrona.DirectBuffer;

/** Makes one loss of all that is left of a lane when it is given up, with the times of what it passes. Used once. */
final class DiscardedRest implements LaneSink, LaneJournal {
    private static final long NULL_TICKS = 0;

    private final Checkpoint from;
    private long firstTicks;
    private long lastTicks;

    DiscardedRest(final Checkpoint staged) {
        this.from = new Checkpoint().set(staged);
    }

    /** Report it, if there was anything. */
    void tell(final Checkpoint staged, final LaneJournal journal) {
        if (staged.nextNumber != from.nextNumber || staged.position != from.position) {
            journal.onLosses(from, staged, firstTicks, lastTicks);
        }
    }

    @Override
    public void onEvent(final DirectBuffer buffer, final int offset, final int length, final long ownerThreadId) {
        onRecords(buffer, offset, offset, offset + length, ownerThreadId);
    }

    @Override
    public void onRecords(final DirectBuffer buffer, final int offset, final int lastOffset, final int end,
            final long ownerThreadId) {
        times(buffer.getLong(offset + FrameDescriptor.TIME_OFFSET),
                buffer.getLong(lastOffset + FrameDescriptor.TIME_OFFSET));
    }

    @Override
    public void onGap(final LaneGap gap, final long ownerThreadId) {
        times(gap.firstTimeTicks(), gap.lastTimeTicks());
    }

    @Override
    public void onFrames(final Checkpoint before, final Checkpoint behind, final long numberLimit,
            final DirectBuffer bytes, final int length) {
        throw new IllegalStateException("what is given up has no frames: length=" + length);
    }

    @Override
    public void onLosses(final Checkpoint before, final Checkpoint behind, final long firstTimeTicks,
            final long lastTimeTicks) {
        times(firstTimeTicks, lastTimeTicks);
    }

    private void times(final long first, final long last) {
        if (firstTicks == NULL_TICKS) {
            firstTicks = first;
        }
        if (last != NULL_TICKS) {
            lastTicks = last;
        }
    }
}
