package io.ringside.reader;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.drain.DrainContext;
import io.ringside.internal.drain.DrainErrorHandler;
import io.ringside.internal.drain.DrainSink;
import io.ringside.internal.drain.DrainedLane;
import io.ringside.internal.drain.DrainedProcess;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.merge.BufferHandler;
import io.ringside.internal.merge.SessionMerge;
import io.ringside.internal.merge.TimeOrder;
import io.ringside.internal.reader.SourceSettings;
import io.ringside.internal.recording.RecordingSinks;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.RowStore;
import io.ringside.internal.registry.SchemaStore;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.LossCause;
import java.util.Objects;
import java.util.UUID;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** One live session of a reader: acts as its drain, and converts the events it takes into views. Not thread-safe. */
final class SessionSource implements DrainSink, AutoCloseable {
    private final Participant participant;
    private final SessionDrain drain;
    private final ErrorHandler errorHandler;
    private final Delivery delivery;
    private final NanoClock epochClock;
    private final @Nullable SessionMerge merge;
    private final UUID bootId;
    private SessionFacts session;

    private SessionSource(final ReaderContext context, final SourceSettings settings, final DeliveryTally tally,
            final Participant participant, final SessionRow row, final @Nullable TimeOrder order) {
        this.participant = participant;
        final ErrorHandler handlerErrors = settings.errorHandler() == null
                ? context.errorHandler()
                : settings.errorHandler();
        this.errorHandler = ReaderContext.problemsOf(handlerErrors);
        this.delivery = new Delivery(tally, settings.handler(), handlerErrors, order, context.eventLimit(),
                context.filter());
        final ProcessIdentity.Host host = ProcessIdentity.ofThisProcess(participant.incarnation()).host();
        this.bootId = host.bootId();
        final SchemaStore schemas = new SchemaStore(participant.directory(), participant.files());
        this.session = new SessionFacts(row.id(), new SessionTime(row.start(), host.monotonicShiftNs()),
                new SchemaCache(schemas, context.clock(), errorHandler), new EventFields(), null);
        this.drain = SessionDrain.open(drainContext(context, participant), row.id());
        final NanoClock clock = context.clock();
        this.epochClock = () -> clock.nanoTime() + session.time().ticksToEpochNs(null);
        this.merge = order == null ? null : merge(order, context, settings.bufferHandler(), row);
    }

    /**
     * Becomes the drain of a session. Staged events take part in the order; without an order, taken events are
     * delivered directly.
     */
    static SessionSource open(final ReaderContext context, final SourceSettings settings, final DeliveryTally tally,
            final @Nullable TimeOrder order) {
        final Participant participant = Participant.join(
                settings.directory() == null ? context.traceDirectory() : TraceDirectory.open(settings.directory()));
        boolean complete = false;
        try {
            final SessionSource source = new SessionSource(context, settings, tally, participant,
                    rowOf(settings, participant), order);
            complete = true;
            return source;
        } finally {
            if (!complete) {
                participant.close();
            }
        }
    }

    /** Stages waiting events; returns the time up to which they are complete, in ns since 1970. Requires an order. */
    long stage() {
        return merge == null || drain.hasEnded() ? Long.MAX_VALUE : merge.stage(drain);
    }

    /** Returns the time of the session's clock, in nanoseconds since 1970. */
    long epochNs() {
        return epochClock.nanoTime();
    }

    /** Convert ticks by the clocks of another session's start. To be called before anything is read. */
    void convertBy(final ClockPair start) {
        session = session.withTime(session.time().startedAt(start));
    }

    /** Returns the boot id of the running kernel. */
    UUID bootId() {
        return bootId;
    }

    /** Takes waiting events and delivers them lane by lane. Only if there is no order. */
    void poll(final int eventLimit) {
        drain.poll(this, eventLimit);
    }

    SessionRow row() {
        return drain.session();
    }

    boolean hasEnded() {
        return drain.hasEnded();
    }

    boolean isEmpty() {
        return drain.isEmpty();
    }

    boolean haveLanesBeenEmpty() {
        return merge == null ? drain.haveLanesBeenEmpty() : merge.haveLanesBeenEmpty(drain);
    }

    void scanSoon() {
        drain.scanSoon();
    }

    /** Releases the session's drain lock. Events that were not taken wait for the next reader. */
    @Override
    public void close() {
        try {
            drain.close();
        } finally {
            participant.close();
        }
    }

    private SessionMerge merge(final TimeOrder order, final ReaderContext context, final BufferHandler bufferHandler,
            final SessionRow row) {
        return new SessionMerge(order, LaneGeometry.of(row.settings().laneBytes()),
                process -> eventsOf(process).toEpochNs(0), epochClock,
                context.reorderWindowNs(), this, bufferHandler);
    }

    private static SessionRow rowOf(final SourceSettings settings, final Participant participant) {
        final SessionRow row = new RowStore(participant.directory(), participant.files()).snapshot()
                .requireSession(Objects.requireNonNull(settings.session()));
        if (row.settings().isPrivate()) {
            throw new RingsideException(ErrorCode.WRONG_KIND, "private session cannot be read live: session="
                    + row.name() + ": record it and read the recording");
        }
        return row;
    }

    private DrainContext drainContext(final ReaderContext context, final Participant drainer) {
        final DrainContext drainContext = new DrainContext(drainer)
                .clock(context.clock())
                .scanIntervalNs(context.scanIntervalNs())
                .lockTimeoutNs(context.lockTimeoutNs())
                .sinks(new RecordingSinks())
                .errorHandler(DrainErrorHandler.of(errorHandler));
        return context.libraryThread() == null ? drainContext : drainContext.libraryThread(context.libraryThread());
    }

    private ProcessEvents eventsOf(final DrainedProcess process) {
        if (process.attachment() instanceof ProcessEvents known) {
            return known;
        }
        final ProcessEvents created = ProcessEvents.of(process, session);
        process.attach(created);
        return created;
    }

    @Override
    public void onRecords(final DrainedLane lane, final Batch batch, final Batch.Piece piece, final int begin,
            final int end) {
        delivery.records(eventsOf(lane.process()), lane.index(), batch, piece, begin, end);
    }

    @Override
    public void onGap(final DrainedLane lane, final LaneGap gap, final long ownerThreadId) {
        delivery.gap(eventsOf(lane.process()), lane.index(), gap, ownerThreadId);
    }

    @Override
    public void onLanelessLoss(final DrainedProcess process, final LossCause cause, final long count,
            final long firstTimeTicks, final long lastTimeTicks) {
        delivery.lanelessLoss(eventsOf(process), cause, count, firstTimeTicks, lastTimeTicks);
    }
}
