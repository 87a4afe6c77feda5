package io.ringside.internal.registry;

import io.ringside.internal.layout.ProcessPageDescriptor;

/**
 * The acknowledgement of a process for a session slot. Immutable.
 *
 * @param sessionId  of the session, 0 if the slot was never used
 * @param generation of the rows that the process has applied
 * @param status     of the process in the session
 * @param cause      reason for a refusal
 * @param text       the cause in words, at most {@link ProcessPageDescriptor#ACK_TEXT_LENGTH} bytes of UTF-8
 */
public record Acknowledgement(long sessionId, long generation, AckStatus status, AckCause cause, String text) {
    /** Nothing has been acknowledged. */
    public static final Acknowledgement NONE = new Acknowledgement(0, 0, AckStatus.NONE, AckCause.NONE, "");

    /**
     * An acknowledgement without a cause.
     *
     * @param sessionId  id of the session
     * @param generation of the rows that are applied
     * @param status     of the process in the session
     */
    public static Acknowledgement of(final long sessionId, final long generation, final AckStatus status) {
        return new Acknowledgement(sessionId, generation, status, AckCause.NONE, "");
    }

    /**
     * Returns whether the process has applied a change.
     *
     * @param ofSession    id of the session
     * @param toGeneration of the change
     */
    public boolean covers(final long ofSession, final long toGeneration) {
        return sessionId == ofSession && generation >= toGeneration;
    }

    /**
     * Returns whether the process is attached to a session.
     *
     * @param session id of the session
     * @return false also if the acknowledgement is for another session
     */
    public boolean isAttached(final long session) {
        return sessionId == session && status == AckStatus.ATTACHED;
    }
}
