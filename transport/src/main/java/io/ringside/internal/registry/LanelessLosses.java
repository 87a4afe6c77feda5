package io.ringside.internal.registry;

/**
 * Events that a session wanted of a process and for which there was no lane. Immutable.
 *
 * @param sessionId           of the session
 * @param noLane              lost because the thread got no lane
 * @param notAttached         lost because the process could not attach
 * @param firstTime           time of the first in ticks of the session's clock, 0 if there is none
 * @param lastTime            time of the last in ticks of the session's clock, 0 if there is none
 * @param noLaneReported      of noLane, reported in the stream
 * @param notAttachedReported of notAttached, reported in the stream
 */
public record LanelessLosses(
        long sessionId,
        long noLane,
        long notAttached,
        long firstTime,
        long lastTime,
        long noLaneReported,
        long notAttachedReported) {
    /** Nothing was lost. */
    public static LanelessLosses none(final long sessionId) {
        return new LanelessLosses(sessionId, 0, 0, 0, 0, 0, 0);
    }

    /** Lost events, of both causes. */
    public long total() {
        return noLane + notAttached;
    }
}
