package io.ringside.consumer;

import io.ringside.transport.process.ProcessIdentity;
import io.ringside.transport.rows.ClockPair;
import org.jspecify.annotations.Nullable;

/**
 * How ticks of a session become nanoseconds since 1970. All processes of a host share the monotonic clock, so the pair
 * of clocks that the session's row holds is good for all of them, and their events stay in order however the wall clock
 * was set in between. A process in another time namespace has a monotonic clock of its own, and brings its own pair.
 * Immutable.
 *
 * @param start       both clocks at the session's start
 * @param ownShiftNs  what the time namespace adds to the monotonic clock of this process
 */
record SessionTime(ClockPair start, long ownShiftNs) {

    /**
     * What is to be added to ticks.
     *
     * @param writer of the events, null if unknown
     */
    long ticksToEpochNs(final @Nullable ProcessIdentity writer) {
        final ClockPair pair = writer == null || writer.host().monotonicShiftNs() == ownShiftNs
                ? start
                : writer.clocks();
        return pair.wallNs() - pair.monotonicNs();
    }
}
