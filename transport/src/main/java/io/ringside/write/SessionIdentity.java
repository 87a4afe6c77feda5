package io.ringside.write;

import io.ringside.RingsideException;
import io.ringside.event.EventLimits;

/**
 * The identity of a session for providers: its slot, and its id, so that a later session in the slot is not mistaken
 * for it. Immutable.
 *
 * @param slot      of the session, 0 to 63
 * @param sessionId of the session, positive; never used again
 */
public record SessionIdentity(int slot, long sessionId) {
    /**
     * Check the ranges.
     *
     * @param slot of the session, 0 to 63
     * @param sessionId of the session, positive; never used again
     */
    public SessionIdentity {
        if (slot < 0 || slot >= EventLimits.SESSIONS_MAX || sessionId <= 0) {
            throw RingsideException.invalidArgument("no such session: slot=" + slot + ", sessionId=" + sessionId);
        }
    }
}
