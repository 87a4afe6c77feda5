package io.ringside.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.event.EventLimits;
import io.ringside.event.Level;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.files.Prerequisites;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.PublishedNames;
import io.ringside.session.Enablement;
import io.ringside.session.EnablementInfo;
import io.ringside.session.ProcessInfo;
import io.ringside.session.SessionInfo;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Controls the sessions of a trace directory: starts and stops them, enables providers in them, and shows what is
 * there.
 *
 * <pre>{@code
 * try (Controller controller = Controller.open()) {
 *     controller.start("monday");
 *     controller.enable("monday", "Acme.Orders");
 *     …
 *     controller.stop("monday").requireComplete();
 * }
 * }</pre>
 * Any process can control a directory at any time, several at once. Sessions and enablements outlive the controller
 * that made them. Thread-safe.
 * <p> Operations run on the calling thread. One that throws {@link RingsideException} has changed nothing, unless the
 * file system fails in the middle of it: then the next controller completes or removes what was begun. Operations that
 * wait for other processes return after their time-out and name the processes that are late; an interrupt has the same
 * effect and stays pending. A time-out of zero does not wait.
 * <p>
 * Enabling, disabling, capturing state and querying take a provider's id, or its name as {@link #providerId} finds it:
 * a provider that is registered under an id of its own is found by its name.
 */
public abstract sealed class Controller implements AutoCloseable permits DirectoryController {
    /** Longest wait of {@link #enable}, {@link #disable} and {@link #captureState} unless another is given: 2 s. */
    public static final Duration ENABLE_TIMEOUT = Duration.ofSeconds(2);

    /** Longest wait of {@link #stop} and {@link #flush} unless another is given: 10 s. */
    public static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

    private static final Enablement ALL_EVENTS = Enablement.of(Level.MAX, 0, 0);

    /** For the library; applications call {@link #open}. */
    protected Controller() {}

    /**
     * Look up what this JVM lacks for the use of trace directories, without touching one.
     *
     * @return the missing flag or library with its remedy; null if nothing is missing
     */
    public static @Nullable String missingPrerequisite() {
        return Prerequisites.missing();
    }

    /**
     * {@return the path of the default trace directory: that of the system property {@code ringside.dir}, else of the
     * environment variable {@code RINGSIDE_DIR}, else the user's own in shared memory} Nothing is created.
     */
    public static Path defaultDirectory() {
        return TraceDirectory.defaultPath();
    }

    /**
     * Create a trace directory if it does not exist, and check that it can be used, without opening it.
     *
     * @param directory to create; null for the {@linkplain #defaultDirectory default one}
     * @param group     name or number of the group whose members may write, control and read there; null for whomever
     *                  the directory is for: a new one is for this user alone
     * @param messages  receives a warning if the directory is not in memory
     * @return its path, without links
     * @throws RingsideException NOT_FOUND for the group, ACCESS_DENIED if the directory belongs to somebody else, is
     *                           open to others, or is not for the group, LAYOUT if it is on a network file system or
     *                           holds something else, or a failure of the file system
     */
    public static Path createDirectory(final @Nullable Path directory, final @Nullable String group,
            final Consumer<String> messages) {
        if (group != null) {
            return path(TraceDirectory.openForGroup(directory == null ? defaultDirectory() : directory, group),
                    messages);
        }
        return path(directory == null ? TraceDirectory.open() : TraceDirectory.open(directory), messages);
    }

    /**
     * Check that a trace directory exists and can be used, without opening it.
     *
     * @param directory to check
     * @param messages  receives a warning if the directory is not in memory
     * @return its path, without links
     * @throws RingsideException NOT_FOUND if it is absent or no trace directory, else as {@link #createDirectory} does
     */
    public static Path requireDirectory(final Path directory, final Consumer<String> messages) {
        return path(TraceDirectory.openExisting(directory), messages);
    }

    private static Path path(final TraceDirectory directory, final Consumer<String> messages) {
        directory.warning().ifPresent(messages);
        return directory.path();
    }

