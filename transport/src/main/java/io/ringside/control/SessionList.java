package io.ringside.control;

import java.util.List;

/**
 * The first sessions of a directory, up to a limit. Immutable.
 *
 * @param sessions in the order of their start
 * @param count    sessions that exist
 */
public record SessionList(List<SessionStatus> sessions, int count) {
    /**
     * Copy the list.
     *
     * @param sessions in the order of their start
     * @param count sessions that exist
     */
    public SessionList {
        sessions = List.copyOf(sessions);
    }

    /** {@return whether more sessions exist than were asked for} */
    public boolean hasMore() {
        return count > sessions.size();
    }
}
