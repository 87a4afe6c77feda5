package io.ringside.session;

/** The numbering of messages that ask for a number; each runtime of a process counts for itself. */
public enum SequenceKind {
    /** None: messages go without. */
    NONE,
    /** The session counts by itself. */
    LOCAL,
    /** All sessions of this kind count together. */
    GLOBAL
}
