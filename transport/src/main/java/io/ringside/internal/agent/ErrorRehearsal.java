package io.ringside.internal.agent;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.machine.EarlyClasses;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.ProcessView;
import io.ringside.internal.registry.RowProblem;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.registry.Sweep;
import io.ringside.session.SessionInfo;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.agrona.CloseHelper;

/**
 * Triggers the errors of the control thread once, and loads the classes needed at its end, so that they are available
 * later: an application server closes the class loader while the thread may still be unmapping files.
 */
final class ErrorRehearsal {
    private ErrorRehearsal() {}

    /** Returns the number of nested classes that are loaded now. */
    static int run() {
        final SessionRow session = new SessionRow(1, 0, SessionInfo.State.RUNNING, 1,
                SessionSettings.builder("rehearsal").build(), new ClockPair(0, 0), Incarnation.random());
        final Path file = Path.of("rehearsal");
        for (final String reason : List.of("No space left on device", "Too many open files", "")) {
            final RingsideException problem = RingsideException.ofFile("rehearse", file, new IOException(reason));
            AttachedSessions.refusal(session, problem);
            new RowProblem(file, problem.code() + reason);
        }
        AttachedSessions.refusal(session, new RingsideException(ErrorCode.LIMIT, "rehearsal"));
        return EarlyClasses.load(AttachedSessions.class, Attachment.class, Detachment.class, ProcessNames.class,
                Quiescence.class, Sweep.class, ProcessView.class, CloseHelper.class);
    }
}
