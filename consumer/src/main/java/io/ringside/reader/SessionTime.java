package io.ringside.reader;

import io.ringside.internal.recording.HostClock;
import io.ringside.internal.recording.RelatedClock;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.ProcessIdentity;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of ticks of a session to nanoseconds since 1970. All processes of a host share the monotonic clock, so the
 * pair of clocks in the session file applies to all of them, and their events stay in order even if the wall clock was
 * set in between. A time namespace adds an offset to the monotonic clock of its processes, which each process
 * publishes. Immutable, except for new measurements of another host's clock.
 *
 * @param start      both clocks of the host at the session's start
 * @param ownShiftNs offset that the time namespace adds to the monotonic clock of this process
 * @param clock      related clock of the host, in place of its own wall clock; null if its wall clock is used unchanged
 */
record SessionTime(ClockPair start, long ownShiftNs, @Nullable RelatedClock clock) {

    SessionTime(final ClockPair start, final long ownShiftNs) {
        this(start, ownShiftNs, null);
    }

    /** Returns the clock of the host as measured so far; null if it was not measured, or is used unchanged. */
    @Nullable
    HostClock known() {
        return clock == null ? null : clock.known();
    }

    /** Returns a conversion with the clocks of another session's start, so that equal ticks are equal times. */
    SessionTime startedAt(final ClockPair otherStart) {
        return new SessionTime(otherStart, ownShiftNs, clock);
    }

    /**
     * Returns the offset that the time namespace of a process adds to the monotonic clock.
     *
     * @param writer writer of the events; null if unknown, which is treated as in the namespace of this process
     */
    long shiftNs(final @Nullable ProcessIdentity writer) {
        return writer == null ? ownShiftNs : writer.host().monotonicShiftNs();
    }

    /**
     * Returns the offset from ticks to nanoseconds since 1970, if there is no related clock of another host.
     *
     * @param writer writer of the events; null if unknown
     */
    long ticksToEpochNs(final @Nullable ProcessIdentity writer) {
        return start.toEpochNs(shiftNs(writer));
    }

    /**
     * Returns the offset from given ticks to nanoseconds since 1970.
     *
     * @param ticks   ticks of a process
     * @param shiftNs offset that its time namespace adds to the monotonic clock
     */
    long ticksToEpochNs(final long ticks, final long shiftNs) {
        final HostClock related = known();
        return related == null ? start.toEpochNs(shiftNs) : related.offsetNs(ticks - shiftNs) - shiftNs;
    }
}
