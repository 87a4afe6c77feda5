package io.ringside.internal.drain;

import io.ringside.session.LossCause;

/** Receives the losses of processes for which there was no lane. */
public interface LanelessSink {
    /**
     * Events that were lost without a lane since the last time.
     *
     * @param process        that lost them
     * @param cause          {@link LossCause#NO_LANE} or {@link LossCause#NOT_ATTACHED}
     * @param count          positive
     * @param firstTimeTicks at or before the first of them, in ticks of the session's clock
     * @param lastTimeTicks  at or after the last of them, in ticks of the session's clock
     */
    void onLanelessLoss(DrainedProcess process, LossCause cause, long count, long firstTimeTicks, long lastTimeTicks);
}
