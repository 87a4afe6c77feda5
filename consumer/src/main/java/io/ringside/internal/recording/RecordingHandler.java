package io.ringside.internal.recording;

import io.ringside.internal.lane.LaneGap;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import org.agrona.DirectBuffer;

/** Receives what a recording holds: for each lane in the lane's order, lanes as they were drained. */
public interface RecordingHandler {
    /**
     * The session that was recorded; before anything else, and again wherever a file begins.
     *
     * @param session another than before only in a recording that was appended to
     */
    void onSession(RecordedSession session);

    /**
     * An event.
     *
     * @param process       that wrote it
     * @param lane          index of the lane in the process's ledger
     * @param buffer        private copy, valid during the call
     * @param offset        of the record's header, see {@link io.ringside.internal.layout.FrameDescriptor}
     * @param length        of the record with its header, in bytes
     * @param ownerThreadId thread that wrote it
     */
    void onEvent(RecordedProcess process, int lane, DirectBuffer buffer, int offset, int length, long ownerThreadId);

    /**
     * Events of one lane that are due, one after the other: the first one is. By default {@link #onEvent} is reported
     * each.
     *
     * @param process    that wrote them
     * @param lane       index of the lane in the process's ledger
     * @param run        to take them from, valid during the call
     * @param untilNs    up to which, and including it, they are due, in nanoseconds since 1970
     * @param eventLimit most events to take, positive
     * @return events taken
     */
    default int onRecords(final RecordedProcess process, final int lane, final RecordRun run, final long untilNs,
            final int eventLimit) {
        int events = 0;
        do {
            final int offset = run.takeHead();
            events++;
            onEvent(process, lane, run.bytes(), offset, run.length(), run.ownerThreadId());
        } while (events < eventLimit && run.isDue(untilNs));
        return events;
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
     * Everything that a batch holds was handed out. By default nothing is done.
     *
     * @param bytes  of the batch
     * @param events that it says it holds
     */
    default void onBatch(final int bytes, final long events) {
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
