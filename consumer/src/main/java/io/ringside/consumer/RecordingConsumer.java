package io.ringside.consumer;

import io.ringside.consumer.recording.RecordedProcess;
import io.ringside.consumer.recording.RecordedSession;
import io.ringside.consumer.recording.RecordingHandler;
import io.ringside.consumer.recording.RecordingMerge;
import io.ringside.consumer.recording.RecordingReader;
import io.ringside.schema.PayloadReader;
import io.ringside.session.LossCause;
import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import io.ringside.transport.lane.LaneGap;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Reads a recording and hands every event and every loss to a handler, also while it grows; any number of readers do so
 * at once, and nothing is taken by it. An agent to be run by the caller, with an idle strategy of the caller's choice.
 * Not thread-safe.
 */
public final class RecordingConsumer implements Agent, AutoCloseable {
    /** A recorder that has more appends it sooner than that. */
    private static final long LONGEST_HOLD_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final RecordingReader reader;
    private final ErrorHandler errorHandler;
    private final Delivery delivery;
    private final long eventLimit;
    private final @Nullable Object userContext;
    private final String roleName;
    private final RecordingHandler sink = new Sink();
    private final NanoClock clock;
    private final @Nullable RecordingMerge merge;
    private long lastExcerptNs;
    private @Nullable SessionFacts session;
    private boolean atEnd;

    private RecordingConsumer(final RecordingContext context) {
        this.delivery = new Delivery(context.handler(), context.errorHandler(), context.isMerged());
        this.errorHandler = context.errorHandler();
        this.eventLimit = context.eventLimit();
        this.userContext = context.userContext();
        this.roleName = "ringside-reader " + context.folder();
        this.clock = context.clock();
        this.lastExcerptNs = clock.nanoTime();
        this.merge = context.isMerged()
                ? new RecordingMerge(sink, process -> eventsOf(process).toEpochNs(0))
                : null;
        this.reader = RecordingReader.open(context.folder());
        if (context.fromEnd()) {
            skipToEnd();
            final RecordedSession recorded = reader.session();
            if (recorded != null) {
                sink.onSession(recorded);
            }
        }
    }

    /**
     * Open a recording.
     *
     * @param context which one, and how
     * @return the reader; nothing is read before its first duty cycle
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if the folder holds no recording
     */
    public static RecordingConsumer open(final RecordingContext context) {
        return new RecordingConsumer(context);
    }

    /** Events delivered up to now. */
    public long events() {
        return delivery.events();
    }

    /** Events delivered up to now behind a younger one; always 0 if nothing is merged. */
    public long lateEvents() {
        return delivery.lateEvents();
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

    /**
     * Events and losses of the session that are missing in the recording: another drain took them, or it is damaged.
     */
    public long takenElsewhere() {
        return reader.takenElsewhere();
    }

    /**
     * Whether everything that was recorded up to the last duty cycle was read. What waits for older events then comes
     * with {@link #deliverRest}, or after a moment by itself.
     */
    public boolean isAtEnd() {
        return atEnd || reader.hasEnded();
    }

    /** Whether the recording's session has ended, and everything was delivered (R6.10). */
    public boolean hasEnded() {
        return reader.hasEnded();
    }

    /** Whether nothing more will be delivered: the session has ended, or the limit is reached. */
    public boolean isDone() {
        return reader.hasEnded() || delivery.events() >= eventLimit;
    }

    /**
     * Deliver one excerpt of the recording, if there is one.
     *
     * @return 1 if there was one, else 0
     * @throws RingsideException if the files are damaged so that reading cannot go on
     */
    @Override
    public int doWork() {
        if (isDone()) {
            return 0;
        }
        final boolean found = reader.poll(merge == null ? sink : merge);
        if (merge != null) {
            deliverDue(merge, found);
        }
        atEnd = !found;
        return found ? 1 : 0;
    }

    /** Deliver what the reader holds back, as nothing more will be read. */
    public void deliverRest() {
        if (merge != null) {
            merge.deliverAll();
        }
    }

    private void deliverDue(final RecordingMerge held, final boolean found) {
        final long nowNs = clock.nanoTime();
        final SessionFacts facts = session;
        if (reader.hasEnded() || (!found && nowNs - lastExcerptNs >= LONGEST_HOLD_NS)) {
            held.deliverAll();
        } else if (found && facts != null) {
            lastExcerptNs = nowNs;
            held.deliver(reader.watermarkTicks() + facts.time().ticksToEpochNs(null));
        }
    }

    @Override
    public String roleName() {
        return roleName;
    }

    @Override
    public void onClose() {
        close();
    }

    /** Stop reading. */
    @Override
    public void close() {
        reader.close();
    }

    private void skipToEnd() {
        boolean complete = false;
        try {
            reader.skipToEnd(sink);
            complete = true;
        } finally {
            if (!complete) {
                reader.close();
            }
        }
    }

    private ProcessEvents eventsOf(final RecordedProcess process) {
        if (process.attachment() instanceof ProcessEvents known) {
            return known;
        }
        final SessionFacts facts = session;
        if (facts == null) {
            throw new RingsideException(ErrorCode.CORRUPT, "recording begins without its session: process="
                    + process.incarnation() + ": its first file is damaged");
        }
        final ProcessEvents created = ProcessEvents.of(process, facts);
        process.attach(created);
        return created;
    }

    /** Turns what the recording holds into views. */
    private final class Sink implements RecordingHandler {
        @Override
        public void onSession(final RecordedSession recorded) {
            if (session == null) {
                session = new SessionFacts(recorded.id(), recorded.slot(),
                        new SessionTime(recorded.start(), recorded.ownShiftNs()), reader::schema, new PayloadReader(),
                        userContext);
            }
        }

        @Override
        public void onEvent(final RecordedProcess process, final int lane, final DirectBuffer buffer, final int offset,
                final int length, final long ownerThreadId) {
            if (delivery.events() < eventLimit) {
                delivery.event(eventsOf(process), lane, buffer, offset, length, ownerThreadId);
            }
        }

        @Override
        public void onGap(final RecordedProcess process, final int lane, final LaneGap gap, final long ownerThreadId) {
            if (delivery.events() < eventLimit) {
                delivery.gap(eventsOf(process), lane, gap, ownerThreadId);
            }
        }

        @Override
        public void onLanelessLoss(final RecordedProcess process, final LossCause cause, final long count,
                final long firstTimeTicks, final long lastTimeTicks) {
            if (delivery.events() < eventLimit) {
                delivery.lanelessLoss(eventsOf(process), cause, count, firstTimeTicks, lastTimeTicks);
            }
        }

        @Override
        public void onProblem(final String problem) {
            errorHandler.onError(new RingsideException(ErrorCode.CORRUPT, problem));
        }
    }
}
