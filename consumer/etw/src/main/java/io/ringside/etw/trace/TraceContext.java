package io.ringside.etw.trace;

import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.setting.ProblemLine;
import io.ringside.reader.EventHandler;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SleepingIdleStrategy;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a trace: exactly one of a session and a recording, and the handlers of its events. For one thread;
 * a trace takes its values when it is opened.
 */
public final class TraceContext {
    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final EventHandler eventCallback;
    private BufferCallback bufferCallback = BufferCallback.NONE;
    private ErrorHandler errorHandler = ProblemLine.PRINTED;
    private IdleStrategy idleStrategy = new SleepingIdleStrategy(IDLE_NS);
    private NanoClock clock = SystemNanoClock.INSTANCE;
    private boolean rawTimestamps;
    private @Nullable Path directory;
    private @Nullable String loggerName;
    private @Nullable Path logFile;
    private @Nullable Executor libraryThread;
    private @Nullable Object userContext;

    /**
     * All but this is set to its default; session or recording is still to be named.
     *
     * @param eventCallback receives the header first, then events and records of losses; gaps after their records
     */
    public TraceContext(final EventHandler eventCallback) {
        this.eventCallback = Objects.requireNonNull(eventCallback);
    }

    TraceContext(final TraceContext other) {
        this.eventCallback = other.eventCallback;
        this.bufferCallback = other.bufferCallback;
        this.errorHandler = other.errorHandler;
        this.idleStrategy = other.idleStrategy;
        this.clock = other.clock;
        this.rawTimestamps = other.rawTimestamps;
        this.directory = other.directory;
        this.loggerName = other.loggerName;
        this.logFile = other.logFile;
        this.libraryThread = other.libraryThread;
        this.userContext = other.userContext;
    }

    /**
     * Name a session to be read as it is written.
     *
     * @param newName of the session, in any letter case; it need not exist before it is processed
     * @return this
     */
    public TraceContext session(final String newName) {
        loggerName = Objects.requireNonNull(newName);
        return this;
    }

    /**
     * Set the trace directory of the session: by default that of the system property {@code ringside.dir}, else of
     * {@code RINGSIDE_DIR}, else one of the user's in shared memory.
     *
     * @param newDirectory created if it is absent; null for the default
     * @return this
     */
    public TraceContext directory(final @Nullable Path newDirectory) {
        directory = newDirectory;
        return this;
    }

    /**
     * Name a recording.
     *
     * @param folder of the recording
     * @return this
     */
    public TraceContext recording(final Path folder) {
        logFile = Objects.requireNonNull(folder);
        return this;
    }

    /**
     * Set the handler that is called after each buffer; by default there is none.
     *
     * @param newCallback called by the thread that processes
     * @return this
     */
    public TraceContext bufferCallback(final BufferCallback newCallback) {
        bufferCallback = Objects.requireNonNull(newCallback);
        return this;
    }

    /**
     * Set whether {@link EventRecord#timestamp} is in ticks of the session's clock, without conversion.
     *
     * @param newRawTimestamps by default false
     * @return this
     */
    public TraceContext rawTimestamps(final boolean newRawTimestamps) {
        rawTimestamps = newRawTimestamps;
        return this;
    }

    /**
     * Set the handler of what callbacks throw, of damage, and of files that cannot be used: by default the standard
     * error stream.
     *
     * @param newErrorHandler called by the thread that processes
     * @return this
     */
    public TraceContext errorHandler(final ErrorHandler newErrorHandler) {
        errorHandler = Objects.requireNonNull(newErrorHandler);
        return this;
    }

    /**
     * Set what the thread that processes does while nothing comes: by default it sleeps for a millisecond. Of several
     * traces that are processed together, that of the first counts.
     *
     * @param newIdleStrategy for that thread only
     * @return this
     */
    public TraceContext idleStrategy(final IdleStrategy newIdleStrategy) {
        idleStrategy = Objects.requireNonNull(newIdleStrategy);
        return this;
    }

    /**
     * Set the clock by which a session is polled, and by which a recording's reader waits for more. Times of events
     * do not depend on it.
     *
     * @param newClock that of the session's events, monotonic
     * @return this
     */
    public TraceContext clock(final NanoClock newClock) {
        clock = Objects.requireNonNull(newClock);
        return this;
    }

    /**
     * Set where what may wait is done, as {@link io.ringside.reader.ReaderContext#libraryThread(Executor)}.
     *
     * @param newLibraryThread one that runs tasks at once makes processing deterministic
     * @return this
     */
    public TraceContext libraryThread(final Executor newLibraryThread) {
        libraryThread = Objects.requireNonNull(newLibraryThread);
        return this;
    }

    /**
     * Set what {@link EventRecord#userContext} returns for every event.
     *
     * @param newUserContext any object
     * @return this
     */
    public TraceContext userContext(final Object newUserContext) {
        userContext = Objects.requireNonNull(newUserContext);
        return this;
    }

    EventHandler eventCallback() {
        return eventCallback;
    }

    BufferCallback bufferCallback() {
        return bufferCallback;
    }

    ErrorHandler errorHandler() {
        return errorHandler;
    }

    IdleStrategy idleStrategy() {
        return idleStrategy;
    }

    NanoClock clock() {
        return clock;
    }

    boolean rawTimestamps() {
        return rawTimestamps;
    }

    TraceDirectory traceDirectory() {
        final Path named = directory;
        return named == null ? TraceDirectory.open() : TraceDirectory.open(named);
    }

    @Nullable
    String loggerName() {
        return loggerName;
    }

    @Nullable
    Path logFile() {
        return logFile;
    }

    @Nullable
    Executor libraryThread() {
        return libraryThread;
    }

    @Nullable
    Object userContext() {
        return userContext;
    }
}
