package io.ringside.control;

import io.ringside.session.EnablementInfo;
import io.ringside.session.LedgerTotals;
import io.ringside.session.SessionInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session with its enablements and its ledger, as they were when a controller read them. Immutable.
 *
 * @param session     session that was read
 * @param enablements of the session
 * @param ledger      number of events that it wanted, with their outcomes
 * @param drain       description of the process that drains the session; null if there is none
 */
public record SessionStatus(
        SessionInfo session, List<EnablementInfo> enablements, LedgerTotals.Reading ledger, @Nullable String drain) {
    /**
     * Copy the list.
     *
     * @param session session that was read
     * @param enablements of the session
     * @param ledger number of events that it wanted, with their outcomes
     * @param drain description of the process that drains the session; null if there is none
     */
    public SessionStatus {
        enablements = List.copyOf(enablements);
    }

    /**
     * The first sessions of a directory, up to a limit. Immutable.
     *
     * @param sessions in the order of their start
     * @param count    total number of sessions
     */
    public record Page(List<SessionStatus> sessions, int count) {
        /**
         * Copy the list.
         *
         * @param sessions in the order of their start
         * @param count total number of sessions
         */
        public Page {
            sessions = List.copyOf(sessions);
        }

        /** {@return whether there are more sessions than were requested} */
        public boolean hasMore() {
            return count > sessions.size();
        }
    }
}
