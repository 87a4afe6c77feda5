package io.ringside.consumer.recording;

import io.ringside.session.LedgerTotals;
import io.ringside.transport.control.Controller;
import io.ringside.transport.control.ControllerContext;
import io.ringside.transport.control.StopResult;
import io.ringside.transport.drain.SessionBooks;
import io.ringside.transport.lock.Participant;
import io.ringside.transport.registry.Registry;
import io.ringside.transport.rows.SessionRow;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** Ends the session of a recording that is full (R4.21), a look at a time. Not thread-safe. */
final class SessionStop {
    private final Registry registry;
    private final Controller controller;
    private final SessionRow session;
    private @Nullable LedgerTotals totals;
    private boolean ended;

    SessionStop(final Participant participant, final SessionRow session, final NanoClock clock,
            final long lockTimeoutNs, final ErrorHandler errorHandler) {
        this.session = session;
        this.registry = new Registry(participant);
        final SessionBooks books = new SessionBooks(participant.directory(), participant.files(),
                new RecordingSinks(), (path, reason) -> errorHandler.onError(RecordingSinks.leftOut(path, reason)));
        this.controller = new Controller(
                new ControllerContext(registry, books).nanoClock(clock).lockTimeoutNs(lockTimeoutNs));
    }

    /** Looks whether all processes have let go of it; true once it is gone. Waits for nobody. */
    boolean poll() {
        // Its name may be another session's by now.
        if (!ended && registry.rows().session(session.id()).isEmpty()) {
            ended = true;
        }
        if (!ended) {
            final StopResult result = controller.stop(session.name(), 0);
            ended = result.ended();
            totals = result.ledger().totals();
        }
        return ended;
    }

    /** The session's ledger, final once it is gone; null if somebody else has removed it. */
    @Nullable
    LedgerTotals totals() {
        return totals;
    }
}
