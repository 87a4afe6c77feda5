package io.ringside.cli.option;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.control.Controller;
import io.ringside.reader.EventFilter;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventReader;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.session.SessionInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;

/**
 * Reads the sources of a command, merged in the order of time if requested: it takes events from sessions, follows the
 * recordings of sessions that are being recorded, and reads recordings.
 */
public final class EventSources {
    /** Clock difference above which the wall clock must have been set, as drift is smaller. */
    private static final long STEP_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int EVENTS_PER_CYCLE = 256;

    private final CommandContext context;
    private final SourceOptions options;
    private final boolean merged;
    private final EventFilter filter;
    private final long limit;
    private final EventHandler handler;
    private int mostAtOnce = EVENTS_PER_CYCLE;
    /** Creates receivers for reading recordings on several threads; null if this thread receives the events. */
    private @Nullable Supplier<? extends EventHandler> shares;
    private LongConsumer duty = mergedNs -> {};
    /** The counts of the reader, up to now and once everything was read. */
    private Supplier<EventReader.Totals> totals = () -> {
        throw new IllegalStateException("nothing was read");
    };
    private final List<Path> recordingsRead = new ArrayList<>();

    /**
     * Creates the sources, unread.
     *
     * @param context of the command
     * @param options options that name the sources and select events
     * @param merged  whether to deliver events in the order of their times
     * @param limit   maximum number of events
     * @param handler receives the selected events
     * @throws RingsideException if the options contradict each other
     */
    public EventSources(final CommandContext context, final SourceOptions options, final boolean merged,
            final long limit, final EventHandler handler) {
        this.context = context;
        this.options = options;
        this.merged = merged;
        this.limit = limit;
        this.handler = handler;
        if (!options.selection().isRelative()) {
            // Rejects an inverted time range before anything is opened.
            options.selection().filter();
        }
        if (options.selection().isRelative() || options.selection().isAbsolute()) {
            options.selection().ahead(aheadNs(context, options, options.selection().isAbsolute()));
        }
        this.filter = options.selection().filter();
    }

    /**
     * Takes an event from a session only after the previous one was handled: a taken event that can no longer be
     * printed would be lost.
     *
     * @return this
     */
    public EventSources oneByOne() {
        mostAtOnce = 1;
        return this;
    }

    /**
     * Sets an action that is performed after each poll.
     *
     * @param newDuty receives the time up to which events are merged, in nanoseconds since 1970; called by the reading
     *                thread
     * @return this
     */
    public EventSources duty(final LongConsumer newDuty) {
        duty = newDuty;
        return this;
    }

    /**
     * Reads recordings on all cores. Allowed only if all sources
     * {@link SourceOptions#isShareable are whole recordings}, and the events may come in any order and without a limit.
     *
     * @param receivers creates a receiver for each thread; losses go to the handler
     * @return this
     */
    public EventSources sharedBy(final Supplier<? extends EventHandler> receivers) {
        shares = receivers;
        return this;
    }

    /**
     * Reads to the end, or until the limit, an interruption, or the end of the sessions if they are followed.
     *
     * @throws RingsideException if a source cannot be read
     */
    public void read() {
        context.interruption().handle();
        try (EventReader reader = openReader()) {
            totals = reader::totals;
            addAll(reader);
            try {
                if (options.isFollow()) {
                    follow(reader);
                } else {
                    reader.readAvailable(handler, () -> {
                        duty.accept(reader.mergedNs());
                        return context.interruption().isRequested();
                    });
                }
                if (!context.interruption().isRequested()) {
                    reader.recordingsCutOff();
                }
            } catch (final RingsideException e) {
                // Deliver events that were read before the damage and wait for older ones.
                reader.deliverRest(handler);
                throw e;
            } finally {
                final EventReader.Totals read = reader.totals();
                totals = () -> read;
                tellOrder(reader.orderBoundNs());
            }
        } catch (final AgentTerminationException e) {
            if (e.getCause() instanceof final RingsideException unread) {
                throw unread;
            }
            throw e;
        }
    }

    /**
     * Reads the events that sessions contain now, without taking them, for checks before the actual reading.
     *
     * @param trial receives the selected events
     * @throws RingsideException thrown by the handler
     */
    public void lookAhead(final EventHandler trial) {
        final List<String> sessions = options.sources().stream().distinct()
                .filter(source -> folders(source).isEmpty()).toList();
        if (sessions.isEmpty()) {
            return;
        }
        final ReaderContext settings = new ReaderContext().directory(context.openDirectory()).merged(false)
                .filter(filter)
                // Failures are reported later, when the recordings are read.
                .errorHandler(failure -> {});
        try (EventReader reader = EventReader.open(settings)) {
            sessions.forEach(session -> addPeek(reader, session));
            reader.readAvailable(trial, context.interruption()::isRequested);
        } catch (final AgentTerminationException e) {
            if (e.getCause() instanceof final RingsideException failure) {
                throw failure;
            }
            throw e;
        }
    }

