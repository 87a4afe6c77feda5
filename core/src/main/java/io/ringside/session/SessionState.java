package io.ringside.session;

/** The state of a session that exists. */
public enum SessionState {
    /** Providers may be enabled, events are recorded. */
    RUNNING,
    /** Nothing more is recorded; the processes that wrote have yet to acknowledge it. */
    STOPPING
}
