package io.ringside.internal.registry;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.FileNames.EnablementFileName;
import io.ringside.internal.files.FileNames.SessionFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.schema.NearestName;
import io.ringside.internal.session.ProviderEnablements;
import io.ringside.internal.session.SessionName;
import io.ringside.schema.ProviderSchema;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All rows of sessions and enablements, read in such an order that a session's generation is valid for the enablements
 * in this snapshot: a process that has applied them may acknowledge it. Immutable.
 * <p>
 * The cost of a query for one session or provider depends only on the number of its rows.
 */
public final class RowSnapshot {
    private final List<SessionRow> sessions;
    private final List<EnablementRow> enablements;
    private final List<RowProblem> problems;
    private final Map<Long, SessionRow> sessionById;
    private final Map<UUID, List<EnablementRow>> byProvider;

    /**
     * Create a snapshot.
     *
     * @param sessions    in the order of their ids
     * @param enablements in the order of their sessions' ids
     * @param problems    files that are not rows
     */
    public RowSnapshot(final List<SessionRow> sessions, final List<EnablementRow> enablements,
            final List<RowProblem> problems) {
        this.sessions = List.copyOf(sessions);
        this.enablements = List.copyOf(enablements);
        this.problems = List.copyOf(problems);
        this.sessionById = this.sessions.stream().collect(Collectors.toMap(SessionRow::id, row -> row,
                (one, other) -> one));
        this.byProvider = this.enablements.stream().collect(Collectors.groupingBy(EnablementRow::providerId));
    }

    /** Returns whether two snapshots are equal, so that nothing has changed between the readings. */
    @Override
    public boolean equals(final @Nullable Object other) {
        return this == other || (other instanceof final RowSnapshot rows && sessions.equals(rows.sessions)
                && enablements.equals(rows.enablements) && problems.equals(rows.problems));
    }

    @Override
    public int hashCode() {
        return Objects.hash(sessions, enablements, problems);
    }

    /** Returns the rows of sessions, in the order of their ids. */
    public List<SessionRow> sessions() {
        return sessions;
    }

    /** Returns the rows of enablements, in the order of their sessions' ids. */
    public List<EnablementRow> enablements() {
        return enablements;
    }

    /** Returns the files that are not rows. */
    public List<RowProblem> problems() {
        return problems;
    }

    /**
     * Find a session by its name.
     *
     * @param name in any letter case
     * @return its row; empty if there is none that can be read
     */
    public Optional<SessionRow> session(final String name) {
        final String identity = SessionName.identity(name);
        return sessions.stream().filter(session -> session.settings().identity().equals(identity)).findFirst();
    }

    /**
     * Find a session that has to exist.
     *
     * @param name in any letter case
     * @return its row
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} and the names of all sessions if there is none
     */
    public SessionRow requireSession(final String name) {
        return session(name).orElseThrow(() -> new RingsideException(ErrorCode.NOT_FOUND,
                "no such session: name=" + name + ", sessions=" + sessionNames() + ": "
                        + NearestName.of(name, sessions.stream().map(SessionRow::name).toList())
                                .map(near -> "did you mean " + near + "?").orElse("start it first")));
    }

    /** Returns the names of all sessions, for messages. */
    public String sessionNames() {
        return sessions.stream()
                .map(session -> session.isRunning() ? session.name() : session.name() + " (ending)")
                .collect(Collectors.joining(", ", "[", "]"));
    }

    /**
     * Returns the same rows without the enablements of sessions that are private to other processes.
     *
     * @param process process for which the rows are filtered
     */
    public RowSnapshot within(final Incarnation process) {
        final Set<Long> others = sessions.stream().filter(session -> !session.isFor(process)).map(SessionRow::id)
                .collect(Collectors.toSet());
        return others.isEmpty()
                ? this
                : new RowSnapshot(sessions,
                        enablements.stream().filter(row -> !others.contains(row.sessionId())).toList(), problems);
    }

    /**
     * Find a session.
     *
     * @param sessionId id of the session
     */
    public Optional<SessionRow> session(final long sessionId) {
        return Optional.ofNullable(sessionById.get(sessionId));
    }

    /**
     * Find the enablements of a session.
     *
     * @param sessionId id of the session
     */
    public List<EnablementRow> enablementsOf(final long sessionId) {
        return enablements.stream().filter(enablement -> enablement.sessionId() == sessionId).toList();
    }

