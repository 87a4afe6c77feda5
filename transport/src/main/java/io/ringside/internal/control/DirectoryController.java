package io.ringside.internal.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.control.Controller;
import io.ringside.control.EnableRequest;
import io.ringside.control.Outcome;
import io.ringside.control.ProviderInfo;
import io.ringside.control.SessionStatus;
import io.ringside.event.ProviderId;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.drain.SessionLedgers;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.machine.OperatorLog;
import io.ringside.internal.registry.AckCause;
import io.ringside.internal.registry.Acknowledgement;
import io.ringside.internal.registry.ControlChange;
import io.ringside.internal.registry.ProcessEntry;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.ProcessView;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.RowSnapshot;
import io.ringside.internal.registry.SchemaFile;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.registry.StagedRow;
import io.ringside.internal.registry.Sweep;
import io.ringside.internal.setting.TimeoutNs;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.PublishedNames;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import io.ringside.session.EnablementInfo;
import io.ringside.session.LedgerTotals;
import io.ringside.session.ProcessInfo;
import io.ringside.session.SessionInfo;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The controller of a trace directory. Its sessions are rows, which are needed for opening lanes and recordings.
 * Thread-safe.
 */
public final class DirectoryController extends Controller {
    /** Maximum number of files that were reported and are remembered, so as not to be reported again. */
    private static final int SKIPPED_MAX = 1_000;

    private final @Nullable Participant participant;
    private final Consumer<String> messages;
    private final ControllerContext context;
    private final Registry registry;
    /** Schemas that have been read; their files do not change. */
    private final Map<SchemaFileName, ProviderSchema> schemas = new ConcurrentHashMap<>();
    private final Set<Long> ending = ConcurrentHashMap.newKeySet();

    /**
     * Control a directory whose participant belongs to the caller.
     *
     * @param context parameters with the directory, not to be changed any more
     */
    public DirectoryController(final ControllerContext context) {
        this(context, null, OperatorLog::warn);
    }

    private DirectoryController(final ControllerContext context, final @Nullable Participant participant,
            final Consumer<String> messages) {
        this.participant = participant;
        this.messages = messages;
        this.context = context;
        this.registry = context.registry();
    }

    /**
     * Control a directory, and report damaged files to the logger {@code io.ringside}.
     *
     * @param directory trace directory
     * @throws RingsideException if the JVM lacks a flag, or the file system fails
     */
    public static DirectoryController open(final TraceDirectory directory) {
        return open(directory, OperatorLog::warn);
    }

    /**
     * Control a directory, and start the sessions that start automatically.
     *
     * @param directory trace directory
     * @param messages  receives a line for each damaged file, and for each session that cannot start
     * @throws RingsideException if the JVM lacks a flag, or the file system fails
     */
    public static DirectoryController open(final TraceDirectory directory, final Consumer<String> messages) {
        final Participant participant = Participant.join(directory);
        boolean complete = false;
        try {
            final Set<Path> skipped = ConcurrentHashMap.newKeySet();
            final ControllerContext context = new ControllerContext(new Registry(participant),
                    MappedLedgers.open(directory, participant.files(), (path, reason) -> {
                        if (skipped.size() < SKIPPED_MAX && skipped.add(path)) {
                            messages.accept("file was skipped: path=" + path + ", reason=" + reason);
                        }
                    }));
            new Autostart(context.registry()).run(context.lockTimeoutNs()).forEach(messages);
            final DirectoryController controller = new DirectoryController(context, participant, messages);
            complete = true;
            return controller;
        } finally {
            if (!complete) {
                participant.close();
            }
        }
    }

    /** Returns the start key of the calling process. */
    public static long ownStartKey() {
        return ProcessIdentity.ofThisProcess(Incarnation.random()).startKey();
    }

    @Override
    public Path directory() {
        return registry.directory().path();
    }

    @Override
    public void close() {
        if (participant != null) {
            participant.close();
        }
    }

    @Override
    public SessionRow start(final SessionSettings settings) {
        return start(settings, List.of());
    }

