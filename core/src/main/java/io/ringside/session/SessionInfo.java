package io.ringside.session;

/**
 * A session as it was when a controller read it. Instances come from the library; they are immutable and safe to share
 * between threads.
 */
public interface SessionInfo {
    /**
     * {@return the id of the session: positive, larger than those of all earlier sessions of its directory, and never
     * used again}
     */
    long id();

    /** {@return the name of the session, in the spelling in which it was given} */
    default String name() {
        return settings().name();
    }

    /** {@return whether the session runs or is ending} */
    State state();

    /** {@return settings of the session, its name and its identity among them} */
    SessionSettings settings();

    /** {@return when the session was started, in nanoseconds since 1970} */
    long startTimeNs();

    /**
     * Converts a moment to the session's clock, which keeps to the wall clock as it was when the session started:
     * events have the times of this clock, also if the wall clock is set later.
     *
     * @param nanoTime of {@link System#nanoTime()} on the session's host
     * @return the time of an event at that moment, in nanoseconds since 1970
     */
    long timeNs(long nanoTime);

    /** {@return whether the session runs, so that providers may be enabled} */
    default boolean isRunning() {
        return state() == State.RUNNING;
    }

    /** The state of a session that exists. */
    enum State {
        /** Providers may be enabled, events are recorded. */
        RUNNING,
        /** Nothing more is recorded; the processes that wrote have yet to acknowledge it. */
        STOPPING
    }
}
