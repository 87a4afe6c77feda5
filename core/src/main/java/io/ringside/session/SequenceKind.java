package io.ringside.session;

/** Which numbers a session gives to messages that ask for one; each runtime of a process counts for itself. */
public enum SequenceKind {
    /** None: messages go without. */
    NONE,
    /** The session counts by itself. */
    LOCAL,
    /** All sessions of this kind count together. */
    GLOBAL
}
