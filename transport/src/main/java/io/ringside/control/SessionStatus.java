package io.ringside.control;

import io.ringside.session.EnablementInfo;
import io.ringside.session.LedgerTotals;
import io.ringside.session.SessionInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session, what it has enabled, and its ledger, as they were when a controller read them. Immutable.
 *
 * @param session     that was read
 * @param enablements of the session
 * @param ledger      how many events it wanted, and what became of them
 * @param drain       description of the process that drains the session; null if none does
 */
public record SessionStatus(
        SessionInfo session, List<EnablementInfo> enablements, LedgerTotals.Reading ledger, @Nullable String drain) {
    /**
     * Copy the list.
     *
     * @param session that was read
     * @param enablements of the session
     * @param ledger how many events it wanted, and what became of them
     * @param drain description of the process that drains the session; null if none does
     */
    public SessionStatus {
        enablements = List.copyOf(enablements);
    }

    /**
     * The first sessions of a directory, up to a limit. Immutable.
     *
     * @param sessions in the order of their start
     * @param count    sessions that exist
     */
    public record Page(List<SessionStatus> sessions, int count) {
        /**
         * Copy the list.
         *
         * @param sessions in the order of their start
         * @param count sessions that exist
         */
        public Page {
            sessions = List.copyOf(sessions);
        }

        /** {@return whether more sessions exist than were asked for} */
        public boolean hasMore() {
            return count > sessions.size();
        }
    }
}
