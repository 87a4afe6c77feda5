package io.ringside.proof;

import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.recording.RecordedProcess;
import io.ringside.internal.recording.RecordedSession;
import io.ringside.internal.recording.RecordingHandler;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import org.agrona.DirectBuffer;

/** What a session had lost before its recording begins: what files that gave way have told of. For one thread. */
final class FirstLosses implements RecordingHandler {
    private static final long UNKNOWN = -1;

    private long total = UNKNOWN;

    /** Losses of all causes. */
    long total() {
        if (total == UNKNOWN) {
            throw new AssertionError("recording does not tell what was lost before it");
        }
        return total;
    }

    @Override
    public void onSessionLosses(final RecordedSession session, final LossCounts lost) {
        if (total == UNKNOWN) {
            total = lost.total();
        }
    }

    @Override
    public void onSession(final RecordedSession session) {
        // Its losses follow.
    }

    @Override
    public void onEvent(final RecordedProcess process, final int lane, final DirectBuffer buffer, final int offset,
            final int length, final long ownerThreadId) {
        // Another handler has it.
    }

    @Override
    public void onGap(final RecordedProcess process, final int lane, final LaneGap gap, final long ownerThreadId) {
        // Another handler has it.
    }

    @Override
    public void onLanelessLoss(final RecordedProcess process, final LossCause cause, final long count,
            final long firstTimeTicks, final long lastTimeTicks) {
        // Another handler has it.
    }

    @Override
    public void onFiltered(final RecordedProcess process, final int lane, final long count) {
        throw new AssertionError("recording was not written out of others: filtered=" + count);
    }

    @Override
    public void onProblem(final String problem) {
        throw new AssertionError(problem);
    }
}
