package io.ringside.control;

import io.ringside.internal.registry.EnablementRow;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.LedgerReading;
import java.util.List;
import java.util.Optional;

/**
 * A session, what it has enabled, and its ledger. Immutable.
 *
 * @param session     the row
 * @param enablements of the session
 * @param ledger      its numbers now
 * @param drain       who drains it, if anybody does
 */
public record SessionStatus(
        SessionRow session, List<EnablementRow> enablements, LedgerReading ledger, Optional<String> drain) {
    /** Copy the list. */
    public SessionStatus {
        enablements = List.copyOf(enablements);
    }
}
