package io.ringside.internal.recording;

import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.LaneGap;
import org.jspecify.annotations.Nullable;

/** Receives the content of a recording, or of a session that is peeked at, batch by batch. */
public interface RecordedBatches {
    /** Returns the batch to fill next. It may remain unused. */
    RecordedBatch nextBatch();

    /**
     * Called when a batch has been read.
     *
     * @param batch batch returned by the last {@link #nextBatch}
     */
    void onFrames(RecordedBatch batch);

    /**
     * Called when all batches of an excerpt have been read.
     *
     * @param bytes  bytes of the excerpt
     * @param events number of events stated in the excerpt
     * @param place  position of the excerpt, valid during the call; null if this is not a recording
     */
    void onExcerpt(int bytes, long events, @Nullable ExcerptPlace place);

    /**
     * Called before a description of a session, a process or a schema is added, which must not apply to events read
     * earlier. By default does nothing: on the reading thread, events have been delivered before.
     */
    default void settle() {}

    /**
     * Returns a receiver that delivers batches as soon as they are read.
     *
     * @param handler receives records and gaps
     * @return the receiver
     */
    static RecordedBatches atOnce(final RecordingHandler handler) {
        return new AtOnce(handler);
    }

    /** Delivers each batch before the next one is read, so one object suffices. */
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