    private static void addPeek(final EventReader reader, final String session) {
        try {
            reader.add(Source.peek(session));
        } catch (final RingsideException e) {
            // The failure is reported later, when the session is read.
        }
    }

    /** Reports how accurate the order of events from different hosts is, as far as their clocks were measured. */
    private void tellOrder(final long boundNs) {
        if (boundNs == Long.MAX_VALUE) {
            context.console().tell("order between hosts is not known: the clock of a host was not measured while it "
                    + "recorded, and its events have the time of its own clock: run 'ringside receive' while "
                    + "'ringside ship' runs");
        } else if (boundNs > 0) {
            context.console().tell("order between hosts is only as good as their clocks are known: maxErrorNs="
                    + boundNs + ": events of one host are in order");
        }
    }

    /** Returns the number of events that were read and did not match the selection. */
    public long leftOut() {
        return totals.get().leftOutEvents();
    }

    /** Returns the number of events that an earlier rewrite had removed from the recordings. */
    public long filtered() {
        return totals.get().filteredEvents();
    }

    /** Whether no more events may be lost in what was read up to now than were counted. */
    public boolean areLossesKnown() {
        return totals.get().lossesKnown();
    }

    /**
     * Fails after reading if the condition does not fit any event, or if a recording was damaged; the readable events
     * have been delivered by then.
     *
     * @throws RingsideException if there was such a problem
     */
    public void requireSound() {
        options.selection().requireFits();
        requireWhole(recordingsRead, totals.get());
    }

    /**
     * Fails if recordings were damaged.
     *
     * @param recordings that were read
     * @param read       of them
     * @throws RingsideException if there are damaged places
     */
    public static void requireWhole(final List<Path> recordings, final EventReader.Totals read) {
        if (read.damages() > 0) {
            final Long events = read.damagedEvents();
            throw new RingsideException(ErrorCode.CORRUPT, "recording is damaged in places: paths=" + recordings
                    + ", damagedPlaces=" + read.damages() + ", missingEvents=" + (events == null ? "unknown" : events)
                    + (events == null
                            ? ": what could be found was read, and how many events are missing is not known"
                            : ": all other events were read")
                    + "; restore intact files to read the rest");
        }
    }

    /**
     * Returns the exception for a source that cannot be opened; for a path, it explains the problem with the path.
     *
     * @param source  source as typed
     * @param failure failure to find a session of that name
     * @return the exception to throw
     */
    public static RingsideException noSource(final String source, final RingsideException failure) {
        if (failure.code() == ErrorCode.NOT_FOUND && source.contains("/") && !isFolder(source)) {
            return new RingsideException(ErrorCode.NOT_FOUND, "no such folder or session: path="
                    + source + ": give the folder of a recording, or a session that ringside sessions lists",
                    failure);
        }
        if (isFolder(source) && !(Files.isReadable(Path.of(source)) && Files.isExecutable(Path.of(source)))) {
            return new RingsideException(ErrorCode.ACCESS_DENIED, "folder cannot be read: path=" + source
                    + ": have its owner give this user the right to", failure);
        }
        return isFolder(source) && failure.code() != ErrorCode.BUSY
                ? new RingsideException(ErrorCode.NOT_FOUND, "folder holds no recording, and no session has this name: "
                        + "path=" + source + ": give the folder of a recording, with its metadata.cq4t", failure)
                : failure;
    }

    private static boolean isFolder(final String source) {
        try {
            return Files.isDirectory(Path.of(source));
        } catch (final InvalidPathException e) {
            return false;
        }
    }

    /**
     * Returns the recordings of all sources that are folders.
     *
     * @param sources sources as typed; a folder of received recordings represents all recordings in it
     */
    public static List<Path> recordings(final List<String> sources) {
        return sources.stream().flatMap(source -> folders(source).stream()).toList();
    }

    /**
     * Whether all sources are recordings.
     *
     * @param sources sources as typed
     */
    public static boolean areRecordings(final List<String> sources) {
        return sources.stream().noneMatch(source -> folders(source).isEmpty());
    }

    private static List<Path> folders(final String source) {
        try {
            return Source.recordingsIn(Path.of(source));
        } catch (final InvalidPathException e) {
            return List.of();
        }
    }

    /** Returns the folder to which a session is being recorded; null if there is none. */
    private @Nullable Path folderOf(final String session) {
        try (Controller controller = Controller.open(context.openDirectory(), problem -> {})) {
            return controller.recordingFolder(session);
        } catch (final RingsideException e) {
            // The session has ended; the failure to read it is reported.
            return null;
        }
    }