    /**
     * Returns the enablements in force for a provider: those of running sessions, for itself or for its group.
     *
     * @param provider with its traits
     */
    public ProviderEnablements inForce(final ProviderSchema provider) {
        ProviderEnablements inForce = ProviderEnablements.NONE;
        for (final EnablementRow row : rowsInForce(provider)) {
            final Optional<SessionRow> session = session(row.sessionId());
            if (session.isPresent()) {
                inForce = inForce.with(session.get().slot(), row.enablement());
            }
        }
        return inForce;
    }

    /**
     * Returns the rows in force for a provider, one for each running session that has enabled it: {@link #deciding}.
     *
     * @param provider with its traits
     */
    public List<EnablementRow> rowsInForce(final ProviderSchema provider) {
        final Map<Long, EnablementRow> bySession = new TreeMap<>();
        for (final EnablementRow row : reaching(provider)) {
            if (session(row.sessionId()).filter(SessionRow::isRunning).isPresent()) {
                bySession.merge(row.sessionId(), row, RowSnapshot::deciding);
            }
        }
        return List.copyOf(bySession.values());
    }

    /**
     * Find the row that decides what a session wants of a provider: the provider's own, else that of its group.
     *
     * @param session  running or not
     * @param provider with its traits
     * @return empty if the session has not enabled it
     */
    public Optional<EnablementRow> deciding(final SessionRow session, final ProviderSchema provider) {
        return reaching(provider).stream().filter(row -> row.sessionId() == session.id())
                .reduce(RowSnapshot::deciding);
    }

    /** Returns the rows of a provider: first those for the provider itself, then those for its group. */
    private List<EnablementRow> reaching(final ProviderSchema provider) {
        final List<EnablementRow> own = byProvider.getOrDefault(provider.id(), List.of());
        final UUID groupId = provider.groupId();
        final List<EnablementRow> ofGroup = groupId == null || groupId.equals(provider.id())
                ? List.of()
                : byProvider.getOrDefault(groupId, List.of());
        return Stream.concat(own.stream(), ofGroup.stream()).filter(row -> row.reaches(provider)).toList();
    }

    /** Returns the session rows that cannot be read. The slots of those sessions are unknown. */
    public List<RowProblem> damagedSessions() {
        return problems.stream()
                .filter(problem -> SessionFileName.parse(String.valueOf(problem.path().getFileName())) != null)
                .toList();
    }

    /**
     * Returns a session's enablement rows that cannot be read: its settings for their providers are unknown.
     *
     * @param sessionId id of the session
     */
    public List<RowProblem> damagedEnablements(final long sessionId) {
        return problems.stream().filter(problem -> {
            final EnablementFileName name = enablementName(problem);
            return name != null && name.sessionId() == sessionId;
        }).toList();
    }

    /**
     * Returns the slots whose enablements of a provider are unknown, because rows cannot be read.
     *
     * @param provider with its traits
     * @return bit n is set if slot n is unknown; 0 if all rows can be read
     */
    public long unknownSlots(final ProviderSchema provider) {
        long unknown = 0;
        if (!damagedSessions().isEmpty()) {
            unknown = -1L;
            for (final SessionRow session : sessions) {
                unknown &= ~(1L << session.slot());
            }
        }
        for (final RowProblem problem : problems) {
            final EnablementFileName name = enablementName(problem);
            if (name != null && (name.providerId().equals(provider.id())
                    || name.providerId().equals(provider.groupId()))) {
                unknown |= session(name.sessionId()).filter(SessionRow::isRunning)
                        .map(session -> 1L << session.slot()).orElse(0L);
            }
        }
        return unknown;
    }

    /** Returns the greatest generation of any row, 0 if there is none. */
    public long maxGeneration() {
        final long ofSessions = sessions.stream().mapToLong(SessionRow::generation).max().orElse(0);
        final long ofEnablements = enablements.stream().mapToLong(EnablementRow::generation).max().orElse(0);
        return Math.max(ofSessions, ofEnablements);
    }

    private static EnablementRow deciding(final EnablementRow one, final EnablementRow other) {
        return one.isOfGroup() ? other : one;
    }

    private static @Nullable EnablementFileName enablementName(final RowProblem problem) {
        return EnablementFileName.parse(String.valueOf(problem.path().getFileName()));
    }
}
