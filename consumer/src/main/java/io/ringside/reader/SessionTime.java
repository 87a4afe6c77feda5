package io.ringside.reader;

import io.ringside.internal.recording.HostClock;
import io.ringside.internal.recording.RelatedClock;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.ProcessIdentity;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of ticks of a session to nanoseconds since 1970. All processes of a host share the monotonic clock, so the
 * pair of clocks that the session's row holds is good for all of them, and their events stay in order however the wall
 * clock was set in between. A time namespace adds to the monotonic clock of its processes, and each says what that is.
 * Immutable, but for what is measured of another host's clock meanwhile.
 *
 * @param start      both clocks at the session's start, as the host has them
 * @param ownShiftNs what the time namespace adds to the monotonic clock of this process
 * @param clock      of the host, in place of its own wall clock; null if that is taken as it is
 */
record SessionTime(ClockPair start, long ownShiftNs, @Nullable RelatedClock clock) {

    SessionTime(final ClockPair start, final long ownShiftNs) {
        this(start, ownShiftNs, null);
    }

    /** The clock of the host, as far as it was measured; null if it was not, or is taken as it is. */
    @Nullable
    HostClock known() {
        return clock == null ? null : clock.known();
    }

    /** The same with the relation of another session's clocks, so that ticks become the same time in both. */
    SessionTime startedAt(final ClockPair otherStart) {
        return new SessionTime(otherStart, ownShiftNs, clock);
    }

    /**
     * Returns the offset that the time namespace of a process adds to the monotonic clock.
     *
     * @param writer of the events, null if unknown: then it is taken to be in the namespace of this process
     */
    long shiftNs(final @Nullable ProcessIdentity writer) {
        return writer == null ? ownShiftNs : writer.host().monotonicShiftNs();
    }

    /**
     * Returns the offset that turns ticks into nanoseconds since 1970, if no clock of another host is to be related.
     *
     * @param writer of the events, null if unknown
     */
    long ticksToEpochNs(final @Nullable ProcessIdentity writer) {
        return start.toEpochNs(shiftNs(writer));
    }

    /**
     * Returns the offset that turns ticks of a time into nanoseconds since 1970.
     *
     * @param ticks   of a process
     * @param shiftNs what its time namespace adds to the monotonic clock
     */
    long ticksToEpochNs(final long ticks, final long shiftNs) {
        final HostClock related = known();
        return related == null ? start.toEpochNs(shiftNs) : related.offsetNs(ticks - shiftNs) - shiftNs;
    }
}
