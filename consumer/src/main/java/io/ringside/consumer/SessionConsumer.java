package io.ringside.consumer;

import io.ringside.consumer.merge.LateEvents;
import io.ringside.consumer.merge.StagedMerge;
import io.ringside.consumer.recording.RecordingSinks;
import io.ringside.schema.PayloadReader;
import io.ringside.session.LossCause;
import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import io.ringside.transport.drain.DrainContext;
import io.ringside.transport.drain.DrainSink;
import io.ringside.transport.drain.DrainedProcess;
import io.ringside.transport.drain.SessionDrain;
import io.ringside.transport.lane.LaneGap;
import io.ringside.transport.lane.LaneGeometry;
import io.ringside.transport.lock.Participant;
import io.ringside.transport.process.ProcessIdentity;
import io.ringside.transport.rows.RowStore;
import io.ringside.transport.rows.SessionRow;
import io.ringside.transport.schema.SchemaStore;
import java.nio.file.Path;
import org.agrona.DirectBuffer;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Reads a session as it is written: becomes its drain, and hands every event and every loss to a handler. An agent to
 * be run by the caller, with an idle strategy of the caller's choice. Not thread-safe.
 * <p>
 * An event is delivered at most once, and counts as delivered once it is taken: if the handler throws, that is counted,
 * told to the error handler, and the next event follows. Events come in the order of their times, as far as a
 * {@link ConsumerContext#reorderWindowNs reorder window} allows; or {@link ConsumerContext#merged unmerged}, lane by
 * lane, with the least latency. {@code docs/merging.md} tells more.
 */
public final class SessionConsumer implements Agent, AutoCloseable {
    private final Participant participant;
    private final SessionDrain drain;
    private final SessionFacts session;
    private final String roleName;
    private final ErrorHandler errorHandler;
    private final Delivery delivery;
    private final long eventLimit;
    private final int eventsPerCycle;
    private final DrainSink sink = new Sink();
    private final @Nullable StagedMerge merge;

    private SessionConsumer(final ConsumerContext context, final Participant participant, final SessionRow row) {
        this.participant = participant;
        this.delivery = new Delivery(context.handler(), context.errorHandler(),
                context.isMerged() ? new LateEvents() : null);
        this.errorHandler = context.errorHandler();
        this.eventLimit = context.eventLimit();
        this.eventsPerCycle = context.eventsPerCycle();
        this.roleName = "ringside-consumer " + row.name();
        final long ownShiftNs = ProcessIdentity.ofThisProcess(participant.incarnation()).host().monotonicShiftNs();
        final SchemaStore schemas = new SchemaStore(participant.directory(), participant.files());
        this.session = new SessionFacts(row.id(), row.slot(), new SessionTime(row.start(), ownShiftNs),
                new SchemaCache(schemas, context.clock(), errorHandler), new PayloadReader(), context.userContext(),
                context.rawTimestamps());
        this.drain = SessionDrain.open(drainContext(context, participant), row.id());
        this.merge = context.isMerged() ? merge(context, row) : null;
    }

    /**
     * Become the consumer of a session.
     *
     * @param context which session, and how
     * @return the consumer; nothing is taken before its first duty cycle
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if there is no such session, or {@link ErrorCode#BUSY}
     *                           and the holder's name if somebody drains it already, or
     *                           {@link ErrorCode#WRONG_KIND} if it is private (R4.24) or a flight recorder
     */
    public static SessionConsumer open(final ConsumerContext context) {
        final Participant participant = Participant.join(context.directory());
        boolean complete = false;
        try {
            final SessionConsumer consumer = new SessionConsumer(context, participant, rowOf(context, participant));
            complete = true;
            return consumer;
        } finally {
            if (!complete) {
                participant.close();
            }
        }
    }

    /** The session's row as it was at the last look. */
    public SessionRow session() {
        return drain.session();
    }

    /** Events taken up to now. */
    public long events() {
        return delivery.events();
    }

    /** Gaps delivered up to now. */
    public long gaps() {
        return delivery.gaps();
    }

    /** Lost events of all gaps delivered up to now. */
    public long lostEvents() {
        return delivery.lostEvents();
    }

    /** Events and gaps at which the handler has thrown something. */
    public long handlerErrors() {
        return delivery.handlerErrors();
    }

    /** Events delivered up to now behind a younger one; always 0 if nothing is merged. */
    public long lateEvents() {
        return delivery.lateEvents();
    }

    /** Whether the session has ended and everything was delivered (R6.10). */
    public boolean hasEnded() {
        return drain.hasEnded();
    }

    /** Whether nothing more will be delivered: the session has ended, or the limit is reached. */
    public boolean isDone() {
        return drain.hasEnded() || delivery.events() >= eventLimit;
    }

    /** Whether nothing waits in any lane that was found up to now. */
    public boolean isEmpty() {
        return drain.isEmpty();
    }

    /**
     * Whether each lane that was found up to now has been empty when it was asked for, all at once or one after the
     * other. Reads tails.
     */
    public boolean haveLanesBeenEmpty() {
        return merge == null ? drain.haveLanesBeenEmpty() : merge.haveLanesBeenEmpty(drain);
    }

    /** Whether something was seen, and not taken yet, because older events may still come. */
    public boolean holdsBack() {
        return merge != null && merge.holdsBack();
    }

    /** What the time namespace adds to the monotonic clock of this process, in nanoseconds. */
    public long ownShiftNs() {
        return session.time().ownShiftNs();
    }

    /**
     * Up to when everything was delivered but for late events, in nanoseconds since 1970; the least value if nothing is
     * merged.
     */
    public long mergedNs() {
        return merge == null ? Long.MIN_VALUE : merge.mergedNs();
    }

    /** Look for new processes, and for losses of lanes that are empty, in the next duty cycle. */
    public void scanSoon() {
        drain.scanSoon();
    }

    /**
     * Take what waits, up to the events of a cycle and the limit in all. Never waits.
     *
     * @return events and gaps delivered
     */
    @Override
    public int doWork() {
        return doWork(eventsPerCycle);
    }

    /**
     * The same for who can use so many events only: what is taken is gone.
     *
     * @param mostEvents to take, besides the events of a cycle and the limit in all
     * @return events and gaps delivered
     */
    public int doWork(final int mostEvents) {
        final long gapsBefore = delivery.gaps();
        final long eventsBefore = delivery.events();
        final int limit = (int) Math.min(Math.min(mostEvents, eventsPerCycle), eventLimit - eventsBefore);
        if (limit <= 0) {
            return 0;
        }
        if (merge == null) {
            drain.poll(sink, limit);
        } else {
            merge.poll(drain, limit);
        }
        return (int) (delivery.events() - eventsBefore + delivery.gaps() - gapsBefore);
    }

    @Override
    public String roleName() {
        return roleName;
    }

    @Override
    public void onClose() {
        close();
    }

    /** Stop being the session's drain. What was not taken waits for the next one. */
    @Override
    public void close() {
        try {
            drain.close();
        } finally {
            participant.close();
        }
    }

    private StagedMerge merge(final ConsumerContext context, final SessionRow row) {
        final NanoClock clock = context.clock();
        final long ticksToEpochNs = session.time().ticksToEpochNs(null);
        return new StagedMerge(LaneGeometry.of(row.settings().laneBytes()),
                process -> eventsOf(process).toEpochNs(0), () -> clock.nanoTime() + ticksToEpochNs,
                context.reorderWindowNs(), sink, context.bufferHandler()::onBuffer);
    }

    private static SessionRow rowOf(final ConsumerContext context, final Participant participant) {
        final SessionRow row = new RowStore(participant.directory(), participant.files()).snapshot()
                .requireSession(context.sessionName());
        if (row.settings().isPrivate()) {
            throw new RingsideException(ErrorCode.WRONG_KIND, "session is private, which nobody reads live: session="
                    + row.name() + ": record it, and read the recording");
        }
        return row;
    }

    private DrainContext drainContext(final ConsumerContext context, final Participant drainer) {
        final DrainContext drainContext = new DrainContext(drainer)
                .clock(context.clock())
                .scanIntervalNs(context.scanIntervalNs())
                .lockTimeoutNs(context.lockTimeoutNs())
                .sinks(new RecordingSinks())
                .errorHandler(this::onFileError);
        return context.libraryThread() == null ? drainContext : drainContext.libraryThread(context.libraryThread());
    }

    private void onFileError(final Path path, final String reason) {
        errorHandler.onError(
                new RingsideException(ErrorCode.CORRUPT, "file is left out: path=" + path + ", reason=" + reason));
    }

    private ProcessEvents eventsOf(final DrainedProcess process) {
        if (process.attachment() instanceof ProcessEvents known) {
            return known;
        }
        final ProcessEvents created = ProcessEvents.of(process, session);
        process.attach(created);
        return created;
    }

    /** Turns what the drain says into views. */
    private final class Sink implements DrainSink {
        @Override
        public void onEvent(final DrainedProcess process, final int lane, final DirectBuffer buffer, final int offset,
                final int length, final long ownerThreadId) {
            delivery.event(eventsOf(process), lane, buffer, offset, length, ownerThreadId);
        }

        @Override
        public void onGap(final DrainedProcess process, final int lane, final LaneGap gap, final long ownerThreadId) {
            delivery.gap(eventsOf(process), lane, gap, ownerThreadId);
        }

        @Override
        public void onLanelessLoss(final DrainedProcess process, final LossCause cause, final long count,
                final long firstTimeTicks, final long lastTimeTicks) {
            delivery.lanelessLoss(eventsOf(process), cause, count, firstTimeTicks, lastTimeTicks);
        }
    }
}
