package io.ringside.transport.control;

import io.ringside.session.SessionSettings;
import io.ringside.session.SessionState;
import io.ringside.transport.RingsideException;
import io.ringside.transport.registry.ControlChange;
import io.ringside.transport.registry.Registry;
import io.ringside.transport.registry.Sweep;
import io.ringside.transport.rows.RowSnapshot;
import io.ringside.transport.rows.SessionRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Decides who listens to what in a trace directory: starts and stops sessions, enables and disables providers, tells
 * what is there. What it changes stays when it ends (R4.3). Thread-safe.
 * <p>
 * Operations run on the calling thread. They throw {@link RingsideException} and then have changed nothing, unless the
 * file system fails between two renames: what has begun is then in force as far as the rows tell, and made whole by
 * whoever takes the control lock next. An interrupt ends waits for other processes early, as a time-out does, and stays
 * pending.
 */
public final class Controller {
    private final ControllerContext context;
    private final Registry registry;
    private final Set<Long> ending = ConcurrentHashMap.newKeySet();

    /**
     * Control a directory.
     *
     * @param context with the directory, not to be changed any more
     */
    public Controller(final ControllerContext context) {
        this.context = context;
        this.registry = context.registry();
    }

    /**
     * Start a session (R4.1, R4.3).
     *
     * @param settings with a name that no session has, whatever its letter case
     * @return the session
     * @throws RingsideException ALREADY_EXISTS for the name, LIMIT if all 64 slots are taken, or as the file system
     * says
     */
    public SessionRow start(final SessionSettings settings) {
        finishEnds();
        return new SessionStart(context).run(settings);
    }

    /**
     * Let a session want events of a provider. A session that has the provider enabled already wants from now on what
     * this request says, and nothing else (R4.34). The provider need not be known (R4.31).
     *
     * @param name      of the session
     * @param request   what is wanted of which provider
     * @param timeoutNs longest wait for the processes of the provider to attach; 0 does not wait (R4.32)
     * @return who has answered; the enablement is in force whatever they say
     * @throws RingsideException NOT_FOUND or BUSY for the session, or as the file system says
     */
    public AckResult enable(final String name, final EnableRequest request, final long timeoutNs) {
        finishEnds();
        return new EnablementChange(context).enable(name, request, timeoutNs);
    }

    /**
     * Let a session want nothing of a provider any more.
     *
     * @param name       of the session
     * @param providerId of the provider
     * @param timeoutNs  longest wait for the processes of the provider; 0 does not wait
     * @return who has answered
     * @throws RingsideException NOT_FOUND for session or enablement, BUSY if the session is ending, or as the file
     * system says
     */
    public AckResult disable(final String name, final UUID providerId, final long timeoutNs) {
        finishEnds();
        return new EnablementChange(context).disable(name, providerId, timeoutNs);
    }

    /**
     * Stop a session: processes let go of it, its drain takes what is left, it is removed. Without a drain what is left
     * is discarded. If somebody does not answer, the session stays, ending, and may be stopped again.
     *
     * @param name      of the session
     * @param timeoutNs longest wait, for processes and drain together
     * @return the ledger, final if the session is gone and all of its files could be read
     * @throws RingsideException NOT_FOUND for the session, or as the file system says
     */
    public StopResult stop(final String name, final long timeoutNs) {
        final long deadlineNs = context.nanoClock().nanoTime() + timeoutNs;
        final SessionEnd end = SessionEnd.begin(context, name);
        final boolean isOurs = ending.add(end.session().id());
        try {
            final List<String> timedOut = end.awaitProcesses(deadlineNs);
            if (!timedOut.isEmpty()) {
                return end.unfinished(timedOut);
            }
            end.awaitDrain(deadlineNs);
            return end.finish();
        } finally {
            // Another call that is at work on it goes on.
            if (isOurs) {
                ending.remove(end.session().id());
            }
        }
    }

    /** All sessions, running and ending, in the order of their start. */
    public List<SessionRow> sessions() {
        return registry.rows().snapshot().sessions();
    }

    /**
     * Look at a session. Nothing changes by it (R4.6).
     *
     * @param name of the session
     * @return the session with its ledger
     * @throws RingsideException NOT_FOUND for the session
     */
    public SessionStatus query(final String name) {
        final RowSnapshot rows = registry.rows().snapshot();
        final SessionRow session = rows.requireSession(name);
        // Asked first: who has let go of the session counts nothing that the ledgers do not have.
        final boolean answered = session.isRunning() || unanswered(session).isEmpty();
        final LedgerReading ledger = context.ledgers().read(session);
        return new SessionStatus(session, rows.enablementsOf(session.id()), answered ? ledger : ledger.notFinal(),
                context.ledgers().drainHolder(session));
    }

    /**
     * Look who keeps a session from ending: the processes that have not let go of it. Waits for nobody.
     *
     * @param session that is ending
     * @return their names, for people
     */
    public List<String> unanswered(final SessionRow session) {
        return new SessionEnd(context, session, registry.rows().snapshot().enablementsOf(session.id()))
                .missingProcesses();
    }

    /** All providers that are registered or enabled, in the order of their names. */
    public List<ProviderInfo> providers() {
        return new ProviderCensus(registry).providers();
    }

    /** What cannot be read in the directory, or is none of ours: one line each, for people. */
    public List<String> problems() {
        final List<String> problems = new ArrayList<>(registry.problems());
        registry.rows().snapshot().problems()
                .forEach(problem -> problems.add(problem.path() + ": " + problem.reason()));
        registry.processes().processes(problems::add);
        return problems;
    }

    /** Finish ends that nobody is at work on, and remove what the dead have left. */
    public void clean() {
        finishEnds();
        try (ControlChange change = registry.change(context.lockTimeoutNs())) {
            new Sweep(registry).run(change);
        }
    }

    /** Finishes the ends of sessions whose controllers are dead, or were not answered when this one tried. */
    private void finishEnds() {
        final RowSnapshot rows = registry.rows().snapshot();
        for (final SessionRow session : rows.sessions()) {
            if (session.state() == SessionState.STOPPING && isLeft(session) && ending.add(session.id())) {
                try {
                    tryFinish(new SessionEnd(context, session, rows.enablementsOf(session.id())));
                } finally {
                    ending.remove(session.id());
                }
            }
        }
    }

    private boolean isLeft(final SessionRow session) {
        return session.controller().equals(registry.participant().incarnation())
                || !registry.processes().isAlive(session.controller());
    }

    private static void tryFinish(final SessionEnd end) {
        try {
            if (end.missingProcesses().isEmpty()) {
                end.finish();
            }
        } catch (final RingsideException e) {
            // Not what the caller asked for: who stops the session again is told why it does not end.
            return;
        }
    }
}