    /**
     * Control the {@linkplain #defaultDirectory default trace directory}. Damaged files are reported by the logger
     * {@code io.ringside}.
     *
     * @return the controller, to be closed
     * @throws RingsideException if the directory cannot be used, or the JVM lacks a flag
     */
    public static Controller open() {
        return DirectoryController.open(TraceDirectory.open());
    }

    /**
     * Control a trace directory.
     *
     * @param directory created if it does not exist
     * @return the controller, to be closed
     * @throws RingsideException if the directory cannot be used, or the JVM lacks a flag
     */
    public static Controller open(final Path directory) {
        return DirectoryController.open(TraceDirectory.open(directory));
    }

    /**
     * Control a trace directory, and report problems elsewhere than in the log.
     *
     * @param directory created if it does not exist
     * @param messages  receives a line for each file that is damaged, once, and for each session that should start
     *                  automatically and cannot; called by the threads that use the controller
     * @return the controller, to be closed
     * @throws RingsideException if the directory cannot be used, or the JVM lacks a flag
     */
    public static Controller open(final Path directory, final Consumer<String> messages) {
        return DirectoryController.open(TraceDirectory.open(directory), messages);
    }

    /** {@return the path of the trace directory, without links} */
    public abstract Path directory();

    /** Release the directory. Sessions continue. */
    @Override
    public abstract void close();

    /**
     * Start a session with default settings.
     *
     * @param name that no session has, regardless of letter case
     * @return the session
     * @throws RingsideException as {@link #start(SessionSettings)} does
     */
    public final SessionInfo start(final String name) {
        return start(SessionSettings.builder(name).build());
    }

    /**
     * Start a session.
     *
     * @param settings with a name that no session has, regardless of letter case
     * @return the session
     * @throws RingsideException ALREADY_EXISTS for the name or the identity, INVALID_ARGUMENT for a clock that this
     *                           machine lacks, LIMIT if {@link #sessionsMax} sessions exist, or a failure of the file
     *                           system
     */
    public SessionInfo start(final SessionSettings settings) {
        return start(settings, List.of());
    }

    /**
     * Start a session that has providers enabled from its first moment.
     *
     * @param settings as for {@link #start(SessionSettings)}
     * @param requests at most one for each provider
     * @return the session
     * @throws RingsideException as {@link #start(SessionSettings)} does
     */
    public abstract SessionInfo start(SessionSettings settings, List<EnableRequest> requests);

    /**
     * Start private sessions: one for each live process that registers the provider now, in the order of their start.
     * The first has the given name, the others have {@code _<pid>} appended to it. Only its own process writes to a
     * private session, and {@link #query(int)} does not list it.
     *
     * @param settings as for {@link #start(SessionSettings)}
     * @param request  what the sessions want of the provider
     * @param target   which processes get a session, such as {@code process -> process.pid() == 17} or
     *                 {@link #thisProcess()}
     * @return the sessions, at least one
     * @throws RingsideException as {@link #start(SessionSettings)} does, NOT_FOUND if no such process exists, LIMIT if
     *                           one has {@link EventLimits#PRIVATE_SESSIONS_PER_PROCESS_MAX} already; then none is
     *                           started
     */
    public abstract List<SessionInfo> startPrivate(SessionSettings settings, EnableRequest request,
            Predicate<ProcessInfo> target);

    /** {@return a predicate that accepts the calling process only, for {@link #startPrivate}} */
    public static Predicate<ProcessInfo> thisProcess() {
        final long startKey = DirectoryController.ownStartKey();
        return process -> process.startKey() == startKey;
    }

    /**
     * Find a session and, if it is private, those that {@link #startPrivate} has started together with it.
     *
     * @param name of the first of them
     * @return the session itself, then the others in the order of their start
     * @throws RingsideException NOT_FOUND for the session
     */
    public abstract List<SessionInfo> sessionsTogether(String name);

    /**
     * Find the id of a provider by its name: that which follows from the name, if a provider is registered or enabled
     * with it, else that of a provider that is registered or enabled under the name, in any letter case.
     *
     * @param provider name of the provider
     * @return its id; if no provider has the name, the id that follows from it, which the first one that is registered
     *         without an id of its own will have
     * @throws RingsideException for a failure of the file system
     */
    public abstract UUID providerId(String provider);

