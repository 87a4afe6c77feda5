package io.ringside.control;

import java.util.List;

/**
 * Sessions as far as they were asked for (R4.6). Immutable.
 *
 * @param sessions the first ones, in the order of their start
 * @param count    sessions that there are
 */
public record SessionList(List<SessionStatus> sessions, int count) {
    /** Copy the list. */
    public SessionList {
        sessions = List.copyOf(sessions);
    }

    /** Whether there are more than were asked for. */
    public boolean hasMore() {
        return count > sessions.size();
    }
}
