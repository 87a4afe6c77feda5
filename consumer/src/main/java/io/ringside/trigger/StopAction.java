package io.ringside.trigger;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.control.StopResult;
import io.ringside.internal.control.ControllerContext;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.SessionBooks;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.recording.RecordingSinks;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.RowStore;
import java.nio.file.Path;
import java.time.Duration;
import org.agrona.ErrorHandler;

/** Stops a session, also the one that the trigger reads: its consumer takes what is left. Not thread-safe. */
final class StopAction implements TriggerAction {
    private final TraceDirectory directory;
    private final String session;
    private final Duration timeout;
    private final ErrorHandler errorHandler;

    private StopAction(final TraceDirectory directory, final String session, final Duration timeout,
            final ErrorHandler errorHandler) {
        this.directory = directory;
        this.session = session;
        this.timeout = timeout;
        this.errorHandler = errorHandler;
    }

    static StopAction of(final Path directory, final String session, final Duration timeout,
            final ErrorHandler errorHandler) {
        final TraceDirectory opened = TraceDirectory.open(directory);
        new RowStore(opened, new FileMaker(Incarnation.random())).snapshot().requireSession(session);
        return new StopAction(opened, session, timeout, errorHandler);
    }

    @Override
    public String run(final EventTrigger.Firing firing) {
        try (Participant participant = Participant.join(directory)) {
            final SessionBooks books = new SessionBooks(directory, participant.files(), new RecordingSinks(),
                    (path, reason) -> errorHandler.onError(new RingsideException(ErrorCode.CORRUPT,
                            "file was skipped: path=" + path + ", reason=" + reason)));
            final StopResult result = new DirectoryController(new ControllerContext(new Registry(participant), books))
                    .stop(session, timeout);
            if (!result.ended()) {
                throw result.unfinished();
            }
            return "session was stopped: name=" + session + ", lost=" + result.ledger().totals().lost().total();
        }
    }
}
