package io.ringside.internal.registry;

/**
 * Events of one process that a session wanted and for which the thread had no lane. Immutable.
 *
 * @param sessionId           id of the session
 * @param noLane              events lost because the thread got no lane
 * @param notAttached         events lost because the process could not attach
 * @param firstTime           time of the first lost event in ticks of the session's clock, 0 if there is none
 * @param lastTime            time of the last lost event in ticks of the session's clock, 0 if there is none
 * @param noLaneReported      part of noLane that has been reported in the stream
 * @param notAttachedReported part of notAttached that has been reported in the stream
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

    /** Returns the number of lost events, of both causes. */
    public long total() {
        return noLane + notAttached;
    }
}