    @Override
    public SessionRow start(final SessionSettings settings, final List<EnableRequest> requests) {
        finishEnds();
        final List<EnableRequest> found = requests.stream().map(this::withProviderFound).toList();
        try (ControlChange change = registry.change(context.lockTimeoutNs())) {
            return SessionStart.in(registry, change, settings, found, context.startClock().get());
        }
    }

    @Override
    public List<SessionInfo> startPrivate(final SessionSettings settings, final EnableRequest request,
            final Predicate<ProcessInfo> target) {
        return List.copyOf(new PrivateStart(this, registry).run(settings, withProviderFound(request), target));
    }

    @Override
    public List<SessionInfo> sessionsTogether(final String name) {
        return List.copyOf(PrivateStart.together(registry.rows().snapshot(), name));
    }

    @Override
    public Outcome.Answers enable(final String session, final EnableRequest request, final Duration timeout) {
        Sessions.requireProvider(request.providerId());
        finishEnds();
        return new EnablementChange(context).enable(session, withProviderFound(request), TimeoutNs.of(timeout));
    }

    @Override
    public UUID providerId(final String provider) {
        return ProviderCensus.idOf(context, provider);
    }

    /** Returns the request for a provider by its name, with the id under which the provider is registered. */
    private EnableRequest withProviderFound(final EnableRequest request) {
        final String name = request.providerName();
        if (name == null || !request.providerId().equals(ProviderId.fromName(name))
                || request.enablement().has(EnableProperty.PROVIDER_GROUP)) {
            return request;
        }
        return new EnableRequest(providerId(name), name, request.enablement(), request.sourceId(), request.pidsNow(),
                request.capturePeriod());
    }

    @Override
    public Outcome.Answers answers(final String session, final UUID providerId) {
        return new EnablementChange(context).answers(session, providerId);
    }

    @Override
    public Outcome.Answers disable(final String session, final UUID providerId, final Duration timeout) {
        finishEnds();
        return new EnablementChange(context).disable(session, providerId, TimeoutNs.of(timeout));
    }

    @Override
    public Outcome.Answers captureState(
            final String session, final UUID providerId, final Enablement wanted, final Duration timeout) {
        finishEnds();
        return new EnablementChange(context).order(session, providerId,
                generation -> orders -> orders.withCapture(generation, wanted.requestedLevel(),
                        wanted.requestedMatchAny(), wanted.requestedMatchAll()),
                TimeoutNs.of(timeout));
    }

    @Override
    public Outcome.Answers captureEvery(
            final String session, final UUID providerId, final Duration period, final Duration timeout) {
        finishEnds();
        return new EnablementChange(context).order(session, providerId,
                generation -> orders -> orders.withCapturePeriodNs(TimeoutNs.of(period)), TimeoutNs.of(timeout));
    }

    @Override
    public Outcome.Answers disallow(
            final String session, final UUID groupId, final Collection<UUID> providerIds, final Duration timeout) {
        finishEnds();
        return new EnablementChange(context).disallow(session, groupId, providerIds, TimeoutNs.of(timeout));
    }

    @Override
    public Set<UUID> disallowed(final String session, final UUID groupId) {
        final RowSnapshot rows = registry.rows().snapshot();
        return EnablementChange.requireGroup(rows, rows.requireSession(session), groupId).disallowed();
    }

