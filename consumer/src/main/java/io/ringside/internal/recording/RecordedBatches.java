package io.ringside.internal.recording;

import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.LaneGap;
import org.jspecify.annotations.Nullable;

/** Receives what is read of a recording, or of a session beside its drain, batch by batch. */
public interface RecordedBatches {
    /** Returns the batch to be filled next. It may stay unused. */
    RecordedBatch nextBatch();

    /**
     * A batch was read.
     *
     * @param batch that {@link #nextBatch} has returned last
     */
    void onFrames(RecordedBatch batch);

    /**
     * All batches of an excerpt were read.
     *
     * @param bytes  of the excerpt
     * @param events that it says it holds
     * @param place  of the excerpt, valid during the call; null if this is no recording
     */
    void onExcerpt(int bytes, long events, @Nullable ExcerptPlace place);

    /**
     * A description of a session, a process or a schema comes next: what was read before is not to be given it. By
     * default nothing is done: on the thread that reads, events are given what is known when they are handed out.
     */
    default void settle() {}

    /**
     * Batches that are handed out as soon as they are read.
     *
     * @param handler receives records and gaps
     * @return their receiver
     */
    static RecordedBatches atOnce(final RecordingHandler handler) {
        return new AtOnce(handler);
    }

    /** Hands out each batch before the next one is read, so that one object serves all. */
    final class AtOnce implements RecordedBatches, Batch.Receiver {
        private final RecordingHandler handler;
        private final RecordedBatch batch = new RecordedBatch();

        private AtOnce(final RecordingHandler handler) {
            this.handler = handler;
        }

        @Override
        public RecordedBatch nextBatch() {
            return batch;
        }

        @Override
        public void onFrames(final RecordedBatch read) {
            read.deliverAll(this);
        }

        @Override
        public void onExcerpt(final int bytes, final long events, final @Nullable ExcerptPlace place) {
            handler.onExcerpt(bytes, events, place);
        }

        @Override
        public void onRecords(final Batch of, final Batch.Piece piece, final int begin, final int end) {
            handler.onRecords(batch.process(), batch.lane(), of, piece, begin, end);
        }

        @Override
        public void onGap(final LaneGap gap, final long ownerThreadId) {
            handler.onGap(batch.process(), batch.lane(), gap, ownerThreadId);
        }
    }
}
