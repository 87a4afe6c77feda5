package io.ringside.control;

import io.ringside.session.EnablementInfo;
import io.ringside.session.LedgerReading;
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
        SessionInfo session, List<EnablementInfo> enablements, LedgerReading ledger, @Nullable String drain) {
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
}
