package io.ringside.transport.rows;

import io.ringside.enablement.ProviderEnablements;
import io.ringside.transport.directory.SessionFileName;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * All rows of sessions and enablements, read in an order that makes a session's generation valid for the enablements
 * that are here: a process that has applied these may acknowledge it. Immutable.
 *
 * @param sessions    in the order of their ids
 * @param enablements in the order of their sessions' ids
 * @param problems    files that are no rows
 */
public record RowSnapshot(List<SessionRow> sessions, List<EnablementRow> enablements, List<RowProblem> problems) {
    /** Copy the lists. */
    public RowSnapshot {
        sessions = List.copyOf(sessions);
        enablements = List.copyOf(enablements);
        problems = List.copyOf(problems);
    }

    /**
     * Find a session.
     *
     * @param sessionId of the session
     */
    public Optional<SessionRow> session(final long sessionId) {
        return sessions.stream().filter(session -> session.id() == sessionId).findFirst();
    }

    /**
     * Find what a session has enabled.
     *
     * @param sessionId of the session
     */
    public List<EnablementRow> enablementsOf(final long sessionId) {
        return enablements.stream().filter(enablement -> enablement.sessionId() == sessionId).toList();
    }

    /**
     * What is in force for a provider: the enablements of running sessions.
     *
     * @param providerId of the provider
     */
    public ProviderEnablements inForce(final UUID providerId) {
        ProviderEnablements inForce = ProviderEnablements.NONE;
        for (final EnablementRow enablement : enablements) {
            if (enablement.providerId().equals(providerId)) {
                final Optional<SessionRow> session = session(enablement.sessionId()).filter(SessionRow::isRunning);
                if (session.isPresent()) {
                    inForce = inForce.with(session.get().slot(), enablement.enablement());
                }
            }
        }
        return inForce;
    }

    /** Rows of sessions that cannot be read: nobody knows which slots they occupy. */
    public List<RowProblem> damagedSessions() {
        return problems.stream()
                .filter(problem -> SessionFileName.parse(String.valueOf(problem.path().getFileName())) != null)
                .toList();
    }

    /** The greatest generation of any row, 0 if there is none. */
    public long maxGeneration() {
        final long ofSessions = sessions.stream().mapToLong(SessionRow::generation).max().orElse(0);
        final long ofEnablements = enablements.stream().mapToLong(EnablementRow::generation).max().orElse(0);
        return Math.max(ofSessions, ofEnablements);
    }
}
