package io.ringside.internal.recording;

import io.ringside.internal.merge.TimedBatch;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A batch of a lane, read from a recording or from a session by peeking. Its records are in the excerpt that was read,
 * which does not change while the batch holds it. Not thread-safe.
 */
public final class RecordedBatch extends TimedBatch {
    private @Nullable RecordedProcess process;
    private @Nullable ExcerptBytes excerpt;
    private boolean holds;
    private int lane;
    private RecordingMerge.@Nullable Waiting waiting;

    /**
     * Sets the lane and the excerpt of the next records.
     *
     * @param of     process of the lane
     * @param ofLane index of the lane
     * @param lying  excerpt that contains them
     */
    void prepare(final RecordedProcess of, final int ofLane, final ExcerptBytes lying) {
        process = of;
        lane = ofLane;
        excerpt = lying;
    }

    /** Begins with the records or gaps of an excerpt. */
    void begin(final DirectBuffer buffer) {
        begin(buffer, 0, buffer.capacity());
    }

    @Override
    protected DirectBuffer memory(final int needed) {
        excerpt().buffer().checkLimit(needed);
        return excerpt().buffer();
    }

    /** Completes the batch, and returns whether it contains anything. */
    boolean complete() {
        end();
        return hasPieces();
    }

    /** Returns the process of the lane. */
    public RecordedProcess process() {
        return Objects.requireNonNull(process);
    }

    int lane() {
        return lane;
    }

    /** The name is fixed, because a later name of the thread does not apply to these records. */
    @Override
    protected @Nullable String ownerName(final long ownerThreadId) {
        return process().threadNames().get(ownerThreadId);
    }

    /** Returns the excerpt that counts its waiting batches. */
    RecordingMerge.Waiting waiting() {
        return Objects.requireNonNull(waiting);
    }

    ExcerptBytes excerpt() {
        return Objects.requireNonNull(excerpt);
    }

    void hold(final RecordingMerge.@Nullable Waiting with) {
        excerpt().hold();
        holds = true;
        waiting = with;
    }

    /** Release the excerpt for reuse. */
    void leaveExcerpt() {
        if (holds && keepRest()) {
            release();
        }
    }

    /** Release the batch after everything was delivered. */
    void release() {
        if (holds) {
            holds = false;
            excerpt().release();
        }
    }
}
