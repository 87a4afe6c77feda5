package io.ringside.internal.reader;

import io.ringside.RingsideException;
import io.ringside.internal.merge.BufferHandler;
import io.ringside.internal.recording.RecordingHandler;
import io.ringside.reader.EventHandler;
import io.ringside.reader.Source;
import io.ringside.recording.RecordingPosition;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.agrona.ErrorHandler;
import org.jspecify.annotations.Nullable;

/**
 * A source with all of its settings: those of {@link Source}, and those used by the modules next to the reader. Not
 * thread-safe; a reader reads the values when the source is added.
 */
public final class SourceSettings implements Source {
    private final @Nullable String session;
    private final @Nullable Path recording;
    private @Nullable Path directory;
    private boolean peeks;
    private boolean fromEnd;
    private @Nullable RecordingPosition position;
    private BufferHandler bufferHandler = BufferHandler.NONE;
    private @Nullable EventHandler handler;
    private @Nullable ErrorHandler errorHandler;
    private @Nullable RecordingHandler records;
    private int threads;
    private @Nullable Supplier<? extends EventHandler> shares;

    private SourceSettings(final @Nullable String session, final @Nullable Path recording) {
        this.session = session;
        this.recording = recording;
    }

    /** Returns a session to be read live, by its name, ignoring case. */
    public static SourceSettings session(final String name) {
        return new SourceSettings(Objects.requireNonNull(name), null);
    }

    /** Returns a session to be peeked at, without taking events from its drain, by its name, ignoring case. */
    public static SourceSettings peek(final String name) {
        final SourceSettings settings = session(name);
        settings.peeks = true;
        return settings;
    }

    /** Returns a recording, by its folder. */
    public static SourceSettings recording(final Path folder) {
        return new SourceSettings(null, Objects.requireNonNull(folder));
    }

    /** Set the trace directory of the session, instead of the reader's. */
    public SourceSettings directory(final Path newDirectory) {
        directory = Objects.requireNonNull(newDirectory);
        return this;
    }

    /** Returns the trace directory of the session; null for the reader's. */
    public @Nullable Path directory() {
        return directory;
    }

    /** Returns the name of the session; null if this is a recording. */
    public @Nullable String session() {
        return session;
    }

    /** Returns whether events are only peeked at, not taken from the session. */
    public boolean isPeek() {
        return peeks;
    }

    /** Returns the folder of the recording; null if this is a session. */
    public @Nullable Path recording() {
        return recording;
    }

    @Override
    public SourceSettings fromEnd() {
        if (recording == null) {
            throw RingsideException.invalidArgument("only a recording can be read from its end: session=" + session);
        }
        fromEnd = true;
        return this;
    }

    /** Returns whether only events recorded from now on are delivered. */
    public boolean isFromEnd() {
        return fromEnd;
    }

    @Override
    public SourceSettings after(final RecordingPosition newPosition) {
        if (recording == null) {
            throw RingsideException.invalidArgument("only a recording has positions: session=" + session);
        }
        position = Objects.requireNonNull(newPosition);
        return this;
    }

    /** Returns the position after which the recording is delivered; null for its beginning. */
    public @Nullable RecordingPosition position() {
        return position;
    }

    /** Set the receiver of this source's events, in place of the handler passed to each poll. */
    public SourceSettings handler(final EventHandler newHandler) {
        handler = Objects.requireNonNull(newHandler);
        return this;
    }

    /** Returns the receiver of this source's events; null for the handler passed to each poll. */
    public @Nullable EventHandler handler() {
        return handler;
    }

    /** Set the receiver of this source's errors, in place of the reader's. */
    public SourceSettings errorHandler(final ErrorHandler newHandler) {
        errorHandler = Objects.requireNonNull(newHandler);
        return this;
    }

    /** Returns the receiver of this source's errors; null for the reader's. */
    public @Nullable ErrorHandler errorHandler() {
        return errorHandler;
    }

    /** Set the receiver of statistics of each delivered buffer, if events are merged; by default none. */
    public SourceSettings bufferHandler(final BufferHandler newHandler) {
        bufferHandler = Objects.requireNonNull(newHandler);
        return this;
    }

    /** Returns the receiver of statistics of each delivered buffer. */
    public BufferHandler bufferHandler() {
        return bufferHandler;
    }

    /**
     * Set the receiver of everything as it was recorded: each record and each gap directly before the event handler,
     * and omissions of rewritten recordings as soon as they are read.
     *
     * @param newRecords called by the reader's thread; must not throw
     * @return this
     */
    public SourceSettings records(final RecordingHandler newRecords) {
        records = Objects.requireNonNull(newRecords);
        return this;
    }

    /** Returns the receiver of everything as it was recorded; null for none. */
    public @Nullable RecordingHandler records() {
        return records;
    }

    @Override
    public SourceSettings shared(final int newThreads, final Supplier<? extends EventHandler> receivers) {
        if (recording == null || newThreads < 1) {
            throw RingsideException.invalidArgument("only a recording can be shared by threads: session=" + session
                    + ", threads=" + newThreads);
        }
        threads = newThreads;
        shares = Objects.requireNonNull(receivers);
        return this;
    }

    /** Returns the receivers for threads that share the recording's events; null if they do not. */
    public @Nullable List<EventHandler> newShares() {
        final Supplier<? extends EventHandler> receivers = shares;
        return receivers == null
                ? null
                : Stream.<EventHandler>generate(receivers).limit(threads).toList();
    }
}
