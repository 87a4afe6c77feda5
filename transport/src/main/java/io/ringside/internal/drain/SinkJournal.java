package io.ringside.internal.drain;

import io.ringside.internal.files.MappedFault;
import io.ringside.internal.lane.Batch;
import io.ringside.session.LossCause;
import org.jspecify.annotations.Nullable;

/**
 * Takes losses at once, then delivers them to a sink. Frames are taken by {@link DrainedLane#poll}. Only for the
 * drain's thread.
 *
 * @param sink receives the losses
 */
record SinkJournal(DrainSink sink) implements DrainJournal {
    @Override
    public @Nullable Batch batch(final DrainedLane lane) {
        return null;
    }

    @Override
    public void onBatch(final DrainedLane lane, final Batch batch) {
        if (lane.takeStaged()) {
            sink.onGap(lane, batch.loss(), batch.from().ownerThreadId);
        }
    }

    @Override
    public void onLanelessLoss(final DrainedProcess process, final LossCause cause, final long count,
            final long firstTimeTicks, final long lastTimeTicks) {
        process.commitLanelessLosses();
        MappedFault.settle();
        sink.onLanelessLoss(process, cause, count, firstTimeTicks, lastTimeTicks);
    }

    @Override
    public void settle(final DrainedProcess process) {
        // Nothing is staged.
    }
}
