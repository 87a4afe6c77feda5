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
 * Controls the sessions of a trace directory: starts and stops them, enables providers in them, and lists sessions,
 * providers and processes.
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
 * <p>
 * Operations run on the calling thread. An operation that throws {@link RingsideException} has changed nothing, unless
 * the file system fails during a change, which the next controller completes or removes. Operations that wait for other
 * processes return after their time-out and name the processes that are late; an interrupt has the same effect and
 * stays pending. A time-out of zero does not wait.
 * <p>
 * Enabling, disabling, capturing state and querying take a provider's id, or its name, which {@link #providerId}
 * resolves, even if the provider is registered under an id of its own.
 */
public abstract sealed class Controller implements AutoCloseable permits DirectoryController {
    /** Longest wait of {@link #enable}, {@link #disable} and {@link #captureState} unless another is given: 2 s. */
    public static final Duration ENABLE_TIMEOUT = Duration.ofSeconds(2);

    /** Longest wait of {@link #stop} and {@link #flush} unless another is given: 10 s. */
    public static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

    private static final Enablement ALL_EVENTS = Enablement.of(Level.MAX, 0, 0);

    /** Used by the library; applications call {@link #open}. */
    protected Controller() {}

    /**
     * Find the prerequisites of trace directories that this JVM lacks, without accessing a directory.
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
     * @param directory directory to create; null for the {@linkplain #defaultDirectory default one}
     * @param group     name or number of the group whose members may write, control and read there; null to accept the
     *                  group of an existing directory, or to make a new one for this user only
     * @param messages  receives a warning if the directory is not in memory
     * @return its path, without links
     * @throws RingsideException NOT_FOUND for the group, ACCESS_DENIED if the directory belongs to another user, is
     *                           open to others, or is not for the group, LAYOUT if it is on a network file system or
     *                           contains something else, or a failure of the file system
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
     * @param directory directory to check
     * @param messages  receives a warning if the directory is not in memory
     * @return its path, without links
     * @throws RingsideException NOT_FOUND if it is absent or not a trace directory, else as {@link #createDirectory}
     *                           does
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
     * @param directory directory, which is created if it does not exist
     * @return the controller, to be closed
     * @throws RingsideException if the directory cannot be used, or the JVM lacks a flag
     */
    public static Controller open(final Path directory) {
        return DirectoryController.open(TraceDirectory.open(directory));
    }

    /**
     * Control a trace directory, and report problems to a receiver instead of the log.
     *
     * @param directory directory, which is created if it does not exist
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
     * @param name name that no session has, regardless of letter case
     * @return the session
     * @throws RingsideException as {@link #start(SessionSettings)} does
     */
    public final SessionInfo start(final String name) {
        return start(SessionSettings.builder(name).build());
    }

    /**
     * Start a session.
     *
     * @param settings settings with a name that no session has, regardless of letter case
     * @return the session
     * @throws RingsideException ALREADY_EXISTS for the name or the identity, INVALID_ARGUMENT for a clock that this
     *                           machine lacks, LIMIT if {@link #sessionsMax} sessions exist, or a failure of the file
     *                           system
     */
    public SessionInfo start(final SessionSettings settings) {
        return start(settings, List.of());
    }

    /**
     * Start a session with providers that are enabled from its first moment.
     *
     * @param settings as for {@link #start(SessionSettings)}
     * @param requests requests, at most one for each provider
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
     * @param request  enablement of the provider in the sessions
     * @param target   selects the processes that get a session, such as {@code process -> process.pid() == 17} or
     *                 {@link #thisProcess()}
     * @return the sessions, at least one
     * @throws RingsideException as {@link #start(SessionSettings)} does, NOT_FOUND if no such process exists, LIMIT if
     *                           a process has {@link EventLimits#PRIVATE_SESSIONS_PER_PROCESS_MAX} already; no session
     *                           is started then
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
     * @param name name of the first session
     * @return the session itself, then the others in the order of their start
     * @throws RingsideException NOT_FOUND for the session
     */
    public abstract List<SessionInfo> sessionsTogether(String name);

    /**
     * Find the id of a provider by its name: the id derived from the name, if a provider is registered or enabled with
     * it, else the id of a provider that is registered or enabled under the name, in any letter case.
     *
     * @param provider name of the provider
     * @return its id; if no provider has the name, the id derived from the name, which a provider gets that is
     *         registered without an id of its own
     * @throws RingsideException for a failure of the file system
     */
    public abstract UUID providerId(String provider);

    /**
     * Enable a provider with all levels and keywords, and wait up to {@link #ENABLE_TIMEOUT} for its processes.
     *
     * @param session  name of the session
     * @param provider name of the provider
     * @return the processes that have answered; the enablement is in effect in any case
     * @throws RingsideException as {@link #enable(String, EnableRequest, Duration)} does
     */
    public final Outcome.Answers enable(final String session, final String provider) {
        return enable(session, EnableRequest.of(provider, ALL_EVENTS));
    }

