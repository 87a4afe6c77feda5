package io.ringside.control;

import io.ringside.session.EnablementInfo;
import io.ringside.session.LedgerReading;
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
        SessionInfo session, List<EnablementInfo> enablements, LedgerReading ledger, @Nullable String drain) {
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
}
