package io.ringside.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.registry.ControlChange;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.registry.StagedRow;
import java.util.Optional;
import java.util.function.Predicate;
import org.agrona.concurrent.IdleStrategy;

/**
 * Asks the drain of a session to deliver what it has taken, and waits until it has taken what stood in the lanes at the
 * call (R4.9). Nobody else can take it, so without a drain there is nothing to wait for.
 */
final class SessionFlush {
    private final ControllerContext context;
    private final Registry registry;

    SessionFlush(final ControllerContext context) {
        this.context = context;
        this.registry = context.registry();
    }

    FlushResult run(final String name, final long timeoutNs) {
        return flush(Sessions.requireRunning(registry.rows().snapshot(), name), timeoutNs, flushed -> true);
    }

    /** A flush after which the drain goes on in a new file (R4.10), and which is waited for until it does. */
    FlushResult incrementFile(final String name, final long timeoutNs) {
        final SessionRow session = Sessions.requireRunning(registry.rows().snapshot(), name);
        if (context.ledgers().rolled(session).isEmpty()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "session has no file to go on from: session="
                    + session.name() + ", drain=" + context.ledgers().drainHolder(session).orElse("nobody")
                    + ": record it with mode newfile");
        }
        final FlushResult result = flush(session, timeoutNs, this::hasRolled);
        if (timeoutNs > 0 && !hasRolled(result.session())) {
            throw new RingsideException(ErrorCode.TIMEOUT, "drain has not gone on in a new file in time: session="
                    + session.name() + ", drain=" + result.drain().orElse("nobody") + ", lanesLeft="
                    + result.lanesLeft() + ": try again, or see what keeps it");
        }
        return result;
    }

    private boolean hasRolled(final SessionRow flushed) {
        return context.ledgers().rolled(flushed).orElse(-1) >= flushed.flushes();
    }

    private FlushResult flush(final SessionRow session, final long timeoutNs, final Predicate<SessionRow> isDone) {
        final long deadlineNs = context.nanoClock().nanoTime() + timeoutNs;
        session.requireDrainable();
        final LaneMarks marks = LaneMarks.of(registry, session);
        final SessionRow flushed = request(session);
        final Optional<String> drain = context.ledgers().drainHolder(flushed);
        if (drain.isPresent()) {
            final IdleStrategy idle = context.idleStrategy().get();
            while ((marks.unpassed() > 0 || !isDone.test(flushed)) && context.nanoClock().nanoTime() - deadlineNs < 0
                    && !Thread.currentThread().isInterrupted()) {
                idle.idle();
            }
        }
        return new FlushResult(flushed, marks.unpassed(), drain);
    }

    private SessionRow request(final SessionRow session) {
        try (ControlChange change = registry.change(context.lockTimeoutNs())) {
            final SessionRow flushed = Sessions.requireRunning(change.rows(), session.id()).flushed();
            try (StagedRow row = registry.rows().stage(flushed)) {
                row.publish();
            }
            return flushed;
        }
    }
}
