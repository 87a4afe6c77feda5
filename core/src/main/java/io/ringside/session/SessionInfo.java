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
    SessionState state();

    /** {@return settings of the session, its name and its identity among them} */
    SessionSettings settings();

    /** {@return when the session was started, in nanoseconds since 1970} */
    long startTimeNs();

    /** {@return whether the session runs, so that providers may be enabled} */
    default boolean isRunning() {
        return state() == SessionState.RUNNING;
    }
}
