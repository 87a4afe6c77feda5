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
 * Settings of an {@link EventReader}; all have defaults, which {@code transport/docs/settings.md} lists. For one
 * thread; a reader takes the values when it is opened.
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

    /** Everything is set to its default. */
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
     * Set the trace directory whose sessions are read: by default that of the system property {@code ringside.dir},
     * else of {@code RINGSIDE_DIR}, else one of the user's in shared memory. Recordings need none.
     *
     * @param newDirectory created if it is absent; null for the default
     * @return this
     */
    public ReaderContext directory(final @Nullable Path newDirectory) {
        directory = newDirectory;
        return this;
    }

    /**
     * Set the receiver of exceptions of handlers, and of damaged files and other problems. With one, the next event
     * follows an event at which a handler has thrown. By default the exception reaches the caller of {@link
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
     * Set which events and losses are delivered. What is read of a session and not wanted is taken all the same.
     *
     * @param newFilter default all; not to be used elsewhere while the reader polls
     * @return this
     */
    public ReaderContext filter(final EventFilter newFilter) {
        filter = newFilter.isAll() ? null : newFilter;
        return this;
    }

    /**
     * Set the most events to deliver in all. Gaps do not count. No more than these are taken out of sessions.
     *
     * @param newLimit default no limit; at least 0
     * @return this
     */
    public ReaderContext eventLimit(final long newLimit) {
        eventLimit = EVENT_LIMIT.check(newLimit);
        return this;
    }

    /**
     * Set the most events that one poll delivers.
     *
     * @param events default 4096; at least 1
     * @return this
     */
    public ReaderContext eventsPerCycle(final int events) {
        eventsPerCycle = EVENTS_PER_CYCLE.check(events);
        return this;
    }

    /**
     * Set whether events are brought into the order of their times. Otherwise they come lane by lane, a few
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
     * Set the longest time that events of sessions wait for older ones, of threads that are stopped within a write. An
     * event that comes after that is {@link EventView#isLate late}. A reader with a backlog catches up first, however
     * long that takes.
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
     * Set the longest wait for the right to read a session.
     *
     * @param timeoutNs default 500ms, in nanoseconds; 0 tries once
     * @return this
     */
    public ReaderContext lockTimeoutNs(final long timeoutNs) {
        lockTimeoutNs = LOCK_TIMEOUT_NS.check(timeoutNs);
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

    /** Returns the receiver of exceptions of handlers; null if the caller of a poll gets them. */
    @Nullable
    ErrorHandler errorHandler() {
        return errorHandler;
    }

    /** Returns the receiver of problems: the given one, or one that prints a line for each. */
    static ErrorHandler problemsOf(final @Nullable ErrorHandler given) {
        return given == null ? ProblemLine.PRINTED : given;
    }

    /** Returns the filter; null if everything is wanted. */
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
