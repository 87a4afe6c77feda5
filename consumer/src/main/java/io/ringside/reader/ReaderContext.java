package io.ringside.reader;

import io.ringside.internal.drain.DrainContext;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.merge.Watermark;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Settings of an {@link EventReader}; all have defaults. For one thread; a reader takes the values when it is opened.
 *
 * <pre>{@code
 * new ReaderContext().directory(Path.of("/dev/shm/traces")).merged(false).errorHandler(log::warn)
 * }</pre>
 */
public final class ReaderContext {
    /** Most events that one poll delivers unless it says otherwise. */
    public static final int DEFAULT_EVENTS_PER_CYCLE = 4096;

    private @Nullable Path directory;
    private ErrorHandler errorHandler = Throwable::printStackTrace;
    private long eventLimit = Long.MAX_VALUE;
    private int eventsPerCycle = DEFAULT_EVENTS_PER_CYCLE;
    private long scanIntervalNs = DrainContext.DEFAULT_SCAN_INTERVAL_NS;
    private long lockTimeoutNs = DrainContext.DEFAULT_LOCK_TIMEOUT_NS;
    private boolean merged = true;
    private long reorderWindowNs = Watermark.DEFAULT_REORDER_WINDOW_NS;
    private NanoClock clock = SystemNanoClock.INSTANCE;
    private @Nullable Executor libraryThread;

    /** Everything is set to its default. */
    public ReaderContext() {
        // Defaults stand at the fields.
    }

    ReaderContext(final ReaderContext other) {
        this.directory = other.directory;
        this.errorHandler = other.errorHandler;
        this.eventLimit = other.eventLimit;
        this.eventsPerCycle = other.eventsPerCycle;
        this.scanIntervalNs = other.scanIntervalNs;
        this.lockTimeoutNs = other.lockTimeoutNs;
        this.merged = other.merged;
        this.reorderWindowNs = other.reorderWindowNs;
        this.clock = other.clock;
        this.libraryThread = other.libraryThread;
    }

    /**
     * Set the trace directory whose sessions are read: by default that of the system property {@code ringside.dir},
     * else of {@code RINGSIDE_DIR}, else one of the user's in shared memory. Recordings need none.
     *
     * @param newDirectory created if it is absent
     * @return this
     */
    public ReaderContext directory(final Path newDirectory) {
        directory = Objects.requireNonNull(newDirectory);
        return this;
    }

    /**
     * Set the receiver of what a handler throws, of damage, and of files that cannot be used: by default the standard
     * error stream.
     *
     * @param newErrorHandler called by the reader's thread
     * @return this
     */
    public ReaderContext errorHandler(final ErrorHandler newErrorHandler) {
        errorHandler = Objects.requireNonNull(newErrorHandler);
        return this;
    }

    /**
     * Set the most events to deliver in all; by default there is no limit. Gaps do not count. No more than these are
     * taken out of sessions.
     *
     * @param newLimit at least 0
     * @return this
     */
    public ReaderContext eventLimit(final long newLimit) {
        if (newLimit < 0) {
            throw new IllegalArgumentException("limit must not be negative: eventLimit=" + newLimit);
        }
        eventLimit = newLimit;
        return this;
    }

    /**
     * Set the most events that one poll delivers: by default {@value #DEFAULT_EVENTS_PER_CYCLE}.
     *
     * @param events positive
     * @return this
     */
    public ReaderContext eventsPerCycle(final int events) {
        if (events < 1) {
            throw new IllegalArgumentException("a cycle must take events: eventsPerCycle=" + events);
        }
        eventsPerCycle = events;
        return this;
    }

    /**
     * Set whether events are brought into the order of their times: by default they are. Otherwise they come lane by
     * lane, a few microseconds earlier.
     *
     * @param inOrder whether to wait until nothing older can come
     * @return this
     */
    public ReaderContext merged(final boolean inOrder) {
        merged = inOrder;
        return this;
    }

    /**
     * Set the longest time that events of sessions wait for older ones, of threads that are stopped within a write: by
     * default 50 ms. What comes after that is {@link EventView#isLate late}. A reader that is behind waits for itself,
     * however long that takes.
     *
     * @param windowNs in nanoseconds, at least 0
     * @return this
     */
    public ReaderContext reorderWindowNs(final long windowNs) {
        if (windowNs < 0) {
            throw new IllegalArgumentException("window must not be negative: reorderWindowNs=" + windowNs);
        }
        reorderWindowNs = windowNs;
        return this;
    }

    /**
     * Set the time between two scans for new processes of a session: by default 10 ms.
     *
     * @param intervalNs in nanoseconds, positive
     * @return this
     */
    public ReaderContext scanIntervalNs(final long intervalNs) {
        scanIntervalNs = intervalNs;
        return this;
    }

    /**
     * Set the longest wait for the right to read a session: by default 500 ms.
     *
     * @param timeoutNs in nanoseconds; 0 tries once
     * @return this
     */
    public ReaderContext lockTimeoutNs(final long timeoutNs) {
        lockTimeoutNs = timeoutNs;
        return this;
    }

    /**
     * Set the clock by which a reader scans for new processes and judges how old events are. Times of events do not
     * depend on it.
     *
     * @param newClock that of the session's events, monotonic; a test gives its own
     * @return this
     */
    public ReaderContext clock(final NanoClock newClock) {
        clock = Objects.requireNonNull(newClock);
        return this;
    }

    /**
     * Set where the reader of a session checks which processes live and removes what dead ones have left; both may
     * block. By default each session has a thread for it.
     *
     * @param executor one that runs tasks at once makes a reader deterministic
     * @return this
     */
    public ReaderContext libraryThread(final Executor executor) {
        libraryThread = Objects.requireNonNull(executor);
        return this;
    }

    TraceDirectory traceDirectory() {
        final Path named = directory;
        return named == null ? TraceDirectory.open() : TraceDirectory.open(named);
    }

    ErrorHandler errorHandler() {
        return errorHandler;
    }

    long eventLimit() {
        return eventLimit;
    }

    int eventsPerCycle() {
        return eventsPerCycle;
    }

    boolean isMerged() {
        return merged;
    }

    long reorderWindowNs() {
        return reorderWindowNs;
    }

    long scanIntervalNs() {
        return scanIntervalNs;
    }

    long lockTimeoutNs() {
        return lockTimeoutNs;
    }

    NanoClock clock() {
        return clock;
    }

    @Nullable
    Executor libraryThread() {
        return libraryThread;
    }
}
