package io.ringside.session;

/** What a session does with an event for which a lane has no room. */
public enum Overflow {
    /** The new event is lost and counted; the writer never waits. */
    DROP_NEWEST,
    /** The oldest events are overwritten and counted: a flight recorder. */
    DROP_OLDEST,
    /** The writer waits, within a bound, as long as somebody drains the session. */
    BLOCK
}