    /**
     * Enable a provider with all levels and keywords, and wait up to {@link #ENABLE_TIMEOUT} for its processes.
     *
     * @param session    name of the session
     * @param providerId id of the provider
     * @return the processes that have answered; the enablement is in effect in any case
     * @throws RingsideException as {@link #enable(String, EnableRequest, Duration)} does
     */
    public final Outcome.Answers enable(final String session, final UUID providerId) {
        return enable(session, EnableRequest.of(providerId, ALL_EVENTS));
    }

    /**
     * Enable a provider, and wait up to {@link #ENABLE_TIMEOUT} for its processes.
     *
     * @param session name of the session
     * @param request provider with its enablement
     * @return the processes that have answered; the enablement is in effect in any case
     * @throws RingsideException as {@link #enable(String, EnableRequest, Duration)} does
     */
    public final Outcome.Answers enable(final String session, final EnableRequest request) {
        return enable(session, request, ENABLE_TIMEOUT);
    }

    /**
     * Enable a provider in a session. The request replaces the session's current enablement of the provider. The
     * provider need not be registered. A request by name is for the provider that {@link #providerId} finds, unless it
     * is for a group.
     *
     * @param session   name of the session
     * @param request   provider with its enablement
     * @param timeout   longest wait for the processes of the provider to attach and for their callbacks to return
     * @return the processes that have answered; the enablement is in effect in any case
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
     * @param providerId id of the provider
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
     * @param providerId id of the provider
     * @param timeout    longest wait for the processes of the provider
     * @return the processes that have answered
     * @throws RingsideException NOT_FOUND for session or enablement, BUSY if the session is ending, WOULD_DEADLOCK as
     *                           {@link #enable(String, EnableRequest, Duration)}, or a failure of the file system
     */
    public abstract Outcome.Answers disable(String session, UUID providerId, Duration timeout);

    /**
     * Read the answers of a provider's processes to the session's current enablement, without changing or waiting for
     * anything.
     *
     * @param session  name of the session
     * @param provider name of the provider
     * @return the live processes that register the provider; those that have not answered yet are timed out
     * @throws RingsideException as {@link #answers(String, UUID)} does
     */
    public final Outcome.Answers answers(final String session, final String provider) {
        return answers(session, providerId(provider));
    }

    /**
     * Read the answers of a provider's processes to the session's current enablement, without changing or waiting for
     * anything.
     *
     * @param session    name of the session
     * @param providerId id of the provider
     * @return the live processes that register the provider; those that have not answered yet are timed out
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
     * @param providerId id of the provider
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
     * @param providerId id of the provider
     * @param wanted     level and keywords of the state to be logged; properties and filters are ignored
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
     * @param providerId id of the provider
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
     * @param providerId id of the provider
     * @param period     time between two requests; zero ends them
     * @param timeout    longest wait for the processes to apply this
     * @return the processes that have answered
     * @throws RingsideException as {@link #captureState(String, UUID, Enablement, Duration)} does, and INVALID_ARGUMENT
     *                           for a negative period
     */
    public abstract Outcome.Answers captureEvery(String session, UUID providerId, Duration period, Duration timeout);

    /**
     * Exclude providers from a session's enablement of their group. They replace the providers that were excluded
     * before, and stay excluded when the group is enabled again. Providers that the session has enabled individually
     * are not affected.
     *
     * @param session     name of the session, which has enabled the group
     * @param groupId     of the group
     * @param providerIds ids of the providers to exclude, at most 1,024; empty for none
     * @param timeout     longest wait for the processes of the group
     * @return the processes that have answered
     * @throws RingsideException NOT_FOUND for session or group, INVALID_ARGUMENT if the id is that of a provider or
     *                           there are too many, BUSY if the session is ending, or a failure of the file system
     */
    public abstract Outcome.Answers disallow(String session, UUID groupId, Collection<UUID> providerIds,
            Duration timeout);

    /**
     * List the providers that a session excludes from its enablement of their group.
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
     * @param name name of the session
     * @return progress of the end, with the ledger
     * @throws RingsideException as {@link #stop(String, Duration)} does
     */
    public final Outcome.Stopped stop(final String name) {
        return stop(name, STOP_TIMEOUT);
    }

    /**
     * Stop a session: its processes detach, its drain takes the remaining events, and the session is removed. Without a
     * drain, the remaining events are discarded. If a process does not answer in time, the session is left in state
     * STOPPING and can be stopped again.
     *
     * @param name      name of the session
     * @param timeout   maximum wait for processes and drain together
     * @return progress of the end, with the ledger, which is final if the session is gone and all of its files could be
     *         read
     * @throws RingsideException NOT_FOUND for the session, or a failure of the file system
     */
    public abstract Outcome.Stopped stop(String name, Duration timeout);

    /**
     * Change settings of a running session.
     *
     * @param name    name of the session
     * @param changes values as text, by name of the setting: {@code description}, {@code maxBytes} and {@code
     *                recording} can be changed, only the last one for a private session
     * @return the session with its new settings
     * @throws RingsideException INVALID_ARGUMENT for a setting that is unknown, fixed, or out of range, NOT_FOUND or
     *                           BUSY for the session, or a failure of the file system
     */
    public abstract SessionInfo update(String name, Map<String, String> changes);

