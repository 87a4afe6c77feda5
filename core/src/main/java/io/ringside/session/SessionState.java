package io.ringside.session;

/** State of an existing session. */
public enum SessionState {
    /** The session is running: providers may be enabled, and events are recorded. */
    RUNNING,
    /** The session is stopping: nothing more is recorded; the writing processes have yet to acknowledge it. */
    STOPPING
}
