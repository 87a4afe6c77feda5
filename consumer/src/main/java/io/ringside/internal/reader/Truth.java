package io.ringside.internal.reader;

/** The truth of a condition. A condition on something that an event does not have is neither true nor false. */
public enum Truth {
    TRUE, FALSE, UNKNOWN;

    static Truth of(final boolean holds) {
        return holds ? TRUE : FALSE;
    }

    Truth not() {
        return this == UNKNOWN ? UNKNOWN : of(this == FALSE);
    }

    Truth and(final Truth other) {
        if (this == FALSE || other == FALSE) {
            return FALSE;
        }
        return this == UNKNOWN ? UNKNOWN : other;
    }

    Truth or(final Truth other) {
        return not().and(other.not()).not();
    }
}
