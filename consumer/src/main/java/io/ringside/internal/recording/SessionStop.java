package io.ringside.internal.recording;

import io.ringside.internal.control.ControllerContext;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.SessionBooks;
import io.ringside.internal.files.Participant;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.SessionRow;
import java.time.Duration;

/**
 * Ends the session of a recording, one check at a time, while its drain takes or gives up what is left. Not
 * thread-safe.
 */
public final class SessionStop {
    private final Registry registry;
    private final DirectoryController controller;
    private final SessionRow session;
    private boolean ended;

    public SessionStop(final Participant participant, final SessionRow session, final RecorderSettings settings) {
        this.session = session;
        this.registry = new Registry(participant);
        final SessionBooks books = new SessionBooks(participant.directory(), participant.files(),
                new RecordingSinks(),
                (path, reason) -> settings.errorHandler.onError(RecordingSinks.leftOut(path, reason)));
        this.controller = new DirectoryController(
                new ControllerContext(registry, books).nanoClock(settings.clock)
                        .lockTimeoutNs(settings.lockTimeoutNs));
    }

    /** Looks whether all processes have let go of it; true once it is gone. Waits for nobody. */
    public boolean poll() {
        // Its name may be another session's by now.
        if (!ended && registry.rows().session(session.id()).isEmpty()) {
            ended = true;
        }
        if (!ended) {
            ended = controller.stop(session.name(), Duration.ZERO).ended();
        }
        return ended;
    }
}
