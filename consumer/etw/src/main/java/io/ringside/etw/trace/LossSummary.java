package io.ringside.etw.trace;

import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;

/**
 * Lost events by where they were lost, which is how ETW counts losses. Each cause belongs to exactly one of the
 * three. Immutable.
 *
 * @param eventsLost         never recorded: no room, too large, no lane, not attached, or interrupted in the write.
 * @param logBuffersLost     recorded and then damaged, so that they could be written nowhere.
 * @param realTimeBuffersLost recorded, and given up before anybody took them. All three count events, not buffers.
 */
public record LossSummary(long eventsLost, long logBuffersLost, long realTimeBuffersLost) {
    /**
     * Sums up.
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
