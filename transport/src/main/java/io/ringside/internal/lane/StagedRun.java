package io.ringside.internal.lane;

import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what a walk has found, if that is nothing but one run of records: it need not be walked again. Not thread-safe.
 */
final class StagedRun implements LaneSink {
    private @Nullable DirectBuffer bytes;
    private int begin;
    private int last;
    private int end;
    private long owner;
    private boolean single;

    void reset() {
        end = begin;
        single = true;
    }

    /** Hand out the run; false if there was something else, or more than one. */
    boolean deliver(final LaneSink sink) {
        final DirectBuffer buffer = bytes;
        if (buffer == null || !single || end == begin) {
            return false;
        }
        sink.onRecords(buffer, begin, last, end, owner);
        return true;
    }

    @Override
    public void onRecords(final DirectBuffer buffer, final int offset, final int lastOffset, final int runEnd,
            final long ownerThreadId) {
        single &= end == begin;
        if (bytes != buffer) {
            // A store of a reference costs a barrier, and it is always the same.
            bytes = buffer;
        }
        begin = offset;
        last = lastOffset;
        end = runEnd;
        owner = ownerThreadId;
    }

    @Override
    public void onEvent(final DirectBuffer buffer, final int offset, final int length, final long ownerThreadId) {
        single = false;
    }

    @Override
    public void onGap(final LaneGap gap, final long ownerThreadId) {
        single = false;
    }
}
