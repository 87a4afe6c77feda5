package io.ringside.reader;

import io.ringside.internal.drain.DrainContext;
import io.ringside.internal.files.DefaultLocation;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.setting.ProblemLine;
import io.ringside.internal.setting.Setting;
import io.ringside.internal.setting.SettingDomain.Durations;
import io.ringside.internal.setting.SettingDomain.Flags;
import io.ringside.internal.setting.SettingDomain.Numbers;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Settings of an {@link EventReader}; all have defaults, which {@code transport/docs/settings.md} lists. Not
 * thread-safe; a reader reads the values when it is opened.
 *
 * <pre>{@code
 * new ReaderContext().directory(Path.of("/dev/shm/traces")).merged(false).errorHandler(log::warn)
 * }</pre>
 */
public final class ReaderContext {
    static final Setting DIRECTORY = DefaultLocation.DIRECTORY;
    private static final Setting EVENT_LIMIT = new Setting("eventLimit", new Numbers(0, Long.MAX_VALUE), "no limit",
            "total number of events to deliver");
    private static final Setting EVENTS_PER_CYCLE = new Setting("eventsPerCycle", new Numbers(1, Integer.MAX_VALUE),
            "4096", "maximum number of events that one poll delivers");
    private static final Setting MERGED = new Setting("merged", new Flags(), "true",
            "whether events are delivered in the order of their times");
    private static final Setting REORDER_WINDOW_NS = new Setting("reorderWindowNs", new Durations(0), "50ms",
            "longest time that events of a session wait for older events");
    private static final Setting SCAN_INTERVAL_NS = DrainContext.SCAN_INTERVAL_NS;
    private static final Setting LOCK_TIMEOUT_NS = DrainContext.LOCK_TIMEOUT_NS;

    private @Nullable Path directory;
    private @Nullable ErrorHandler errorHandler;
    private @Nullable EventFilter filter;
    private long eventLimit = Long.MAX_VALUE;
    private int eventsPerCycle = (int) EVENTS_PER_CYCLE.defaultNumber();
    private long scanIntervalNs = SCAN_INTERVAL_NS.defaultNumber();
    private long lockTimeoutNs = LOCK_TIMEOUT_NS.defaultNumber();
    private boolean merged = (Boolean) MERGED.defaultValue();
    private long reorderWindowNs = REORDER_WINDOW_NS.defaultNumber();
    private NanoClock clock = SystemNanoClock.INSTANCE;
    private @Nullable Executor libraryThread;

    /** Sets all values to their defaults. */
    public ReaderContext() {
        // The fields have their defaults.
    }

    ReaderContext(final ReaderContext other) {
        this.directory = other.directory;
        this.errorHandler = other.errorHandler;
        this.filter = other.filter;
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
     * Set the trace directory whose sessions are read. The default is the system property {@code ringside.dir}, else
     * {@code RINGSIDE_DIR}, else a directory of the user in shared memory. Recordings do not need it.
     *
     * @param newDirectory created if it is absent; null for the default
     * @return this
     */
    public ReaderContext directory(final @Nullable Path newDirectory) {
        directory = newDirectory;
        return this;
    }

    /**
     * Set the receiver of exceptions of handlers, and of damaged files and other problems. If it is set, delivery
     * continues with the next event after a handler has thrown. By default the exception reaches the caller of {@link
     * EventReader#poll}, and each problem is a line on the standard error stream.
     *
     * @param newErrorHandler called by the reader's thread
     * @return this
     */
    public ReaderContext errorHandler(final ErrorHandler newErrorHandler) {
        errorHandler = Objects.requireNonNull(newErrorHandler);
        return this;
    }

    /**
     * Set which events and losses are delivered. Events of a session that the filter rejects are taken anyway.
     *
     * @param newFilter the filter, not to be used elsewhere while the reader polls; default all
     * @return this
     */
    public ReaderContext filter(final EventFilter newFilter) {
        filter = newFilter.isAll() ? null : newFilter;
        return this;
    }

    /**
     * Set the maximum number of events to deliver in total. Gaps do not count. No more events are taken from sessions.
     *
     * @param newLimit default no limit; at least 0
     * @return this
     */
    public ReaderContext eventLimit(final long newLimit) {
        eventLimit = EVENT_LIMIT.check(newLimit);
        return this;
    }

    /**
     * Set the maximum number of events that one poll delivers.
     *
     * @param events default 4096; at least 1
     * @return this
     */
    public ReaderContext eventsPerCycle(final int events) {
        eventsPerCycle = EVENTS_PER_CYCLE.check(events);
        return this;
    }

    /**
     * Set whether events are delivered in the order of their times. Otherwise they are delivered lane by lane, a few
     * microseconds earlier.
     *
     * @param inOrder default true: whether to wait until nothing older can come
     * @return this
     */
    public ReaderContext merged(final boolean inOrder) {
        merged = inOrder;
        return this;
    }

    /**
     * Set the maximum time that events of sessions wait for older ones of threads suspended within a write. Events that
     * arrive after that are {@link EventView#isLate late}. A reader with a backlog catches up first, however long that
     * takes.
     *
     * @param windowNs default 50ms, in nanoseconds
     * @return this
     */
    public ReaderContext reorderWindowNs(final long windowNs) {
        reorderWindowNs = REORDER_WINDOW_NS.check(windowNs);
        return this;
    }

    /**
     * Set the time between two scans for new processes of a session.
     *
     * @param intervalNs default 10ms, in nanoseconds
     * @return this
     */
    public ReaderContext scanIntervalNs(final long intervalNs) {
        scanIntervalNs = SCAN_INTERVAL_NS.check(intervalNs);
        return this;
    }

    /**
     * Set the maximum wait for a session's drain lock.
     *
     * @param timeoutNs default 500ms, in nanoseconds; 0 tries once
     * @return this
     */
    public ReaderContext lockTimeoutNs(final long timeoutNs) {
        lockTimeoutNs = LOCK_TIMEOUT_NS.check(timeoutNs);
        return this;
    }

    /**
     * Set the clock that determines when a reader scans for new processes and how old events are. It does not affect
     * the times of events.
     *
     * @param newClock monotonic clock of the session's events; tests may set their own
     * @return this
     */
    public ReaderContext clock(final NanoClock newClock) {
        clock = Objects.requireNonNull(newClock);
        return this;
    }

    /**
     * Set the executor of tasks that may block: checking which processes of a session are alive, and removing files of
     * dead ones. By default each session has a thread for them.
     *
     * @param executor executor; one that runs tasks immediately makes a reader deterministic
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

    /** Returns the receiver of exceptions of handlers; null if they are thrown to the caller of a poll. */
    @Nullable
    ErrorHandler errorHandler() {
        return errorHandler;
    }

    /** Returns the receiver of problems: the given one, or one that prints a line for each problem. */
    static ErrorHandler problemsOf(final @Nullable ErrorHandler given) {
        return given == null ? ProblemLine.PRINTED : given;
    }

    /** Returns the filter; null if all events are accepted. */
    @Nullable
    EventFilter filter() {
        return filter;
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
