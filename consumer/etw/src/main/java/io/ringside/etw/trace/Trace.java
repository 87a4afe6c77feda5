package io.ringside.etw.trace;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.recording.RecordingSummary;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * An open trace: a session that is read as it is written, or a recording. It is processed once; to do so again, open it
 * again. Holds no resources before it is processed. {@link #closeTrace} is for any thread, and processing for one.
 */
public final class Trace implements AutoCloseable {
    /** Most recordings that are processed together. */
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
     * Open a trace. A recording is read once for its header, also if its recorder was killed; whether there is
     * such a session shows when it is processed.
     *
     * @param context which one, and how
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
     * Process traces to their ends: {@link #process(List, long, long)} for all times.
     *
     * @param traces one of a session, or 1 to {@link #TRACES_MAX} of recordings
     * @return what it has come to
     */
    public static TraceStatus process(final List<Trace> traces) {
        return process(traces, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /**
     * Process traces: call back for each event, oldest first. Returns when recordings were read to what is their end
     * then, the session has ended, a trace was closed, a callback has thrown something, a buffer callback has returned
     * false, the window of time has passed, or the thread was interrupted. Of a session, what was taken out of it when
     * a callback ended the processing is still delivered.
     *
     * @param traces  one of a session, or 1 to {@link #TRACES_MAX} of recordings, which become one order of time
     * @param sinceNs first time of events that are wanted, in nanoseconds since 1970
     * @param untilNs last time of events that are wanted, in nanoseconds since 1970
     * @return what it has come to
     * @throws RingsideException for what ETW has no result for: {@link ErrorCode#BUSY} if somebody else drains the
     *                           session, {@link ErrorCode#WRONG_KIND} if it is in overwrite mode, or
     *                           {@link ErrorCode#CORRUPT} if files are damaged so that reading cannot continue
     */
    public static TraceStatus process(final List<Trace> traces, final long sinceNs, final long untilNs) {
        return TraceProcessing.process(List.copyOf(traces), sinceNs, untilNs);
    }

    /** {@return the header of a recording as it was opened; null if the trace is of a session} */
    public @Nullable TraceHeader header() {
        return header;
    }

    /** {@return whether it is of a session and not of a recording} */
    public boolean isRealTime() {
        return recorded == null;
    }

    /**
     * Process this trace alone.
     *
     * @return what it has come to
     */
    public TraceStatus process() {
        return process(List.of(this));
    }

    /**
     * Close the trace. If it is being processed, that ends for all traces that are processed with it: of a
     * session what was written up to now still comes, of recordings what was read.
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

    /** The recording; null if the trace is of a session. */
    @Nullable
    RecordingSummary recorded() {
        return recorded;
    }

    /** Whether it is to be processed from now on: once only. */
    boolean begin() {
        return state.compareAndSet(State.OPEN, State.PROCESSING);
    }

    /** It was not processed after all. */
    void undoBegin() {
        state.updateAndGet(now -> now == State.CLOSING ? State.CLOSED : State.OPEN);
    }

    /** It is no longer processed. */
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
