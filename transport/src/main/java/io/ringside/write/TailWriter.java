package io.ringside.write;

import io.ringside.activity.ThreadActivity;
import io.ringside.internal.lane.LaneWriter;

import static io.ringside.internal.layout.FrameDescriptor.RECORD_HEADER_LENGTH;

/** Writes typed events that end in a long array, which is copied from where it lies. */
abstract class TailWriter extends RecordWriter {
    TailWriter(final WriterThreads threads, final Thread thread) {
        super(threads, thread);
    }

    /**
     * Write an event of the calling thread, {@link ThreadWriter#isFor} which this is.
     *
     * @param typed has laid out what stands before the array
     */
    final long writeTail(final ProviderEvent event, final TypedWrite typed, final byte[] tail) {
        try {
            enter();
            final long result = writeTailInside(event, typed, tail);
            exit();
            return result;
        } catch (final Throwable e) {
            isLastFree = false;
            busy = OUTSIDE;
            throw e;
        }
    }

    private long writeTailInside(final ProviderEvent event, final TypedWrite typed, final byte[] tail) {
        final EventInterest interest = event.interest();
        final long wanted = event.flagWord() & interest.slots;
        final SessionLanes only = interest.only;
        final int length = typed.length(tail);
        final LaneWriter lane = wanted == 0 || only == null || interest.extras != null || length > MAX_BODY_LENGTH
                ? null
                : laneOf(only, only.slot());
        if (lane == null) {
            return writePayload(event, null, null, typed.pieces(tail), 0, length, NOT_VIRTUAL);
        }
        lane.attempt();
        final int index = lane.reserve(length);
        if (index < 0) {
            return loseIn(lane, index, lane.nanoTime());
        }
        typed.copyTo(lane.ring(), index + RECORD_HEADER_LENGTH, tail);
        final ThreadActivity activity = ownActivity();
        // The clock is read behind the copy, for which the processor need not have waited then.
        final long now = lane.nanoTime();
        lane.publish(index, event.reference(), length, now, activity.most(), activity.least());
        return WriteResult.WRITTEN;
    }
}