    /**
     * Enable a provider with all levels and keywords, and wait up to {@link #ENABLE_TIMEOUT} for its processes.
     *
     * @param session  name of the session
     * @param provider name of the provider
     * @return the processes that have answered; the enablement is in force in any case
     * @throws RingsideException as {@link #enable(String, EnableRequest, Duration)} does
     */
    public final Outcome.Answers enable(final String session, final String provider) {
        return enable(session, EnableRequest.of(provider, ALL_EVENTS));
    }

    /**
     * Enable a provider with all levels and keywords, and wait up to {@link #ENABLE_TIMEOUT} for its processes.
     *
     * @param session    name of the session
     * @param providerId of the provider
     * @return the processes that have answered; the enablement is in force in any case
     * @throws RingsideException as {@link #enable(String, EnableRequest, Duration)} does
     */
    public final Outcome.Answers enable(final String session, final UUID providerId) {
        return enable(session, EnableRequest.of(providerId, ALL_EVENTS));
    }

    /**
     * Enable a provider, and wait up to {@link #ENABLE_TIMEOUT} for its processes.
     *
     * @param session name of the session
     * @param request what the session wants of which provider
     * @return the processes that have answered; the enablement is in force in any case
     * @throws RingsideException as {@link #enable(String, EnableRequest, Duration)} does
     */
    public final Outcome.Answers enable(final String session, final EnableRequest request) {
        return enable(session, request, ENABLE_TIMEOUT);
    }

    /**
     * Enable a provider in a session. The request replaces what the session has wanted of the provider until now. The
     * provider need not be registered. A request by name is for the provider that {@link #providerId} finds, unless it
     * is for a group.
     *
     * @param session   name of the session
     * @param request   what the session wants of which provider
     * @param timeout   longest wait for the processes of the provider to attach and for their callbacks to return
     * @return the processes that have answered; the enablement is in force in any case
     * @throws RingsideException INVALID_ARGUMENT for a provider id of zeros, NOT_FOUND or BUSY for the session,
     *                           WOULD_DEADLOCK for a wait inside the provider's own callback, or a failure of the file
     *                           system
     */
    public abstract Outcome.Answers enable(String session, EnableRequest request, Duration timeout);

    /**
     * Disable a provider, and wait up to {@link #ENABLE_TIMEOUT} for its processes.
     *
     * @param session  name of the session
     * @param provider name of the provider
     * @return the processes that have answered
     * @throws RingsideException as {@link #disable(String, UUID, Duration)} does
     */
    public final Outcome.Answers disable(final String session, final String provider) {
        return disable(session, providerId(provider));
    }

    /**
     * Disable a provider, and wait up to {@link #ENABLE_TIMEOUT} for its processes.
     *
     * @param session    name of the session
     * @param providerId of the provider
     * @return the processes that have answered
     * @throws RingsideException as {@link #disable(String, UUID, Duration)} does
     */
    public final Outcome.Answers disable(final String session, final UUID providerId) {
        return disable(session, providerId, ENABLE_TIMEOUT);
    }

    /**
     * Disable a provider in a session.
     *
     * @param session    name of the session
     * @param providerId of the provider
     * @param timeout    longest wait for the processes of the provider
     * @return the processes that have answered
     * @throws RingsideException NOT_FOUND for session or enablement, BUSY if the session is ending, WOULD_DEADLOCK as
     *                           {@link #enable(String, EnableRequest, Duration)}, or a failure of the file system
     */
    public abstract Outcome.Answers disable(String session, UUID providerId, Duration timeout);

    /**
     * Read how the processes of a provider have answered what a session wants of it now, without changing or waiting
     * for anything.
     *
     * @param session  name of the session
     * @param provider name of the provider
     * @return the processes that live and register it; those that have not answered yet are timed out
     * @throws RingsideException as {@link #answers(String, UUID)} does
     */
    public final Outcome.Answers answers(final String session, final String provider) {
        return answers(session, providerId(provider));
    }

