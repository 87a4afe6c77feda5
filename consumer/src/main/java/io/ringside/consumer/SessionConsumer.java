package io.ringside.consumer;

import io.ringside.schema.PayloadReader;
import io.ringside.session.LossCause;
import io.ringside.session.SessionName;
import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import io.ringside.transport.drain.DrainContext;
import io.ringside.transport.drain.DrainSink;
import io.ringside.transport.drain.DrainedProcess;
import io.ringside.transport.drain.SessionDrain;
import io.ringside.transport.lane.FrameDescriptor;
import io.ringside.transport.lane.LaneGap;
import io.ringside.transport.lock.Participant;
import io.ringside.transport.process.ProcessIdentity;
import io.ringside.transport.rows.RowStore;
import io.ringside.transport.rows.SessionRow;
import io.ringside.transport.schema.SchemaStore;
import java.nio.file.Path;
import org.agrona.DirectBuffer;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentTerminationException;

/**
 * Reads a session as it is written: becomes its drain, and hands every event and every loss to a handler. An agent to
 * be run by the caller, with an idle strategy of the caller's choice. Not thread-safe.
 * <p>
 * An event is delivered at most once, and counts as delivered once it is taken: if the handler throws, that is counted,
 * told to the error handler, and the next event follows. Nothing is merged by time: events come lane by lane, with the
 * least latency.
 */
public final class SessionConsumer implements Agent, AutoCloseable {
    private final Participant participant;
    private final SessionDrain drain;
    private final SessionFacts session;
    private final String roleName;
    private final EventHandler handler;
    private final ErrorHandler errorHandler;
    private final long eventLimit;
    private final int eventsPerCycle;
    private final DrainSink sink = new Sink();
    private long events;
    private long lostEvents;
    private long gaps;
    private long handlerErrors;

    private SessionConsumer(final ConsumerContext context, final Participant participant, final SessionRow row) {
        this.participant = participant;
        this.handler = context.handler();
        this.errorHandler = context.errorHandler();
        this.eventLimit = context.eventLimit();
        this.eventsPerCycle = context.eventsPerCycle();
        this.roleName = "ringside-consumer " + row.name();
        final long ownShiftNs = ProcessIdentity.ofThisProcess(participant.incarnation()).host().monotonicShiftNs();
        final SchemaStore schemas = new SchemaStore(participant.directory(), participant.files());
        this.session = new SessionFacts(row.id(), row.slot(), new SessionTime(row.start(), ownShiftNs),
                new SchemaCache(schemas, context.clock(), errorHandler), new PayloadReader(), context.userContext());
        this.drain = SessionDrain.open(drainContext(context, participant), row.id());
    }

    /**
     * Become the consumer of a session.
     *
     * @param context which session, and how
     * @return the consumer; nothing is taken before its first duty cycle
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if there is no such session, or {@link ErrorCode#BUSY}
     *                           and the holder's name if somebody drains it already
     */
    public static SessionConsumer open(final ConsumerContext context) {
        final Participant participant = Participant.join(context.directory());
        boolean complete = false;
        try {
            final SessionConsumer consumer = new SessionConsumer(context, participant, find(context, participant));
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
        return events;
    }

    /** Gaps delivered up to now. */
    public long gaps() {
        return gaps;
    }

    /** Lost events of all gaps delivered up to now. */
    public long lostEvents() {
        return lostEvents;
    }

    /** Events and gaps at which the handler has thrown something. */
    public long handlerErrors() {
        return handlerErrors;
    }

    /** Whether the session has ended and everything was delivered (R6.10). */
    public boolean hasEnded() {
        return drain.hasEnded();
    }

    /** Whether nothing more will be delivered: the session has ended, or the limit is reached. */
    public boolean isDone() {
        return drain.hasEnded() || events >= eventLimit;
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
        return drain.haveLanesBeenEmpty();
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
        if (events >= eventLimit) {
            return 0;
        }
        final long gapsBefore = gaps;
        final long eventsBefore = events;
        drain.poll(sink, (int) Math.min(eventsPerCycle, eventLimit - events));
        return (int) (events - eventsBefore + gaps - gapsBefore);
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

    private static SessionRow find(final ConsumerContext context, final Participant participant) {
        final String identity = SessionName.identity(context.sessionName());
        return new RowStore(participant.directory(), participant.files()).snapshot().sessions().stream()
                .filter(row -> row.settings().identity().equals(identity))
                .findFirst()
                .orElseThrow(() -> new RingsideException(ErrorCode.NOT_FOUND, "no such session: name="
                        + context.sessionName() + ", directory=" + context.directory()
                        + ": start it, or correct the name"));
    }

    private DrainContext drainContext(final ConsumerContext context, final Participant drainer) {
        final DrainContext drainContext = new DrainContext(drainer)
                .clock(context.clock())
                .scanIntervalNs(context.scanIntervalNs())
                .lockTimeoutNs(context.lockTimeoutNs())
                .errorHandler(this::onFileError);
        return context.libraryThread() == null ? drainContext : drainContext.libraryThread(context.libraryThread());
    }

    private void onFileError(final Path path, final String reason) {
        errorHandler.onError(
                new RingsideException(ErrorCode.CORRUPT, "file is left out: path=" + path + ", reason=" + reason));
    }

    private void onHandlerError(final Throwable cause) {
        if (cause instanceof AgentTerminationException termination) {
            throw termination;
        }
        handlerErrors++;
        errorHandler.onError(cause);
    }

    private ProcessEvents eventsOf(final DrainedProcess process) {
        if (process.attachment() instanceof ProcessEvents known) {
            return known;
        }
        final ProcessEvents created = new ProcessEvents(process, session);
        process.attach(created);
        return created;
    }

    private void deliver(final GapView gap) {
        gaps++;
        lostEvents += gap.total();
        try {
            handler.onGap(gap);
        } catch (final Throwable e) {
            onHandlerError(e);
        }
    }

    /** Turns what the drain says into views. */
    private final class Sink implements DrainSink {
        @Override
        public void onEvent(final DrainedProcess process, final int lane, final DirectBuffer buffer, final int offset,
                final int length, final long ownerThreadId) {
            events++;
            final ProcessEvents of = eventsOf(process);
            of.lastTimeTicks(lane, buffer.getLong(offset + FrameDescriptor.TIME_OFFSET));
            final EventView event = of.event().wrap(lane, buffer, offset, length, ownerThreadId);
            try {
                handler.onEvent(event);
            } catch (final Throwable e) {
                onHandlerError(e);
            }
        }

        @Override
        public void onGap(final DrainedProcess process, final int lane, final LaneGap gap, final long ownerThreadId) {
            deliver(eventsOf(process).gap().wrap(lane, gap, ownerThreadId));
        }

        @Override
        public void onLanelessLoss(final DrainedProcess process, final LossCause cause, final long count,
                final long firstTimeTicks, final long lastTimeTicks) {
            deliver(eventsOf(process).gap().wrap(cause, count, firstTimeTicks, lastTimeTicks));
        }
    }
}
