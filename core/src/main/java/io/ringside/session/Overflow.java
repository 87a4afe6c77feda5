package io.ringside.session;

/** The treatment of an event for which a lane has no room, as a session sets it. */
public enum Overflow {
    /** The new event is lost and counted; the writer never waits. */
    DROP_NEWEST,
    /** Whole blocks of the oldest events give way and are counted: overwrite mode, a session without a drain. */
    DROP_OLDEST,
    /** The writer waits, within a bound, as long as somebody drains the session; else the new event is lost. */
    BLOCK
}
