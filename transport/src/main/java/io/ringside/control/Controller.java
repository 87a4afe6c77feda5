package io.ringside.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.event.EventLimits;
import io.ringside.internal.drain.SessionBooks;
import io.ringside.internal.drain.SessionLedgers;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.ControlChange;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.RowSnapshot;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.registry.Sweep;
import io.ringside.session.Enablement;
import io.ringside.session.LedgerReading;
import io.ringside.session.SessionSettings;
import io.ringside.session.SessionState;
import java.lang.System.Logger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides who listens to what in a trace directory: starts and stops sessions, enables and disables providers, tells
 * what is there. What it changes stays when it ends (R4.3). Thread-safe.
 * <p>
 * Operations run on the calling thread. They throw {@link RingsideException} and then have changed nothing, unless the
 * file system fails between two renames: what has begun is then in force as far as the rows tell, and made whole by
 * whoever takes the control lock next. An interrupt ends waits for other processes early, as a time-out does, and stays
 * pending.
 */
public final class Controller implements AutoCloseable {
    private final @Nullable Participant participant;
    private final ControllerContext context;
    private final Registry registry;
    private final Set<Long> ending = ConcurrentHashMap.newKeySet();

    /**
     * Control a directory.
     *
     * @param context with the directory, not to be changed any more
     */
    public Controller(final ControllerContext context) {
        this(context, null);
    }

    private Controller(final ControllerContext context, final @Nullable Participant participant) {
        this.participant = participant;
        this.context = context;
        this.registry = context.registry();
    }

    /**
     * Control the default trace directory: that of the system property {@code ringside.dir}, else of
     * {@code RINGSIDE_DIR}, else one of the user's in shared memory. Files that cannot be used are named in the log
     * {@code io.ringside}.
     *
     * <pre>{@code
     * try (Controller controller = Controller.open()) {
     *     controller.start(SessionSettings.builder("trading").build());
     *     controller.enable("trading", EnableRequest.of("Orders", Enablement.of(Level.MAX, 0, 0)), timeoutNs);
     * }
     * }</pre>
     *
     * @return the controller, to be closed
     * @throws RingsideException if the directory cannot be used, or the JVM lacks a flag
     */
    public static Controller open() {
        return open(TraceDirectory.open());
    }

    /**
     * Control a trace directory.
     *
     * @param directory made if it is absent
     * @return the controller, to be closed
     * @throws RingsideException if the directory cannot be used, or the JVM lacks a flag
     */
    public static Controller open(final Path directory) {
        return open(TraceDirectory.open(directory));
    }

    private static Controller open(final TraceDirectory directory) {
        final Participant participant = Participant.join(directory);
        boolean complete = false;
        try {
            final SessionLedgers ledgers = SessionBooks.open(directory, participant.files(),
                    (path, reason) -> System.getLogger("io.ringside").log(Logger.Level.WARNING,
                            "file is left out: path=" + path + ", reason=" + reason));
            final Controller controller = new Controller(
                    new ControllerContext(new Registry(participant), ledgers), participant);
            complete = true;
            return controller;
        } finally {
            if (!complete) {
                participant.close();
            }
        }
    }

    /** End to control. Sessions stay as they are. */
    @Override
    public void close() {
        if (participant != null) {
            participant.close();
        }
    }

    /**
     * Start a session (R4.1, R4.3).
     *
     * @param settings with a name that no session has, whatever its letter case
     * @return the session
     * @throws RingsideException ALREADY_EXISTS for the name or the identity, LIMIT if all 64 slots are taken, or as the
     *                           file system
     * says
     */
    public SessionRow start(final SessionSettings settings) {
        return start(settings, List.of());
    }

    /**
     * Start a session that has providers enabled from its first moment.
     *
     * @param settings as for {@link #start(SessionSettings)}
     * @param requests what is wanted of which provider, of each at most one
     * @return the session
     * @throws RingsideException as {@link #start(SessionSettings)} does
     */
    public SessionRow start(final SessionSettings settings, final List<EnableRequest> requests) {
        finishEnds();
        try (ControlChange change = registry.change(context.lockTimeoutNs())) {
            return SessionStart.in(registry, change, settings, requests, context.startClock().get());
        }
    }

