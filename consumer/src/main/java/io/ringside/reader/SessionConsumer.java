package io.ringside.reader;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.merge.TimeOrder;
import io.ringside.internal.registry.SessionRow;
import org.agrona.concurrent.Agent;
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
    private final SessionSource source;
    private final @Nullable TimeOrder order;
    private final String roleName;
    private final long eventLimit;
    private final int eventsPerCycle;
    private long mergedNs = Long.MIN_VALUE;

    private SessionConsumer(final ConsumerContext context) {
        this.order = context.isMerged() ? new TimeOrder() : null;
        this.eventLimit = context.eventLimit();
        this.eventsPerCycle = context.eventsPerCycle();
        this.source = SessionSource.open(context, order);
        this.roleName = "ringside-consumer " + source.row().name();
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
        return new SessionConsumer(context);
    }

    /** The session's row as it was at the last look. */
    public SessionRow session() {
        return source.row();
    }

    /** Events taken up to now. */
    public long events() {
        return source.delivery().events();
    }

    /** Gaps delivered up to now. */
    public long gaps() {
        return source.delivery().gaps();
    }

    /** Lost events of all gaps delivered up to now. */
    public long lostEvents() {
        return source.delivery().lostEvents();
    }

    /** Events and gaps at which the handler has thrown something. */
    public long handlerErrors() {
        return source.delivery().handlerErrors();
    }

    /** Events delivered up to now behind a younger one; always 0 if nothing is merged. */
    public long lateEvents() {
        return order == null ? 0 : order.late().count();
    }

    /** Whether the session has ended and everything was delivered (R6.10). */
    public boolean hasEnded() {
        return source.hasEnded();
    }

    /** Whether nothing more will be delivered: the session has ended, or the limit is reached. */
    public boolean isDone() {
        return hasEnded() || events() >= eventLimit;
    }

    /** Whether nothing waits in any lane that was found up to now. */
    public boolean isEmpty() {
        return source.isEmpty();
    }

    /**
     * Whether each lane that was found up to now has been empty when it was asked for, all at once or one after the
     * other. Reads tails.
     */
    public boolean haveLanesBeenEmpty() {
        return source.haveLanesBeenEmpty();
    }

    /** Whether something was seen, and not taken yet, because older events may still come. */
    public boolean holdsBack() {
        return order != null && !order.isEmpty();
    }

    /** What the time namespace adds to the monotonic clock of this process, in nanoseconds. */
    public long ownShiftNs() {
        return source.time().ownShiftNs();
    }

    /**
     * Up to when everything was delivered but for late events, in nanoseconds since 1970; the least value if nothing is
     * merged.
     */
    public long mergedNs() {
        return mergedNs;
    }

    /** Look for new processes, and for losses of lanes that are empty, in the next duty cycle. */
    public void scanSoon() {
        source.scanSoon();
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
        final long gapsBefore = gaps();
        final long eventsBefore = events();
        final int limit = (int) Math.min(Math.min(mostEvents, eventsPerCycle), eventLimit - eventsBefore);
        if (limit <= 0) {
            return 0;
        }
        if (order == null) {
            source.poll(limit);
        } else {
            final long watermarkNs = source.stage();
            order.poll(watermarkNs, limit);
            mergedNs = Math.max(mergedNs, order.mergedNs(watermarkNs));
        }
        return (int) (events() - eventsBefore + gaps() - gapsBefore);
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
        source.close();
    }
}
