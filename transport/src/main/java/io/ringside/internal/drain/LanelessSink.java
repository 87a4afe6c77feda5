package io.ringside.internal.drain;

import io.ringside.session.LossCause;

/** Receives the losses of processes for events without a lane. */
public interface LanelessSink {
    /**
     * Called with events lost without a lane since the previous call.
     *
     * @param process        process that lost them
     * @param cause          {@link LossCause#NO_LANE} or {@link LossCause#NOT_ATTACHED}
     * @param count          number of events, positive
     * @param firstTimeTicks time at or before the first of them, in ticks of the session's clock
     * @param lastTimeTicks  time at or after the last of them, in ticks of the session's clock
     */
    void onLanelessLoss(DrainedProcess process, LossCause cause, long count, long firstTimeTicks, long lastTimeTicks);
}