    /**
     * Start private sessions (R4.24): one for each living process that registers the provider now, the oldest first.
     * The first has the name that was given, the others {@code _<pid>} behind it. Only its process attaches to one;
     * {@link #query(int)} does not list them.
     *
     * @param settings as for {@link #start(SessionSettings)}
     * @param request  what is wanted of which provider
     * @param target   which of the processes, see {@link PrivateTarget}
     * @return the sessions, at least one
     * @throws RingsideException as {@link #start(SessionSettings)} does, NOT_FOUND if there is no such process, LIMIT
     *                           if one has {@link EventLimits#PRIVATE_SESSIONS_PER_PROCESS_MAX} already; then none is
     *                           started
     */
    public List<SessionRow> startPrivate(final SessionSettings settings, final EnableRequest request,
            final Predicate<ProcessIdentity> target) {
        return new PrivateStart(this, registry).run(settings, request, target);
    }

    /**
     * A session and, if it is private, those that were started together with it.
     *
     * @param name of the first of them
     * @return itself first, then the others in the order of their start
     * @throws RingsideException NOT_FOUND for the session
     */
    public List<SessionRow> sessionsTogether(final String name) {
        return PrivateStart.together(registry.rows().snapshot(), name);
    }

    /**
     * Let a session want events of a provider. A session that has the provider enabled already wants from now on what
     * this request says, and nothing else (R4.34). The provider need not be known (R4.31).
     *
     * @param name      of the session
     * @param request   what is wanted of which provider
     * @param timeoutNs longest wait for the processes of the provider to attach and for their callbacks to return; 0
     *                  does not wait (R4.32)
     * @return who has answered; the enablement is in force whatever they say
     * @throws RingsideException INVALID_ARGUMENT for a provider id of zeros, NOT_FOUND or BUSY for the session,
     * WOULD_DEADLOCK for a wait inside the provider's own callback, or as the file system says
     */
    public AckResult enable(final String name, final EnableRequest request, final long timeoutNs) {
        Sessions.requireProvider(request.providerId());
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
     * Ask the callbacks of a provider to log the provider's state (R3.26). What they write goes to all sessions that
     * want it. Processes that do not register the provider now are not concerned.
     *
     * @param name       of the session, which has enabled the provider
     * @param providerId of the provider
     * @param wanted     level and keywords of what is to be logged; properties and filters do not count
     * @param timeoutNs  longest wait for the callbacks to return; 0 does not wait
     * @return who has answered
     * @throws RingsideException NOT_FOUND for session or enablement, BUSY if the session is ending, WOULD_DEADLOCK as
     * {@link #enable}, or as the file system says
     */
    public AckResult captureState(
            final String name, final UUID providerId, final Enablement wanted, final long timeoutNs) {
        finishEnds();
        return new EnablementChange(context).order(name, providerId,
                generation -> orders -> orders.withCapture(generation, wanted.requestedLevel(),
                        wanted.requestedMatchAny(), wanted.requestedMatchAll()),
                timeoutNs);
    }

    /**
     * Ask the callbacks of a provider for its state regularly (R4.57), as {@link #captureState} does once, until the
     * session ends, disables the provider or enables it anew.
     *
     * @param name       of the session, which has enabled the provider
     * @param providerId of the provider
     * @param periodNs   time between two; 0 for an end of it
     * @param timeoutNs  longest wait for the processes to take note; 0 does not wait
     * @return who has answered
     * @throws RingsideException as {@link #captureState} does, and INVALID_ARGUMENT for a negative period
     */
    public AckResult captureEvery(
            final String name, final UUID providerId, final long periodNs, final long timeoutNs) {
        finishEnds();
        return new EnablementChange(context).order(name, providerId,
                generation -> orders -> orders.withCapturePeriodNs(periodNs), timeoutNs);
    }

    /**
     * Leave providers out of what a session wants of their group (R2.18, R4.56), in place of those that were left out
     * before. Enabling the group again leaves them out as well; what the session has enabled of them by themselves
     * stays.
     *
     * @param name        of the session, which has enabled the group
     * @param groupId     of the group
     * @param providerIds to be left out, at most {@link io.ringside.internal.registry.StandingOrders#DISALLOWED_MAX};
     *                    empty for none
     * @param timeoutNs   longest wait for the processes of the group; 0 does not wait
     * @return who has answered
     * @throws RingsideException NOT_FOUND for session or group, INVALID_ARGUMENT if the id is that of a provider or
     *                           there
     * are too many, BUSY if the session is ending, or as the file system says
     */
    public AckResult disallow(
            final String name, final UUID groupId, final Collection<UUID> providerIds, final long timeoutNs) {
        finishEnds();
        return new EnablementChange(context).disallow(name, groupId, providerIds, timeoutNs);
    }

    /**
     * Tell which providers a session leaves out of their group (R4.56).
     *
     * @param name    of the session, which has enabled the group
     * @param groupId of the group
     * @return their ids
     * @throws RingsideException NOT_FOUND for session or group, INVALID_ARGUMENT if the id is that of a provider
     */
    public Set<UUID> disallowed(final String name, final UUID groupId) {
        final RowSnapshot rows = registry.rows().snapshot();
        return EnablementChange.requireGroup(rows, rows.requireSession(name), groupId).disallowed();
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

    /**
     * Change settings of a session that runs (R4.8).
     *
     * @param name    of the session
     * @param changes text by name of the setting: {@code description}, {@code maxBytes} and {@code recording} may be
     *                changed; of a private session only the last
     * @return the session as it is now
     * @throws RingsideException INVALID_ARGUMENT for a setting that is unknown, cannot be changed, or has a value that
     * is not allowed, NOT_FOUND or BUSY for the session, or as the file system says
     */
    public SessionRow update(final String name, final Map<String, String> changes) {
        return new SessionUpdate(context).run(name, changes);
    }

    /**
     * Have everything delivered that stands in the lanes now (R4.9): the drain takes it, and a recorder appends the
     * batch that it has begun. What is written meanwhile is not waited for. Without a drain nothing is waited for.
     *
     * @param name      of the session
     * @param timeoutNs longest wait for the drain
     * @return how far the drain has come
     * @throws RingsideException NOT_FOUND or BUSY for the session, or as the file system says
     */
    public FlushResult flush(final String name, final long timeoutNs) {
        return new SessionFlush(context).run(name, timeoutNs);
    }

    /**
     * Have the drain go on in a new file (R4.10): what stands in the lanes now is delivered as by {@link #flush}, what
     * is written after the call has returned stands in another file. No file is made before an event needs it.
     *
     * @param name      of the session, which is being recorded into numbered files
     * @param timeoutNs longest wait for the drain; 0 does not wait
     * @return how far the drain has come
     * @throws RingsideException INVALID_ARGUMENT if nobody drains the session into numbered files, TIMEOUT if the drain
     *                           does not answer, NOT_FOUND or BUSY for the session, or as the file system says
     */
    public FlushResult incrementFile(final String name, final long timeoutNs) {
        return new SessionFlush(context).incrementFile(name, timeoutNs);
    }

    /**
     * Do something with a session by the operation's number (R4.5, R4.11): the same as the method of that name.
     *
     * @param request operation and session
     * @return what came of it
     * @throws RingsideException INVALID_ARGUMENT for an unknown operation, for one that no session allows, and
     * without a session; else as the method throws
     */
    public ControlResult control(final ControlRequest request) {
        return new NumberedControl(this).run(request);
    }

    /** All sessions, running and ending, also private ones, in the order of their start. */
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
     * Look at many sessions (R4.6). Nothing changes by it. Private sessions are not among them (R4.24).
     *
     * @param sessionLimit most sessions to look at, 1 to {@link #sessionsMax}
     * @return the first of them, and how many there are
     * @throws RingsideException INVALID_ARGUMENT for the limit
     */
    public SessionList query(final int sessionLimit) {
        if (sessionLimit < 1 || sessionLimit > sessionsMax()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "number of sessions out of range: sessionLimit="
                    + sessionLimit + ", min=1, max=" + sessionsMax() + ": ask for all of them");
        }
        final List<SessionRow> rows = sessions().stream().filter(row -> !row.settings().isPrivate()).toList();
        final List<SessionStatus> sessions = new ArrayList<>();
        int ended = 0;
        for (final SessionRow session : rows) {
            if (sessions.size() < sessionLimit) {
                try {
                    sessions.add(query(session.name()));
                } catch (final RingsideException e) {
                    if (e.code() != ErrorCode.NOT_FOUND) {
                        throw e;
                    }
                    ended++;
                }
            }
        }
        return new SessionList(sessions, rows.size() - ended);
    }

    /** Most sessions at a time (R4.2, R4.56), and thus most sessions of one provider (R4.33). */
    public int sessionsMax() {
        return EventLimits.SESSIONS_MAX;
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
        return new ProviderCensus(context).providers();
    }

    /** All providers by process, with what running sessions want of them, as they stand at one moment (R4.55). */
    public ProviderEnumeration enumerate() {
        return ProviderEnumeration.of(DirectoryReading.of(context), registry.schemas());
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
        for (final SessionRow session : registry.rows().sessionsListedOnce()) {
            if (session.state() == SessionState.STOPPING && isLeft(session) && ending.add(session.id())) {
                try {
                    tryFinish(new SessionEnd(context, session,
                            registry.rows().snapshot().enablementsOf(session.id())));
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