    /**
     * Read how the processes of a provider have answered what a session wants of it now, without changing or waiting
     * for anything.
     *
     * @param session    name of the session
     * @param providerId of the provider
     * @return the processes that live and register it; those that have not answered yet are timed out
     * @throws RingsideException NOT_FOUND for session or enablement
     */
    public abstract Outcome.Answers answers(String session, UUID providerId);

    /**
     * Ask a provider to log its current state, and wait up to {@link #ENABLE_TIMEOUT} for its callbacks.
     *
     * @param session  name of the session, which has enabled the provider
     * @param provider name of the provider
     * @return the processes that have answered
     * @throws RingsideException as {@link #captureState(String, UUID, Enablement, Duration)} does
     */
    public final Outcome.Answers captureState(final String session, final String provider) {
        return captureState(session, providerId(provider));
    }

    /**
     * Ask a provider to log its current state, and wait up to {@link #ENABLE_TIMEOUT} for its callbacks.
     *
     * @param session    name of the session, which has enabled the provider
     * @param providerId of the provider
     * @return the processes that have answered
     * @throws RingsideException as {@link #captureState(String, UUID, Enablement, Duration)} does
     */
    public final Outcome.Answers captureState(final String session, final UUID providerId) {
        return captureState(session, providerId, ALL_EVENTS, ENABLE_TIMEOUT);
    }

    /**
     * Ask the callbacks of a provider to log its current state. The events go to all sessions that want them. Processes
     * that do not register the provider now are not asked.
     *
     * @param session    name of the session, which has enabled the provider
     * @param providerId of the provider
     * @param wanted     level and keywords of what is to be logged; properties and filters are ignored
     * @param timeout    longest wait for the callbacks to return
     * @return the processes that have answered
     * @throws RingsideException NOT_FOUND for session or enablement, BUSY if the session is ending, WOULD_DEADLOCK as
     *                           {@link #enable(String, EnableRequest, Duration)}, or a failure of the file system
     */
    public abstract Outcome.Answers captureState(String session, UUID providerId, Enablement wanted, Duration timeout);

    /**
     * Ask the callbacks of a provider for its state regularly, and wait up to {@link #ENABLE_TIMEOUT} for its
     * processes.
     *
     * @param session  name of the session, which has enabled the provider
     * @param provider name of the provider
     * @param period   time between two requests; zero ends them
     * @return the processes that have answered
     * @throws RingsideException as {@link #captureEvery(String, UUID, Duration, Duration)} does
     */
    public final Outcome.Answers captureEvery(final String session, final String provider, final Duration period) {
        return captureEvery(session, providerId(provider), period);
    }

    /**
     * Ask the callbacks of a provider for its state regularly, and wait up to {@link #ENABLE_TIMEOUT} for its
     * processes.
     *
     * @param session    name of the session, which has enabled the provider
     * @param providerId of the provider
     * @param period     time between two requests; zero ends them
     * @return the processes that have answered
     * @throws RingsideException as {@link #captureEvery(String, UUID, Duration, Duration)} does
     */
    public final Outcome.Answers captureEvery(final String session, final UUID providerId, final Duration period) {
        return captureEvery(session, providerId, period, ENABLE_TIMEOUT);
    }

    /**
     * Ask the callbacks of a provider for its state regularly, until the session ends, disables the provider or enables
     * it again.
     *
     * @param session    name of the session, which has enabled the provider
     * @param providerId of the provider
     * @param period     time between two requests; zero ends them
     * @param timeout    longest wait for the processes to take note
     * @return the processes that have answered
     * @throws RingsideException as {@link #captureState(String, UUID, Enablement, Duration)} does, and INVALID_ARGUMENT
     *                           for a negative period
     */
    public abstract Outcome.Answers captureEvery(String session, UUID providerId, Duration period, Duration timeout);

    /**
     * Leave providers out of what a session wants of their group. They replace those that were left out before, and
     * stay left out when the group is enabled again. Providers that the session has enabled individually are not
     * affected.
     *
     * @param session     name of the session, which has enabled the group
     * @param groupId     of the group
     * @param providerIds to be left out, at most 1,024; empty for none
     * @param timeout     longest wait for the processes of the group
     * @return the processes that have answered
     * @throws RingsideException NOT_FOUND for session or group, INVALID_ARGUMENT if the id is that of a provider or
     *                           there are too many, BUSY if the session is ending, or a failure of the file system
     */
    public abstract Outcome.Answers disallow(String session, UUID groupId, Collection<UUID> providerIds,
            Duration timeout);

