package io.ringside.internal.control;

/**
 * Answer of a process to the enablement of a provider. Immutable.
 *
 * @param process description of the process
 * @param state   whether it has applied it
 * @param reason  of another state, for people; empty if there is none
 */
public record ProcessAnswer(String process, State state, String reason) {
    /** Whether a process has applied what is wanted. */
    public enum State {
        /** It has. */
        APPLIED,
        /** It could not attach: what it writes is lost. */
        REFUSED,
        /** It has not answered, its callback has not returned, or its page cannot be read. */
        UNANSWERED
    }

    /** The process, and the reason if there is one. */
    public String text() {
        return reason.isEmpty() ? process : process + ": " + reason;
    }
}
