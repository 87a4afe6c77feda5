package io.ringside.reader;

import io.ringside.internal.drain.DrainContext;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.merge.Watermark;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/** What a consumer is made with. For one thread; a consumer takes its values when it is opened. */
public final class ConsumerContext {
    /** Most events that one duty cycle takes. */
    public static final int DEFAULT_EVENTS_PER_CYCLE = 4096;

    private final TraceDirectory directory;
    private final String sessionName;
    private final EventHandler handler;
    private ErrorHandler errorHandler = Throwable::printStackTrace;
    private long eventLimit = Long.MAX_VALUE;
    private int eventsPerCycle = DEFAULT_EVENTS_PER_CYCLE;
    private long scanIntervalNs = DrainContext.DEFAULT_SCAN_INTERVAL_NS;
    private long lockTimeoutNs = DrainContext.DEFAULT_LOCK_TIMEOUT_NS;
    private boolean merged = true;
    private long reorderWindowNs = Watermark.DEFAULT_REORDER_WINDOW_NS;
    private NanoClock clock = SystemNanoClock.INSTANCE;
    private @Nullable Executor libraryThread;
    private @Nullable Object userContext;
    private BufferHandler bufferHandler = BufferHandler.NONE;
    private boolean rawTimestamps;

    /**
     * All but these are set to their defaults.
     *
     * @param directory   with the session
     * @param sessionName of the session, in any letter case
     * @param handler     receives its events
     */
    public ConsumerContext(final TraceDirectory directory, final String sessionName, final EventHandler handler) {
        this.directory = Objects.requireNonNull(directory);
        this.sessionName = Objects.requireNonNull(sessionName);
        this.handler = Objects.requireNonNull(handler);
    }

    /** Where the session is. */
    public TraceDirectory directory() {
        return directory;
    }

    /** Name of the session. */
    public String sessionName() {
        return sessionName;
    }

    /** Who receives its events. */
    public EventHandler handler() {
        return handler;
    }

    /** Who is told of what the handler throws, and of files that cannot be used. */
    public ErrorHandler errorHandler() {
        return errorHandler;
    }

    /**
     * Set who is told of what the handler throws, and of files that cannot be used: by default the standard error
     * stream.
     *
     * @param errorHandler called by the consumer's thread
     * @return this
     */
    public ConsumerContext errorHandler(final ErrorHandler errorHandler) {
        this.errorHandler = Objects.requireNonNull(errorHandler);
        return this;
    }

    /** Most events to take in all. */
    public long eventLimit() {
        return eventLimit;
    }

    /**
     * Set the most events to take in all; by default there is no limit. Gaps do not count.
     *
     * @param eventLimit at least 0; no more than these are taken out of the session
     * @return this
     */
    public ConsumerContext eventLimit(final long eventLimit) {
        if (eventLimit < 0) {
            throw new IllegalArgumentException("limit must not be negative: eventLimit=" + eventLimit);
        }
        this.eventLimit = eventLimit;
        return this;
    }

    /** Most events that one duty cycle takes. */
    public int eventsPerCycle() {
        return eventsPerCycle;
    }

    /**
     * Set the most events that one duty cycle takes.
     *
     * @param eventsPerCycle positive
     * @return this
     */
    public ConsumerContext eventsPerCycle(final int eventsPerCycle) {
        if (eventsPerCycle < 1) {
            throw new IllegalArgumentException("a cycle must take events: eventsPerCycle=" + eventsPerCycle);
        }
        this.eventsPerCycle = eventsPerCycle;
        return this;
    }

    /** Whether events are brought into the order of their times. */
    public boolean isMerged() {
        return merged;
    }

    /**
     * Set whether events are brought into the order of their times: by default they are. Otherwise they come lane by
     * lane, a few microseconds earlier.
     *
     * @param merged whether to wait until nothing older can come
     * @return this
     */
    public ConsumerContext merged(final boolean merged) {
        this.merged = merged;
        return this;
    }

