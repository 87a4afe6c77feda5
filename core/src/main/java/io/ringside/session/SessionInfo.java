package io.ringside.session;

/**
 * A session as read by a controller. Instances come from the library; they are immutable and safe to share between
 * threads.
 */
public interface SessionInfo {
    /**
     * {@return the id of the session: positive, larger than those of all earlier sessions of its directory, and never
     * used again}
     */
    long id();

    /** {@return the name of the session, spelled as given} */
    default String name() {
        return settings().name();
    }

    /** {@return whether the session is running or stopping} */
    State state();

    /** {@return settings of the session, including its name and identity} */
    SessionSettings settings();

    /** {@return the start time of the session, in nanoseconds since 1970} */
    long startTimeNs();

    /**
     * Converts a time to the session's clock, which follows the wall clock as it was when the session started: events
     * have times of this clock, even if the wall clock is changed later.
     *
     * @param nanoTime of {@link System#nanoTime()} on the session's host
     * @return the time of an event at that moment, in nanoseconds since 1970
     */
    long timeNs(long nanoTime);

    /** {@return whether the session is running, so that providers may be enabled} */
    default boolean isRunning() {
        return state() == State.RUNNING;
    }

    /** State of an existing session. */
    enum State {
        /** The session is running: providers may be enabled, and events are recorded. */
        RUNNING,
        /** The session is stopping: nothing more is recorded; the writing processes have yet to acknowledge it. */
        STOPPING
    }
}
