package io.ringside.internal.recording;

import io.ringside.internal.lane.LaneGap;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;

/** A handler that keeps batches for later. Everything but events and gaps goes to another handler at once. */
abstract class KeepingHandler implements RecordingHandler {
    final RecordingHandler target;

    KeepingHandler(final RecordingHandler target) {
        this.target = target;
    }

    @Override
    public abstract RecordedBatch nextBatch();

    @Override
    public abstract void onFrames(RecordedBatch batch);

    @Override
    public final void onGap(final RecordedProcess process, final int lane, final LaneGap gap,
            final long ownerThreadId) {
        throw new IllegalStateException("gaps come in batches: total=" + gap.total());
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
