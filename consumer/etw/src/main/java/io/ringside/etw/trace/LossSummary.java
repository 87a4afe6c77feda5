package io.ringside.etw.trace;

import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;

/**
 * Lost events by the stage at which they were lost, which is how ETW counts losses. Each cause belongs to exactly one
 * of the three stages. All three count events, not buffers. Immutable.
 *
 * @param eventsLost         never recorded: lane full, event too large, no lane, not attached, or interrupted during
 *                           the write.
 * @param logBuffersLost     recorded and then damaged, so that they could not be written.
 * @param realTimeBuffersLost recorded, and discarded before anybody read them.
 */
public record LossSummary(long eventsLost, long logBuffersLost, long realTimeBuffersLost) {
    /**
     * Sums the losses by stage.
     *
     * @param lost by cause.
     * @return the three counts, whose sum is {@link LossCounts#total()}.
     */
    public static LossSummary of(final LossCounts lost) {
        final long damaged = lost.of(LossCause.CORRUPT);
        final long givenUp = lost.of(LossCause.DISCARDED);
        return new LossSummary(lost.total() - damaged - givenUp, damaged, givenUp);
    }
}
