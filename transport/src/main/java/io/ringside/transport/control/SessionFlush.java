package io.ringside.transport.control;

import io.ringside.transport.drain.SessionDrain;
import io.ringside.transport.registry.ControlChange;
import io.ringside.transport.registry.Registry;
import io.ringside.transport.rows.SessionRow;
import io.ringside.transport.rows.StagedRow;
import java.util.Optional;
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
        final long deadlineNs = context.nanoClock().nanoTime() + timeoutNs;
        final SessionRow session = Sessions.requireRunning(registry.rows().snapshot(), name);
        SessionDrain.requireDrainable(session);
        final LaneMarks marks = LaneMarks.of(registry, session);
        final SessionRow flushed = request(session);
        final Optional<String> drain = context.ledgers().drainHolder(flushed);
        if (drain.isPresent()) {
            final IdleStrategy idle = context.idleStrategy().get();
            while (marks.unpassed() > 0 && context.nanoClock().nanoTime() - deadlineNs < 0
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
