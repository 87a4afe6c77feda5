package io.ringside.trigger;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.control.Controller;
import io.ringside.control.Outcome;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.RowStore;
import java.nio.file.Path;
import java.time.Duration;
import org.agrona.ErrorHandler;

/** Stops a session, which may be the one that the trigger reads: its consumer reads the rest. Not thread-safe. */
final class StopAction implements EventTrigger.Action {
    private final Path directory;
    private final String session;
    private final Duration timeout;
    private final ErrorHandler errorHandler;

    StopAction(final Path directory, final String session, final Duration timeout, final ErrorHandler errorHandler) {
        this.directory = directory;
        this.session = session;
        this.timeout = timeout;
        this.errorHandler = errorHandler;
        new RowStore(TraceDirectory.open(directory), new FileMaker(Incarnation.random())).snapshot()
                .requireSession(session);
    }

    @Override
    public String run(final EventTrigger.Firing firing) {
        try (Controller controller = Controller.open(directory, problem -> errorHandler
                .onError(new RingsideException(ErrorCode.CORRUPT, problem)))) {
            final Outcome.Stopped result = controller.stop(session, timeout);
            if (!result.ended()) {
                throw result.unfinished();
            }
            return "session was stopped: name=" + session + ", lost=" + result.ledger().totals().lost().total();
        }
    }
}
