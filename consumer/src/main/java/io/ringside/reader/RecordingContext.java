package io.ringside.reader;

import io.ringside.internal.recording.RecordingHandler;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/** What a reader of a recording is made with. For one thread; the reader takes its values when it is opened. */
public final class RecordingContext {
    /** Most recordings that are read together (R6.2). */
    public static final int FOLDERS_MAX = 64;

    private final List<Path> folders;
    private final EventHandler handler;
    private ErrorHandler errorHandler = Throwable::printStackTrace;
    private long eventLimit = Long.MAX_VALUE;
    private boolean fromEnd;
    private boolean merged = true;
    private NanoClock clock = SystemNanoClock.INSTANCE;
    private @Nullable Object userContext;
    private BufferHandler bufferHandler = BufferHandler.NONE;
    private boolean rawTimestamps;
    private @Nullable RecordingHandler records;

    /**
     * All but these are set to their defaults.
     *
     * @param folder  of the recording
     * @param handler receives its events
     */
    public RecordingContext(final Path folder, final EventHandler handler) {
        this(List.of(folder), handler);
    }

    /**
     * All but these are set to their defaults.
     *
     * @param folders of recordings whose events are wanted in one order, 1 to {@link #FOLDERS_MAX} (R6.2)
     * @param handler receives their events
     */
    public RecordingContext(final List<Path> folders, final EventHandler handler) {
        this.folders = List.copyOf(folders);
        this.handler = Objects.requireNonNull(handler);
        if (folders.isEmpty() || folders.size() > FOLDERS_MAX) {
            throw new IllegalArgumentException("number of recordings to read is out of range: folders="
                    + folders.size() + ", min=1, max=" + FOLDERS_MAX);
        }
    }

    /** Folders of the recordings. */
    public List<Path> folders() {
        return folders;
    }

    /** Who receives its events. */
    public EventHandler handler() {
        return handler;
    }

    /** Who is told of what the handler throws, and of damage. */
    public ErrorHandler errorHandler() {
        return errorHandler;
    }

    /**
     * Set who is told of what the handler throws, and of damage: by default the standard error stream.
     *
     * @param errorHandler called by the reader's thread
     * @return this
     */
    public RecordingContext errorHandler(final ErrorHandler errorHandler) {
        this.errorHandler = Objects.requireNonNull(errorHandler);
        return this;
    }

    /** Most events to deliver. */
    public long eventLimit() {
        return eventLimit;
    }

    /**
     * Set the most events to deliver; by default there is no limit. Gaps do not count.
     *
     * @param eventLimit at least 0
     * @return this
     */
    public RecordingContext eventLimit(final long eventLimit) {
        if (eventLimit < 0) {
            throw new IllegalArgumentException("limit must not be negative: eventLimit=" + eventLimit);
        }
        this.eventLimit = eventLimit;
        return this;
    }

    /** Whether only what is recorded from now on is delivered. */
    public boolean fromEnd() {
        return fromEnd;
    }

    /**
     * Set whether only what is recorded from now on is delivered.
     *
     * @param fromEnd by default false: everything is
     * @return this
     */
    public RecordingContext fromEnd(final boolean fromEnd) {
        this.fromEnd = fromEnd;
        return this;
    }

    /** Whether events come in the order of their times. */
    public boolean isMerged() {
        return merged;
    }

    /**
     * Set whether events come in the order of their times, or lane by lane as they were recorded.
     *
     * @param merged by default true
     * @return this
     */
    public RecordingContext merged(final boolean merged) {
        this.merged = merged;
        return this;
    }

    /** The clock by which a reader that has read everything waits for more. */
    public NanoClock clock() {
        return clock;
    }

    /**
     * Set the clock by which a reader that has read everything waits for more.
     *
     * @param clock monotonic
     * @return this
     */
    public RecordingContext clock(final NanoClock clock) {
        this.clock = Objects.requireNonNull(clock);
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
    public RecordingContext userContext(final Object userContext) {
        this.userContext = userContext;
        return this;
    }

    /** Who is told of each buffer that was delivered. */
    public BufferHandler bufferHandler() {
        return bufferHandler;
    }

    /**
     * Set who is told of each buffer that was delivered (R6.7); by default nobody is.
     *
     * @param bufferHandler must not throw
     * @return this
     */
    public RecordingContext bufferHandler(final BufferHandler bufferHandler) {
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
    public RecordingContext rawTimestamps(final boolean rawTimestamps) {
        this.rawTimestamps = rawTimestamps;
        return this;
    }

    /** Who receives records as they were recorded; null for nobody. */
    public @Nullable RecordingHandler records() {
        return records;
    }

    /**
     * Set who receives everything as it was recorded, beside the handler: each record and each gap right before the
     * handler does, and what was left out of recordings that were written anew as soon as it is read.
     *
     * @param records called by the reader's thread; must not throw
     * @return this
     */
    public RecordingContext records(final RecordingHandler records) {
        this.records = Objects.requireNonNull(records);
        return this;
    }
}