    /**
     * Returns how far the clock of the first running session, or of its recording, is ahead of the wall clock, which
     * may have been set since the session started.
     *
     * @param isAbsolute whether to report a difference, because an absolute time was typed
     */
    static long aheadNs(final CommandContext context, final SourceOptions options, final boolean isAbsolute) {
        final boolean areRecordings = areRecordings(options.sources());
        final Path named = context.options().directory();
        if (areRecordings && !Files.isWritable(named == null ? Controller.defaultDirectory() : named)) {
            return 0;
        }
        final long nowNs = System.nanoTime();
        final long aheadNs;
        try (Controller controller = Controller.open(context.openDirectory(), problem -> {})) {
            final List<SessionInfo> sessions = controller.sessions();
            aheadNs = options.sources().stream()
                    .flatMap(source -> sessions.stream().filter(session -> isOf(source, session, controller)))
                    .findFirst().map(session -> session.timeNs(nowNs) - SelectionOptions.epochNs(Instant.now()))
                    .orElse(0L);
        } catch (final RingsideException e) {
            if (areRecordings) {
                // Recordings can be read without their trace directory.
                return 0;
            }
            throw e;
        }
        if (isAbsolute && Math.abs(aheadNs) > STEP_NS) {
            context.console().tell("wall clock was set after the session started: sources=" + options.sources()
                    + ", aheadMs=" + TimeUnit.NANOSECONDS.toMillis(aheadNs)
                    + ": give times as tail prints them, by the session's clock");
        }
        return aheadNs;
    }

    /** Whether a source is the session or its recording. */
    private static boolean isOf(final String source, final SessionInfo session, final Controller controller) {
        final List<Path> recordings = folders(source);
        if (recordings.isEmpty()) {
            return session.name().equalsIgnoreCase(source);
        }
        try {
            final Path folder = controller.recordingFolder(session.name());
            return folder != null && recordings.stream().anyMatch(recording -> isSame(recording, folder));
        } catch (final RingsideException e) {
            // The session has ended in the meantime.
            return false;
        }
    }

    /** Adds folders first, so that a recording that is also named by its session is read from its beginning. */
    private void addAll(final EventReader reader) {
        recordings(options.sources()).forEach(folder -> addRecording(reader, folder, false));
        options.sources().stream().distinct().filter(source -> folders(source).isEmpty())
                .forEach(session -> addSession(reader, session));
    }

    /** Adds a session, or its recording if the session is being recorded. */
    private void addSession(final EventReader reader, final String source) {
        try {
            if (options.isPeek()) {
                reader.add(Source.peek(source));
            } else {
                reader.add(Source.session(source));
            }
        } catch (final RingsideException e) {
            final Path recording = (e.code() == ErrorCode.BUSY || e.code() == ErrorCode.WRONG_KIND)
                    && !options.isPeek()
                            ? folderOf(source)
                            : null;
            if (recording == null) {
                throw noSource(source, e);
            }
            addRecording(reader, recording, !options.isFromStart());
        }
    }

    private void addRecording(final EventReader reader, final Path folder, final boolean fromEnd) {
        if (recordingsRead.stream().noneMatch(read -> isSame(read, folder))) {
            recordingsRead.add(folder);
            final Source recording = Source.recording(folder);
            if (shares != null) {
                recording.shared(Runtime.getRuntime().availableProcessors(), shares);
            }
            reader.add(fromEnd ? recording.fromEnd() : recording);
        }
    }

    private static boolean isSame(final Path one, final Path other) {
        try {
            return Files.isSameFile(one, other);
        } catch (final IOException e) {
            // Opening the recording reports the failure.
            return false;
        }
    }

    private EventReader openReader() {
        final ReaderContext settings = new ReaderContext()
                .merged(merged)
                .filter(filter)
                .eventLimit(limit)
                .eventsPerCycle(eventsPerCycle())
                .errorHandler(context.console()::tellFailure);
        if (!areRecordings(options.sources())) {
            settings.directory(context.openDirectory());
        }
        // Without --follow the reader must know at once which processes are dead, so this thread finds out itself.
        return EventReader.open(options.isFollow() ? settings : settings.libraryThread(Runnable::run));
    }

    /** Limits the number of events taken at once, because taken events are lost if the output is closed. */
    private int eventsPerCycle() {
        return options.isPeek() || areRecordings(options.sources()) ? Integer.MAX_VALUE : mostAtOnce;
    }

    private void follow(final EventReader reader) {
        final IdleStrategy idleStrategy = options.idle().strategy();
        final EventFilter condition = options.selection().condition();
        try (LiveFit live = condition == null || areRecordings(options.sources())
                ? null
                : new LiveFit(context.openDirectory(), condition, options.sources())) {
            while (!reader.isDone() && !context.interruption().isRequested()) {
                if (live != null && live.look()) {
                    options.selection().requireFits();
                }
                final int work = takeCycle(reader);
                duty.accept(reader.mergedNs());
                idleStrategy.idle(work);
            }
        }
        if (!context.interruption().isRequested()) {
            reader.deliverRest(handler);
        }
    }

    private int takeCycle(final EventReader reader) {
        final int most = eventsPerCycle();
        int taken = 0;
        int work;
        do {
            work = reader.poll(handler);
            taken += work;
        } while (work >= most && taken < EVENTS_PER_CYCLE && !reader.isDone());
        return taken;
    }
}
