package io.ringside.write;

import io.ringside.RingsideException;
import io.ringside.event.EventLimits;

/**
 * A session as providers identify it: its slot, and its id, so that the session that has the slot
 * later is not taken for it. Immutable.
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