    @Override
    public Outcome.Stopped stop(final String name, final Duration timeout) {
        final long deadlineNs = context.nanoClock().nanoTime() + TimeoutNs.of(timeout);
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
            // Another call that is ending the session continues to do so.
            if (isOurs) {
                ending.remove(end.session().id());
            }
        }
    }

    /**
     * {@inheritDoc}
     * <p>
     * The row is replaced and keeps its generation, as processes have nothing to acknowledge. The change counter makes
     * them read it again.
     */
    @Override
    public SessionRow update(final String name, final Map<String, String> changes) {
        try (ControlChange change = registry.change(context.lockTimeoutNs())) {
            final SessionRow running = Sessions.requireRunning(change.rows(), name);
            requireChangeable(running, changes);
            final SessionRow changed = changed(running, changes);
            try (StagedRow row = registry.rows().stage(changed)) {
                change.begin(null);
                row.publish();
                change.complete();
            }
            return changed;
        }
    }

    /** Rejects changes of a private session, except for the location of its recording. */
    private static void requireChangeable(final SessionRow session, final Map<String, String> changes) {
        if (session.settings().isPrivate()
                && !Set.of(SessionSettings.Key.RECORDING.settingName()).containsAll(changes.keySet())) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "setting of a private session cannot be changed: "
                    + "session=" + session.name() + ", changes=" + changes + ": start another session for it");
        }
    }

    private static SessionRow changed(final SessionRow session, final Map<String, String> changes) {
        try {
            return session.withSettings(session.settings().changed(changes));
        } catch (final RingsideException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    e.getMessage() + ": start another session for it", e);
        }
    }

    @Override
    public Outcome.Flushed flush(final String name, final Duration timeout) {
        return new SessionFlush(context).run(name, TimeoutNs.of(timeout));
    }

    @Override
    public Outcome.Flushed incrementFile(final String name, final Duration timeout) {
        return new SessionFlush(context).incrementFile(name, TimeoutNs.of(timeout));
    }

    /** Returns the contents of the trace directory. */
    public Registry registry() {
        return registry;
    }

    /** Returns the ledgers of sessions, and their drains. */
    public SessionLedgers ledgers() {
        return context.ledgers();
    }

    /** Returns the rows of all sessions, in the order of their start. */
    public List<SessionRow> rows() {
        return registry.rows().snapshot().sessions();
    }

    /** Returns the row of a session by its name; the session must exist. */
    public SessionRow row(final String name) {
        return registry.rows().snapshot().requireSession(name);
    }

    @Override
    public List<SessionInfo> sessions() {
        return List.copyOf(rows());
    }

    @Override
    public SessionStatus query(final String name) {
        final RowSnapshot rows = registry.rows().snapshot();
        return status(rows, rows.requireSession(name));
    }

    @Override
    public @Nullable SessionStatus query(final SessionInfo session) {
        try {
            final RowSnapshot rows = registry.rows().snapshot();
            return rows.session(session.id()).map(row -> status(rows, row)).orElse(null);
        } catch (final RingsideException e) {
            // The session is ending while it is read.
            if (e.code() == ErrorCode.NOT_FOUND) {
                return null;
            }
            throw e;
        }
    }

    private SessionStatus status(final RowSnapshot rows, final SessionRow session) {
        // Checked first: a process that has acknowledged counts no event that the ledgers lack.
        final boolean answered = session.isRunning() || missingProcesses(session).isEmpty();
        final LedgerTotals.Reading ledger = context.ledgers().read(session);
        return new SessionStatus(session, List.copyOf(rows.enablementsOf(session.id())),
                answered ? ledger : SessionEnd.notFinal(ledger), context.ledgers().drainHolder(session));
    }

    @Override
    public EnablementInfo query(final String session, final UUID providerId) {
        final RowSnapshot rows = registry.rows().snapshot();
        return EnablementChange.requireEnabled(rows, rows.requireSession(session), providerId, () -> rows);
    }

    @Override
    public List<EnablementInfo> enablements(final String session) {
        final RowSnapshot rows = registry.rows().snapshot();
        return List.copyOf(rows.enablementsOf(rows.requireSession(session).id()));
    }

    @Override
    public SessionStatus.Page query(final int sessionLimit) {
        if (sessionLimit < 1 || sessionLimit > sessionsMax()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "number of sessions out of range: sessionLimit="
                    + sessionLimit + ", min=1, max=" + sessionsMax() + ": ask for all of them");
        }
        final List<SessionRow> rows = rows().stream().filter(row -> !row.settings().isPrivate()).toList();
        final List<SessionStatus> sessions = new ArrayList<>();
        int ended = 0;
        for (final SessionRow session : rows) {
            if (sessions.size() < sessionLimit) {
                final SessionStatus status = query(session);
                if (status == null) {
                    ended++;
                } else {
                    sessions.add(status);
                }
            }
        }
        return new SessionStatus.Page(sessions, rows.size() - ended);
    }

    @Override
    public List<String> unanswered(final SessionInfo session) {
        return registry.rows().snapshot().session(session.id()).map(this::missingProcesses).orElse(List.of());
    }

    @Override
    public Set<ErrorCode> shortages(final SessionInfo session) {
        final Set<ErrorCode> causes = EnumSet.noneOf(ErrorCode.class);
        final Optional<SessionRow> row = registry.rows().snapshot().session(session.id());
        if (row.isPresent()) {
            for (final Incarnation incarnation : registry.processes().incarnations()) {
                addShortage(row.get(), incarnation, causes);
            }
        }
        return causes;
    }

    private void addShortage(final SessionRow row, final Incarnation incarnation, final Set<ErrorCode> causes) {
        try (ProcessView process = ProcessView.open(registry.directory(), incarnation, Access.READ_ONLY)) {
            final Acknowledgement answer = process.acknowledgement(row.slot());
            if (answer.sessionId() == row.id() && answer.cause().isLackOfMemory()) {
                causes.add(answer.cause() == AckCause.SESSION_MEMORY ? ErrorCode.LIMIT : ErrorCode.NO_SPACE);
            }
        } catch (final RingsideException e) {
            // The process page has just been removed or is damaged, so it has no reason.
        }
    }

    @Override
    public List<ProcessInfo.Flow> flows(final SessionInfo session) {
        return new SessionFlows(registry).of(session.id());
    }

    @Override
    public List<ProcessInfo.Status> processes(final Consumer<String> problems) {
        return registry.processes().processes(problems).stream().map(ProcessEntry::status).toList();
    }

    @Override
    public PublishedNames publishedNames(final UUID providerId, final ProcessInfo process) {
        return registry.schemas().published(providerId, new Incarnation(process.id().getMostSignificantBits(),
                process.id().getLeastSignificantBits()), context.nanoClock(),
                problem -> messages.accept(String.valueOf(problem.getMessage()))).get();
    }

    private List<String> missingProcesses(final SessionRow session) {
        return new SessionEnd(context, session, registry.rows().snapshot().enablementsOf(session.id()))
                .missingProcesses();
    }

    @Override
    public @Nullable Path recordingFolder(final String session) {
        final String sink = context.ledgers().sink(row(session));
        return sink == null ? null : Path.of(sink);
    }

    @Override
    public List<ProviderSchema> schemas() {
        return registry.schemas().names().stream().map(this::schema).filter(Objects::nonNull).toList();
    }

    private @Nullable ProviderSchema schema(final SchemaFileName name) {
        final ProviderSchema known = schemas.get(name);
        if (known != null) {
            return known;
        }
        try (SchemaFile file = registry.schemas().open(name, Access.READ_ONLY)) {
            schemas.put(name, file.schema());
            return file.schema();
        } catch (final RingsideException e) {
            // The schema file was removed or is damaged, which problems() reports.
            return null;
        }
    }

    @Override
    public List<ProviderInfo> providers() {
        return ProviderCensus.providers(context);
    }

    @Override
    public List<ProviderInfo.Instance> enumerate() {
        return ProviderCensus.enumerate(context);
    }

    @Override
    public List<String> problems() {
        final List<String> problems = new ArrayList<>(registry.problems());
        registry.rows().snapshot().problems()
                .forEach(problem -> problems.add(problem.path() + ": " + problem.reason()));
        registry.processes().processes(problems::add);
        return problems;
    }

    @Override
    public void clean() {
        finishEnds();
        try (ControlChange change = registry.change(context.lockTimeoutNs())) {
            new Sweep(registry).run(change);
        }
    }

    /**
     * Completes the end of sessions whose controllers are dead, or whose end this controller could not complete before.
     */
    private void finishEnds() {
        for (final SessionRow session : registry.rows().sessionsListedOnce()) {
            if (session.state() == SessionInfo.State.STOPPING && isLeft(session) && ending.add(session.id())) {
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
            // Not part of the caller's request: stopping the session again reports why it does not end.
            return;
        }
    }
}
