package io.ringside.internal.recording;

import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A handler that keeps records where they lie, and receives what holds them. Everything but events and gaps goes to
 * another handler at once.
 */
abstract class KeepingHandler implements RecordingHandler {
    final RecordingHandler target;
    /** Holds the bytes that are being read. */
    @Nullable
    ExcerptBytes excerpt;

    KeepingHandler(final RecordingHandler target) {
        this.target = target;
    }

    /**
     * Sets the bytes that contain all records up to the next call. To retain a record beyond its call, hold them.
     *
     * @param bytes of the excerpt that is read
     */
    void onExcerpt(final ExcerptBytes bytes) {
        excerpt = bytes;
    }

    /** A description of a session, a process or a schema comes next: what was read before is not to be given it. */
    void settle() {
        // On the thread that reads, events are given what is known when they are handed out.
    }

    /**
     * Consecutive events of a lane: see {@link io.ringside.internal.lane.LaneSink#onRecords}.
     *
     * @param process       that wrote them
     * @param lane          index of the lane in the process's ledger
     * @param buffer        on bytes of the excerpt
     * @param offset        of the first record's header
     * @param lastOffset    of the last record's header
     * @param end           after the last record, aligned
     * @param ownerThreadId thread that wrote them
     */
    abstract void onRecords(RecordedProcess process, int lane, DirectBuffer buffer, int offset, int lastOffset, int end,
            long ownerThreadId);

    @Override
    public final void onEvent(final RecordedProcess process, final int lane, final DirectBuffer buffer,
            final int offset, final int length, final long ownerThreadId) {
        onRecords(process, lane, buffer, offset, offset, offset + ExcerptDescriptor.align(length), ownerThreadId);
    }

    @Override
    public final void onSession(final RecordedSession recorded) {
        target.onSession(recorded);
    }

    @Override
    public final void onSessionLosses(final RecordedSession recorded, final LossCounts total) {
        target.onSessionLosses(recorded, total);
    }

    @Override
    public final void onLanelessLoss(final RecordedProcess process, final LossCause cause, final long count,
            final long firstTimeTicks, final long lastTimeTicks) {
        target.onLanelessLoss(process, cause, count, firstTimeTicks, lastTimeTicks);
    }

    @Override
    public final void onFiltered(final RecordedProcess process, final int lane, final long count) {
        target.onFiltered(process, lane, count);
    }

    @Override
    public final void onProblem(final String problem) {
        target.onProblem(problem);
    }
}
