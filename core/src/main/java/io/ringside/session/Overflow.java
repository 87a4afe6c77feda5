package io.ringside.session;

/** Treatment of an event for which a lane has no room, chosen by the session. */
public enum Overflow {
    /** The new event is lost and counted; the writer never waits. */
    DROP_NEWEST,
    /** The oldest events are overwritten in whole blocks and counted: overwrite mode, for a session without a drain. */
    DROP_OLDEST,
    /** The writer waits for a bounded time while the session is being drained; else the new event is lost. */
    BLOCK
}