    /**
     * List the providers that a session leaves out of their group.
     *
     * @param session name of the session, which has enabled the group
     * @param groupId of the group
     * @return their ids
     * @throws RingsideException NOT_FOUND for session or group, INVALID_ARGUMENT if the id is that of a provider
     */
    public abstract Set<UUID> disallowed(String session, UUID groupId);

    /**
     * Stop a session, and wait up to {@link #STOP_TIMEOUT}.
     *
     * @param name of the session
     * @return how far the end has come, with the ledger
     * @throws RingsideException as {@link #stop(String, Duration)} does
     */
    public final Outcome.Stopped stop(final String name) {
        return stop(name, STOP_TIMEOUT);
    }

    /**
     * Stop a session: its processes detach, its drain takes what is left, and the session is removed. Without a drain,
     * what is left is discarded. If a process does not answer in time, the session is left in state STOPPING and can be
     * stopped again.
     *
     * @param name      of the session
     * @param timeout   longest wait for processes and drain together
     * @return how far the end has come, with the ledger, which is final if the session is gone and all of its files
     *         could be read
     * @throws RingsideException NOT_FOUND for the session, or a failure of the file system
     */
    public abstract Outcome.Stopped stop(String name, Duration timeout);

    /**
     * Change settings of a running session.
     *
     * @param name    of the session
     * @param changes text by name of the setting: {@code description}, {@code maxBytes} and {@code recording} can be
     *                changed, of a private session only the last
     * @return the session with its new settings
     * @throws RingsideException INVALID_ARGUMENT for a setting that is unknown, fixed, or out of range, NOT_FOUND or
     *                           BUSY for the session, or a failure of the file system
     */
    public abstract SessionInfo update(String name, Map<String, String> changes);

    /**
     * Wait up to {@link #STOP_TIMEOUT} until pending events have been delivered.
     *
     * @param name of the session
     * @return how far the drain has come
     * @throws RingsideException as {@link #flush(String, Duration)} does
     */
    public final Outcome.Flushed flush(final String name) {
        return flush(name, STOP_TIMEOUT);
    }

    /**
     * Wait until the drain has delivered all events that are in the lanes now; a recorder also appends the batch that
     * it has begun. Later events are not waited for. Without a drain this returns at once.
     *
     * @param name      of the session
     * @param timeout   longest wait for the drain
     * @return how far the drain has come
     * @throws RingsideException NOT_FOUND or BUSY for the session, WRONG_KIND in overwrite mode, or a failure of
     *                           the file system
     */
    public abstract Outcome.Flushed flush(String name, Duration timeout);

    /**
     * Let a recorder continue in a new file: events that are in the lanes now are delivered as by {@link #flush},
     * events that are written after this call has returned go to another file. A file is created when its first event
     * arrives.
     *
     * @param name      of the session, which is being recorded into numbered files
     * @param timeout   longest wait for the drain
     * @return how far the drain has come
     * @throws RingsideException INVALID_ARGUMENT if the session is not being recorded into numbered files, TIMEOUT if
     *                           the drain does not answer, NOT_FOUND or BUSY for the session, or a failure of the file
     *                           system
     */
    public abstract Outcome.Flushed incrementFile(String name, Duration timeout);

    /** {@return all sessions, running, ending and private ones, in the order of their start} */
    public abstract List<SessionInfo> sessions();

    /**
     * Read the state and the ledger of a session, without changing or waiting for anything.
     *
     * @param name of the session
     * @return the session with its enablements and its ledger
     * @throws RingsideException NOT_FOUND for the session
     */
    public abstract SessionStatus query(String name);

    /**
     * Read the state and the ledger of a session that was listed before, as {@link #query(String)} does.
     *
     * @param session to read
     * @return the session with its enablements and its ledger; null if it has ended, even if another has its name
     */
    public abstract @Nullable SessionStatus query(SessionInfo session);

