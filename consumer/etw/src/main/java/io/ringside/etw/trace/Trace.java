package io.ringside.etw.trace;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.recording.RecordingSummary;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Open trace of a live session or a recording. It can be processed once; open it again to process it again. It holds no
 * resources before it is processed. Any thread may call {@link #closeTrace}; processing is for one thread.
 */
public final class Trace implements AutoCloseable {
    /** Maximum number of recordings that are processed together. */
    public static final int TRACES_MAX = 64;

    private final TraceContext context;
    private final @Nullable TraceHeader header;
    private final @Nullable RecordingSummary recorded;
    private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);

    private Trace(final TraceContext context, final @Nullable TraceHeader header,
            final @Nullable RecordingSummary recorded) {
        this.context = context;
        this.header = header;
        this.recorded = recorded;
    }

    /**
     * Open a trace. The header of a recording is read at once, even if its recorder was killed; whether a session
     * exists is checked when the trace is processed.
     *
     * @param context session or recording, and settings
     * @return the trace
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if both a session and a recording are named, or
     *                           neither; {@link ErrorCode#NOT_FOUND} if a folder holds no recording;
     *                           {@link ErrorCode#ACCESS_DENIED} if it may not be read; or {@link ErrorCode#CORRUPT} if
     *                           it describes no session
     */
    public static Trace open(final TraceContext context) {
        final Path folder = context.logFile();
        final String name = context.loggerName();
        if ((folder == null) == (name == null)) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "a trace reads either a session or a recording: session="
                            + name + ", recording=" + folder + ": give exactly one of them");
        }
        if (folder == null) {
            return new Trace(new TraceContext(context), null, null);
        }
        final RecordingSummary summary = RecordingSummary.read(folder);
        return new Trace(new TraceContext(context), TraceHeader.of(folder, summary), summary);
    }

    /**
     * Process traces to their ends, like {@link #process(List, long, long)} for all times.
     *
     * @param traces one trace of a session, or 1 to {@link #TRACES_MAX} traces of recordings
     * @return the result
     */
    public static TraceStatus process(final List<Trace> traces) {
        return process(traces, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /**
     * Process traces: call the callback for each event, oldest first. Returns when recordings were read to their
     * current end, the session has ended, a trace was closed, a callback has thrown, a buffer callback has returned
     * false, the time window has passed, or the thread was interrupted. If a callback ends the processing of a session,
     * the events that were already read from the session are still delivered.
     *
     * @param traces  one trace of a session, or 1 to {@link #TRACES_MAX} traces of recordings, which are merged by time
     * @param sinceNs beginning of the time window, in nanoseconds since 1970
     * @param untilNs end of the time window, inclusive, in nanoseconds since 1970
     * @return the result
     * @throws RingsideException for problems without an ETW result: {@link ErrorCode#BUSY} if somebody else drains the
     *                           session, {@link ErrorCode#WRONG_KIND} if it is in overwrite mode, or {@link
     *                           ErrorCode#CORRUPT} if files are damaged so that reading cannot continue
     */
    public static TraceStatus process(final List<Trace> traces, final long sinceNs, final long untilNs) {
        return TraceProcessing.process(List.copyOf(traces), sinceNs, untilNs);
    }

    /** {@return the header of a recording when it was opened; null for a session} */
    public @Nullable TraceHeader header() {
        return header;
    }

    /** {@return whether this is the trace of a session and not of a recording} */
    public boolean isRealTime() {
        return recorded == null;
    }

    /**
     * Process only this trace.
     *
     * @return the result
     */
    public TraceStatus process() {
        return process(List.of(this));
    }

    /**
     * Close the trace. If it is being processed, processing ends for all traces that are processed together: events
     * that a session has written until now, or that were already read from recordings, are still delivered.
     *
     * @return {@link TraceStatus#SUCCESS}, {@link TraceStatus#CTX_CLOSE_PENDING} if it is being processed, or
     *         {@link TraceStatus#INVALID_HANDLE} if it was closed already
     */
    public TraceStatus closeTrace() {
        final State before = state.getAndUpdate(
                now -> now == State.PROCESSING || now == State.CLOSING ? State.CLOSING : State.CLOSED);
        return switch (before) {
            case OPEN, PROCESSED -> TraceStatus.SUCCESS;
            case PROCESSING -> TraceStatus.CTX_CLOSE_PENDING;
            case CLOSING, CLOSED -> TraceStatus.INVALID_HANDLE;
        };
    }

    /** Close the trace, if it was not closed yet. */
    @Override
    public void close() {
        closeTrace();
    }

    TraceContext context() {
        return context;
    }

    /** {@return the recording; null for a session} */
    @Nullable
    RecordingSummary recorded() {
        return recorded;
    }

    /** Begins processing. Returns false if it has begun before. */
    boolean begin() {
        return state.compareAndSet(State.OPEN, State.PROCESSING);
    }

    /** Undoes the beginning, if the trace was not processed after all. */
    void undoBegin() {
        state.updateAndGet(now -> now == State.CLOSING ? State.CLOSED : State.OPEN);
    }

    /** Ends processing. */
    void end() {
        state.updateAndGet(now -> now == State.CLOSING ? State.CLOSED : State.PROCESSED);
    }

    boolean isClosing() {
        return state.get() == State.CLOSING;
    }

    private enum State {
        OPEN, PROCESSING, CLOSING, PROCESSED, CLOSED
    }
}
