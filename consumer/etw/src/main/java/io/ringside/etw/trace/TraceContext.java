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
 * Settings of a trace: a session or a recording, but not both, and the handlers of its events. A trace reads the
 * settings when it is opened. Not thread-safe.
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
     * Creates settings with defaults; a session or recording must still be set.
     *
     * @param eventCallback receives the header first, then events and records of losses; each gap comes after its
     *                      records
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
     * Set the session to read live.
     *
     * @param newName of the session, in any letter case; it need not exist before processing begins
     * @return this
     */
    public TraceContext session(final String newName) {
        loggerName = Objects.requireNonNull(newName);
        return this;
    }

    /**
     * Set the trace directory of the session: by default the directory in the system property {@code ringside.dir} or
     * in {@code RINGSIDE_DIR}, else the user's directory in shared memory.
     *
     * @param newDirectory created if it is absent; null for the default
     * @return this
     */
    public TraceContext directory(final @Nullable Path newDirectory) {
        directory = newDirectory;
        return this;
    }

    /**
     * Set the recording to read.
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
     * @param newCallback called by the processing thread
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
     * Set the handler of exceptions from callbacks, of damage, and of unusable files: by default the standard error
     * stream.
     *
     * @param newErrorHandler called by the processing thread
     * @return this
     */
    public TraceContext errorHandler(final ErrorHandler newErrorHandler) {
        errorHandler = Objects.requireNonNull(newErrorHandler);
        return this;
    }

    /**
     * Set the idle strategy of the processing thread: by default it sleeps for a millisecond. If several traces are
     * processed together, the first trace's strategy is used.
     *
     * @param newIdleStrategy used by that thread only
     * @return this
     */
    public TraceContext idleStrategy(final IdleStrategy newIdleStrategy) {
        idleStrategy = Objects.requireNonNull(newIdleStrategy);
        return this;
    }

    /**
     * Set the clock for polling a session, and for the waits of a recording's reader. It does not affect the times of
     * events.
     *
     * @param newClock monotonic clock of the session's events
     * @return this
     */
    public TraceContext clock(final NanoClock newClock) {
        clock = Objects.requireNonNull(newClock);
        return this;
    }

    /**
     * Set the executor of tasks that may be deferred, like {@link
     * io.ringside.reader.ReaderContext#libraryThread(Executor)}.
     *
     * @param newLibraryThread an executor that runs tasks at once makes processing deterministic
     * @return this
     */
    public TraceContext libraryThread(final Executor newLibraryThread) {
        libraryThread = Objects.requireNonNull(newLibraryThread);
        return this;
    }

    /**
     * Set the object that {@link EventRecord#userContext} returns for every event.
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
