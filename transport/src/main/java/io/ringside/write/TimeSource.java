package io.ringside.write;

/** Where the time of an event comes from. */
enum TimeSource {
    /** The session's clock. */
    CLOCK,
    /** The caller, in ticks of the session's clock. */
    TICKS,
    /** The caller, in nanoseconds since 1970. */
    EPOCH
}