    /**
     * Wait up to {@link #STOP_TIMEOUT} until pending events have been delivered.
     *
     * @param name name of the session
     * @return progress of the drain
     * @throws RingsideException as {@link #flush(String, Duration)} does
     */
    public final Outcome.Flushed flush(final String name) {
        return flush(name, STOP_TIMEOUT);
    }

    /**
     * Wait until the drain has delivered all events that are in the lanes now; a recorder also appends the batch that
     * it has begun. There is no wait for later events. Without a drain this returns at once.
     *
     * @param name      name of the session
     * @param timeout   longest wait for the drain
     * @return progress of the drain
     * @throws RingsideException NOT_FOUND or BUSY for the session, WRONG_KIND in overwrite mode, or a failure of the
     *                           file system
     */
    public abstract Outcome.Flushed flush(String name, Duration timeout);

    /**
     * Let a recorder continue in a new file: events that are in the lanes now are delivered as by {@link #flush},
     * events that are written after this call has returned go to another file. A file is created when its first event
     * arrives.
     *
     * @param name      of the session, which is being recorded into numbered files
     * @param timeout   longest wait for the drain
     * @return progress of the drain
     * @throws RingsideException INVALID_ARGUMENT if the session is not being recorded into numbered files, TIMEOUT if
     *                           the drain does not answer, NOT_FOUND or BUSY for the session, or a failure of the file
     *                           system
     */
    public abstract Outcome.Flushed incrementFile(String name, Duration timeout);

    /** {@return all sessions, including ending and private ones, in the order of their start} */
    public abstract List<SessionInfo> sessions();

    /**
     * Read the state and the ledger of a session, without changing or waiting for anything.
     *
     * @param name name of the session
     * @return the session with its enablements and its ledger
     * @throws RingsideException NOT_FOUND for the session
     */
    public abstract SessionStatus query(String name);

    /**
     * Read the state and the ledger of a session that was listed before, as {@link #query(String)} does.
     *
     * @param session session to read
     * @return the session with its enablements and its ledger; null if it has ended, even if another has its name
     */
    public abstract @Nullable SessionStatus query(SessionInfo session);

    /**
     * Read a session's enablement of a provider.
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
     * Read a session's enablement of a provider.
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
     * @param sessionLimit maximum number of sessions to read, 1 to {@link #sessionsMax}
     * @return the first sessions, and the total number
     * @throws RingsideException INVALID_ARGUMENT for the limit
     */
    public abstract SessionStatus.Page query(int sessionLimit);

    /** {@return maximum number of sessions at a time, and thus of sessions that can enable one provider} */
    public final int sessionsMax() {
        return EventLimits.SESSIONS_MAX;
    }

    /**
     * List the processes that delay the end of a session, without waiting for them.
     *
     * @param session session that is ending
     * @return descriptions of the processes; empty if the session has ended
     */
    public abstract List<String> unanswered(SessionInfo session);

    /**
     * Find the recording of a session.
     *
     * @param session name, in any letter case
     * @return folder to which a recorder is recording the session; null if there is none
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if there is no such session
     */
    public abstract @Nullable Path recordingFolder(String session);

    /**
     * {@return the known schemas of all providers of the directory, in each version, including those whose processes
     * have ended, as long as a session may have their events}
     */
    public abstract List<ProviderSchema> schemas();

    /**
     * Read why processes could not get all the lanes they needed for a session, now or earlier.
     *
     * @param session running session
     * @return {@link ErrorCode#LIMIT} if the session's {@code maxBytes} was reached, {@link ErrorCode#NO_SPACE} if the
     *         file system or the memory of a control group was full; empty if all lanes could be made
     */
    public abstract Set<ErrorCode> shortages(SessionInfo session);

    /**
     * Read the flow of events from each process to a session so far: a few counts of each lane, and no events. Changes
     * nothing and never waits.
     *
     * @param session running or ending session
     * @return a flow for each process that can be read and is not included in the totals of dead processes; none if the
     *         session has ended
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
     * Read the names that a process has published for values of a provider's fields. Damage is reported to the
     * controller's messages.
     *
     * @param providerId id of the provider
     * @param process    process that registers the provider
     * @return the names published so far, empty if there are none
     */
    public abstract PublishedNames publishedNames(UUID providerId, ProcessInfo process);

    /**
     * {@return all providers by process, with what running sessions want of them, as they are at one moment, in the
     * order of the providers' ids: one for each live process that has registered the provider, or one without a
     * process}
     */
    public abstract List<ProviderInfo.Instance> enumerate();

    /** {@return damaged and foreign files in the directory, one line for each file, for display} */
    public abstract List<String> problems();

    /** Complete the end of sessions whose controllers are dead, and remove the files of dead processes. */
    public abstract void clean();
}
