package io.ringside.recording;

/** The behaviour of a recording that grows. */
public enum RecordingMode {
    /** It grows until the session ends; with a size, until that is reached, and then the session ends. */
    SEQUENTIAL,
    /** Its oldest files give way by size or age; the newest is always there. */
    CIRCULAR,
    /** A new file begins at each roll, at a size and when the session is flushed. */
    NEWFILE,
    /** Recording like {@link #SEQUENTIAL}, but the recording of another session may be continued. */
    APPEND;

    /** {@return whether the recorder says when a file begins, and not the clock alone} */
    public boolean isStepped() {
        return this == CIRCULAR || this == NEWFILE;
    }
}
