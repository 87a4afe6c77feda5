package io.ringside.internal.recording;

import io.ringside.internal.merge.TimedBatch;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A batch of a lane that was read from a recording, or of a session beside its drain. Its records lie in the excerpt
 * that was read, which stays as it is for as long as the batch holds it. Not thread-safe.
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
     * @param of     process that has the lane
     * @param ofLane index of the lane
     * @param lying  excerpt that they lie in
     */
    void prepare(final RecordedProcess of, final int ofLane, final ExcerptBytes lying) {
        process = of;
        lane = ofLane;
        excerpt = lying;
    }

    /** Begins with records or gaps in the excerpt. */
    void begin(final DirectBuffer buffer) {
        begin(buffer, 0, buffer.capacity());
    }

    @Override
    protected DirectBuffer memory(final int needed) {
        excerpt().buffer().checkLimit(needed);
        return excerpt().buffer();
    }

    /** Ends the batch; returns whether there is anything in it. */
    boolean complete() {
        end();
        return hasPieces();
    }

    /** The process that has the lane. */
    public RecordedProcess process() {
        return Objects.requireNonNull(process);
    }

    int lane() {
        return lane;
    }

    /** A later name of the thread is not that of these records. */
    @Override
    protected @Nullable String ownerName(final long ownerThreadId) {
        return process().threadNames().get(ownerThreadId);
    }

    /** The excerpt by which its waiting batches are counted. */
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

    /** Let the excerpt be used for another one. */
    void leaveExcerpt() {
        if (holds && keepRest()) {
            release();
        }
    }

    /** Everything was delivered. */
    void release() {
        if (holds) {
            holds = false;
            excerpt().release();
        }
    }
}
