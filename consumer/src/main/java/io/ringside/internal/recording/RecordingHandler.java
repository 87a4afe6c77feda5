package io.ringside.internal.recording;

import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** Receives the content of a recording: each lane in its own order, lanes in the order in which they were drained. */
public interface RecordingHandler {
    /**
     * Called with the recorded session, before anything else and at the beginning of each file.
     *
     * @param session the session; changes only in a recording that was appended to
     */
    void onSession(RecordedSession session);

    /**
     * Called with an event, by the default of {@link #onRecords}.
     *
     * @param process       process that wrote it
     * @param lane          index of the lane in the process's ledger
     * @param buffer        private copy, valid during the call
     * @param offset        offset of the record's header, see {@link io.ringside.internal.layout.FrameDescriptor}
     * @param length        length of the record with its header, in bytes
     * @param ownerThreadId thread that wrote it
     */
    default void onEvent(final RecordedProcess process, final int lane, final DirectBuffer buffer, final int offset,
            final int length, final long ownerThreadId) {
        throw new IllegalStateException("this handler takes events in batches only: length=" + length);
    }

    /**
     * Called with consecutive events of one thread in a lane. By default, passes each to {@link #onEvent}.
     *
     * @param process process that wrote them
     * @param lane    index of the lane in the process's ledger
     * @param batch   batch with the records, valid during the call; {@link Batch#delivered} must be called for each of
     *                them
     * @param piece   piece that contains them
     * @param begin   offset of the first record
     * @param end     offset after the last record
     */
    default void onRecords(final RecordedProcess process, final int lane, final Batch batch, final Batch.Piece piece,
            final int begin, final int end) {
        final DirectBuffer buffer = batch.bytes();
        int next = begin;
        while (next < end) {
            final int offset = next;
            final int length = FrameDescriptor.length(buffer.getLong(offset));
            next = piece.next(offset, length);
            batch.delivered(next);
            onEvent(process, lane, buffer, offset, length, piece.ownerThreadId());
        }
    }

    /**
     * Called with a gap between two events of a lane, or at the lane's end: lost events, and events missing in the
     * recording.
     *
     * @param process       process that owns the lane
     * @param lane          index of the lane in the process's ledger
     * @param gap           the gap, valid during the call
     * @param ownerThreadId thread that owned the lane when the gap began
     */
    void onGap(RecordedProcess process, int lane, LaneGap gap, long ownerThreadId);

    /**
     * Called with events lost without a lane.
     *
     * @param process        process that lost them
     * @param cause          {@link LossCause#NO_LANE} or {@link LossCause#NOT_ATTACHED}
     * @param count          number of events, positive
     * @param firstTimeTicks time at or before the first of them, in ticks of the session's clock
     * @param lastTimeTicks  time at or after the last of them, in ticks of the session's clock
     */
    void onLanelessLoss(RecordedProcess process, LossCause cause, long count, long firstTimeTicks, long lastTimeTicks);

    /**
     * Called with the losses of a session from its beginning up to the part read so far, including those in removed
     * files, and events discarded at its end. By default does nothing.
     *
     * @param session session of the recording
     * @param total   losses by cause
     */
    default void onSessionLosses(final RecordedSession session, final LossCounts total) {
        // For most handlers the gaps are sufficient.
    }

    /**
     * Called when an excerpt with events has been delivered completely. By default does nothing.
     *
     * @param bytes  bytes of the excerpt
     * @param events number of events stated in the excerpt
     * @param place  position of the excerpt, valid during the call; null if this is not a recording
     */
    default void onExcerpt(final int bytes, final long events, final @Nullable ExcerptPlace place) {
        // Most handlers do not count excerpts.
    }

    /**
     * Called with the number of events left out when the recording was written from others.
     *
     * @param process process that had written them
     * @param lane    index of the lane in the process's ledger
     * @param count   number of events, positive
     */
    void onFiltered(RecordedProcess process, int lane, long count);

    /**
     * Called with a problem of the recording; reading continues after it.
     *
     * @param problem description of the problem, its location and its consequence
     */
    void onProblem(String problem);
}