    /**
     * Read what a session wants of a provider.
     *
     * @param session  name of the session
     * @param provider name of the provider
     * @return the enablement
     * @throws RingsideException as {@link #query(String, UUID)} does
     */
    public final EnablementInfo query(final String session, final String provider) {
        return query(session, providerId(provider));
    }

    /**
     * Read what a session wants of a provider.
     *
     * @param session    name of the session
     * @param providerId of the provider, or of a group that the session has enabled
     * @return the enablement
     * @throws RingsideException NOT_FOUND for session or enablement
     */
    public abstract EnablementInfo query(String session, UUID providerId);

    /**
     * Read what a session has enabled, without its ledger.
     *
     * @param session name of a session that runs or is ending
     * @return its enablements, in the order of the providers' ids
     * @throws RingsideException NOT_FOUND for the session
     */
    public abstract List<EnablementInfo> enablements(String session);

    /**
     * Read the state and the ledgers of several sessions, without changing or waiting for anything. Private sessions
     * are left out.
     *
     * @param sessionLimit most sessions to read, 1 to {@link #sessionsMax}
     * @return the first of them, and how many there are
     * @throws RingsideException INVALID_ARGUMENT for the limit
     */
    public abstract SessionStatus.Page query(int sessionLimit);

    /** {@return most sessions at a time, and therefore most sessions that can enable one provider} */
    public final int sessionsMax() {
        return EventLimits.SESSIONS_MAX;
    }

    /**
     * List the processes that keep a session from ending, without waiting for them.
     *
     * @param session that is ending
     * @return descriptions of the processes; empty if the session has ended
     */
    public abstract List<String> unanswered(SessionInfo session);

    /**
     * Finds the recording of a session.
     *
     * @param session name, in any letter case
     * @return folder to which a recorder records the session now; null if none does
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if there is no such session
     */
    public abstract @Nullable Path recordingFolder(String session);

    /**
     * {@return the schemas of all providers of the directory, in each version that is known: also of those whose
     * processes have ended, as long as a session may have events of them}
     */
    public abstract List<ProviderSchema> schemas();

    /**
     * Read why processes could not have all the lanes that they wanted for a session, now or earlier.
     *
     * @param session that runs
     * @return {@link ErrorCode#LIMIT} if the session's {@code maxBytes} was reached, {@link ErrorCode#NO_SPACE} if the
     *         file system or the memory of a control group was full; none if all lanes could be made
     */
    public abstract Set<ErrorCode> shortages(SessionInfo session);

    /**
     * Read what has gone from each process to a session up to now: a few numbers of each lane, and no events. Changes
     * nothing and never waits.
     *
     * @param session that runs or is ending
     * @return one for each process that can be read and was not added to the totals of the dead; none if the session
     *         has ended
     */
    public abstract List<ProcessInfo.Flow> flows(SessionInfo session);

    /**
     * List the processes that have used the trace directory. Dead ones are listed until their files are removed.
     *
     * @param problems receives a line for each process that cannot be read
     * @return the processes with their health
     */
    public abstract List<ProcessInfo.Status> processes(Consumer<String> problems);

    /** {@return all providers that are registered or enabled, in the order of their names} */
    public abstract List<ProviderInfo> providers();

    /**
     * Read the names that a process has published for values of a provider's fields. Damage is a message of the
     * controller.
     *
     * @param providerId of the provider
     * @param process    that registers it
     * @return the names up to now; none if it has published none
     */
    public abstract PublishedNames publishedNames(UUID providerId, ProcessInfo process);

    /**
     * {@return all providers by process, with what running sessions want of them, as they are at one moment, in the
     * order of the providers' ids: one for each live process that has registered the provider, or one without a
     * process}
     */
    public abstract List<ProviderInfo.Instance> enumerate();

    /** {@return what is damaged or foreign in the directory: one line for each file, for people} */
    public abstract List<String> problems();

    /** Complete the ends of sessions whose controllers are dead, and remove the files of dead processes. */
    public abstract void clean();
}
