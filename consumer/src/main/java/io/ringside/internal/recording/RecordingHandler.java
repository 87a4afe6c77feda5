package io.ringside.internal.recording;

import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** Receives what a recording holds: for each lane in the lane's order, lanes as they were drained. */
public interface RecordingHandler {
    /**
     * The session that was recorded; before anything else, and again wherever a file begins.
     *
     * @param session another than before only in a recording that was appended to
     */
    void onSession(RecordedSession session);

    /**
     * An event, from the default of {@link #onRecords}.
     *
     * @param process       that wrote it
     * @param lane          index of the lane in the process's ledger
     * @param buffer        private copy, valid during the call
     * @param offset        of the record's header, see {@link io.ringside.internal.layout.FrameDescriptor}
     * @param length        of the record with its header, in bytes
     * @param ownerThreadId thread that wrote it
     */
    default void onEvent(final RecordedProcess process, final int lane, final DirectBuffer buffer, final int offset,
            final int length, final long ownerThreadId) {
        throw new IllegalStateException("this handler takes events in batches only: length=" + length);
    }

    /**
     * Consecutive events of one thread in a lane. By default, each is handed to {@link #onEvent}.
     *
     * @param process that wrote them
     * @param lane    index of the lane in the process's ledger
     * @param batch   with the records, valid during the call; {@link Batch#delivered} is to be called for each of them
     * @param piece   that they are part of
     * @param begin   offset of the first record
     * @param end     after the last one
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
     * A gap between two events of a lane, or at the lane's end: what was lost, and what is missing in the recording.
     *
     * @param process       that owns the lane
     * @param lane          index of the lane in the process's ledger
     * @param gap           valid during the call
     * @param ownerThreadId thread that owned the lane when the gap began
     */
    void onGap(RecordedProcess process, int lane, LaneGap gap, long ownerThreadId);

    /**
     * Events that were lost without a lane.
     *
     * @param process        that lost them
     * @param cause          {@link LossCause#NO_LANE} or {@link LossCause#NOT_ATTACHED}
     * @param count          positive
     * @param firstTimeTicks at or before the first of them, in ticks of the session's clock
     * @param lastTimeTicks  at or after the last of them, in ticks of the session's clock
     */
    void onLanelessLoss(RecordedProcess process, LossCause cause, long count, long firstTimeTicks, long lastTimeTicks);

    /**
     * Called with the losses of a session up to where the recording was read, from its beginning on: also those in
     * files that were removed, and events that its end has discarded. By default nothing is done.
     *
     * @param session of the recording
     * @param total   by cause
     */
    default void onSessionLosses(final RecordedSession session, final LossCounts total) {
        // Most are content with the gaps.
    }

    /**
     * Everything that an excerpt with events holds was handed out. By default nothing is done.
     *
     * @param bytes  of the excerpt
     * @param events that it says it holds
     * @param place  of the excerpt, valid during the call; null if this is no recording
     */
    default void onExcerpt(final int bytes, final long events, final @Nullable ExcerptPlace place) {
        // Not everybody counts them.
    }

    /**
     * Events that were left out when the recording was written out of others.
     *
     * @param process that had written them
     * @param lane    index of the lane in the process's ledger
     * @param count   positive
     */
    void onFiltered(RecordedProcess process, int lane, long count);

    /**
     * Something is wrong with the recording; reading continues after it.
     *
     * @param problem what, where and what became of it
     */
    void onProblem(String problem);
}
