package io.ringside.control;

import java.util.List;

/**
 * The first sessions of a directory, up to a limit. Immutable.
 *
 * @param sessions in the order of their start
 * @param count    total number of sessions
 */
public record SessionList(List<SessionStatus> sessions, int count) {
    /**
     * Copy the list.
     *
     * @param sessions in the order of their start
     * @param count total number of sessions
     */
    public SessionList {
        sessions = List.copyOf(sessions);
    }

    /** {@return whether there are more sessions than were requested} */
    public boolean hasMore() {
        return count > sessions.size();
    }
}