    /** Longest time that events wait for older ones, in nanoseconds. */
    public long reorderWindowNs() {
        return reorderWindowNs;
    }

    /**
     * Set the longest time that events wait for older ones, of threads that are stopped within a write. What comes
     * after that is {@link EventView#isLate late}. A consumer that is behind waits for itself, however long that takes.
     *
     * @param reorderWindowNs at least 0
     * @return this
     */
    public ConsumerContext reorderWindowNs(final long reorderWindowNs) {
        if (reorderWindowNs < 0) {
            throw new IllegalArgumentException("window must not be negative: reorderWindowNs=" + reorderWindowNs);
        }
        this.reorderWindowNs = reorderWindowNs;
        return this;
    }

    /** Time between two looks for new processes, in nanoseconds. */
    public long scanIntervalNs() {
        return scanIntervalNs;
    }

    /**
     * Set the time between two looks for new processes.
     *
     * @param scanIntervalNs positive
     * @return this
     */
    public ConsumerContext scanIntervalNs(final long scanIntervalNs) {
        this.scanIntervalNs = scanIntervalNs;
        return this;
    }

    /** Longest wait for the session's drain lock, in nanoseconds. */
    public long lockTimeoutNs() {
        return lockTimeoutNs;
    }

    /**
     * Set the longest wait for the session's drain lock.
     *
     * @param lockTimeoutNs 0 tries once
     * @return this
     */
    public ConsumerContext lockTimeoutNs(final long lockTimeoutNs) {
        this.lockTimeoutNs = lockTimeoutNs;
        return this;
    }

    /** The clock by which the consumer looks for new processes and tells how old events are. */
    public NanoClock clock() {
        return clock;
    }

    /**
     * Set the clock by which the consumer looks for new processes and tells how old events are. Times of events do not
     * depend on it.
     *
     * @param clock that of the session's events, monotonic
     * @return this
     */
    public ConsumerContext clock(final NanoClock clock) {
        this.clock = Objects.requireNonNull(clock);
        return this;
    }

    /** Where what may wait is done; null for a thread that each consumer has for itself. */
    public @Nullable Executor libraryThread() {
        return libraryThread;
    }

    /**
     * Set where what may wait is done: {@link DrainContext#libraryThread(Executor)}.
     *
     * @param libraryThread one that runs tasks at once makes a consumer deterministic
     * @return this
     */
    public ConsumerContext libraryThread(final Executor libraryThread) {
        this.libraryThread = Objects.requireNonNull(libraryThread);
        return this;
    }

    /** What every event offers as its user context; null if nothing was set. */
    public @Nullable Object userContext() {
        return userContext;
    }

    /**
     * Set what every event offers as its user context (R1.14).
     *
     * @param userContext any object
     * @return this
     */
    public ConsumerContext userContext(final Object userContext) {
        this.userContext = userContext;
        return this;
    }

    /** Who is told of each buffer that was delivered. */
    public BufferHandler bufferHandler() {
        return bufferHandler;
    }

    /**
     * Set who is told of each buffer that was delivered (R6.7), if events are merged; by default nobody is.
     *
     * @param bufferHandler must not throw
     * @return this
     */
    public ConsumerContext bufferHandler(final BufferHandler bufferHandler) {
        this.bufferHandler = Objects.requireNonNull(bufferHandler);
        return this;
    }

    /** Whether {@link EventView#timestamp} is in ticks of the session's clock. */
    public boolean rawTimestamps() {
        return rawTimestamps;
    }

    /**
     * Set whether {@link EventView#timestamp} is in ticks of the session's clock, without conversion (R6.3).
     *
     * @param rawTimestamps by default false
     * @return this
     */
    public ConsumerContext rawTimestamps(final boolean rawTimestamps) {
        this.rawTimestamps = rawTimestamps;
        return this;
    }
}
