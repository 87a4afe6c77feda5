package io.ringside.internal.merge;

import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.FrameReplay;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.LaneSink;
import io.ringside.internal.layout.FrameDescriptor;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A private copy of frames of one block of a lane, with the times of the events in it. Used again for the lane's next
 * frames: it grows to a block's bytes, and to the most events that a block of the lane has held.
 */
final class Chunk {
    private static final int INITIAL_EVENTS = 64;

    private final FrameReplay replay;
    private final UnsafeBuffer bytes;
    private final UnsafeBuffer rest = new UnsafeBuffer(0, 0);
    private final LaneSink times = new Times();
    private final Checkpoint walked = new Checkpoint();
    private final Checkpoint end = new Checkpoint();
    private long[] timesNs = new long[INITIAL_EVENTS];
    private long ticksToEpochNs;
    private long startPosition;
    private long numberLimit;
    private int length;
    private int events;
    private long newestNs;
    private boolean endsWithGap;

    Chunk(final FrameReplay replay, final LaneGeometry geometry) {
        this.replay = replay;
        this.bytes = new UnsafeBuffer(new byte[geometry.blockBytes()]);
    }

    void fill(final Checkpoint from, final Checkpoint to, final long limit, final DirectBuffer frames,
            final int frameBytes, final long toEpochNs) {
        bytes.putBytes(0, frames, 0, frameBytes);
        length = frameBytes;
        startPosition = from.position;
        numberLimit = limit;
        end.set(to);
        ticksToEpochNs = toEpochNs;
        events = 0;
        newestNs = Long.MIN_VALUE;
        endsWithGap = false;
        walk(walked.set(from), Integer.MAX_VALUE, times);
    }

    /** Bytes of its frames. */
    int length() {
        return length;
    }

    /** Events in it. */
    int events() {
        return events;
    }

    /** Time of an event in it, in nanoseconds since 1970. */
    long timeNs(final int event) {
        return timesNs[event];
    }

    /** The latest time of an event in it, in nanoseconds since 1970; the least value if there is none. */
    long newestNs() {
        return newestNs;
    }

    /** Whether a gap follows its last event, or it has none: something goes when all its events have gone. */
    boolean hasRest() {
        return endsWithGap || events == 0;
    }

    /** The lane's totals after it. */
    Checkpoint end() {
        return end;
    }

    /** Hand out events and gaps from a checkpoint within it, and move that along. */
    void walk(final Checkpoint state, final int eventLimit, final LaneSink sink) {
        final int offset = (int) (state.position - startPosition);
        if (offset < length) {
            rest.wrap(bytes, offset, length - offset);
            replay.frames(rest, length - offset, numberLimit, eventLimit, state, sink);
        }
    }

    private final class Times implements LaneSink {
        @Override
        public void onEvent(final DirectBuffer buffer, final int offset, final int recordLength,
                final long ownerThreadId) {
            if (events == timesNs.length) {
                timesNs = Arrays.copyOf(timesNs, 2 * events);
            }
            final long timeNs = buffer.getLong(offset + FrameDescriptor.TIME_OFFSET) + ticksToEpochNs;
            timesNs[events++] = timeNs;
            newestNs = Math.max(newestNs, timeNs);
            endsWithGap = false;
        }

        @Override
        public void onGap(final LaneGap gap, final long ownerThreadId) {
            endsWithGap = true;
        }
    }
}
