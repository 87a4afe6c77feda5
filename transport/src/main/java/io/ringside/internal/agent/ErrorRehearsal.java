package io.ringside.internal.agent;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.RowProblem;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.SessionSettings;
import io.ringside.session.SessionState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Meets the errors of the control thread once, so that their classes are there when they are met in earnest. */
final class ErrorRehearsal {
    private ErrorRehearsal() {}

    /** Returns how many nested classes are there now. */
    static int run() {
        final SessionRow session = new SessionRow(1, 0, SessionState.RUNNING, 1,
                SessionSettings.builder("rehearsal").build(), new ClockPair(0, 0), Incarnation.random());
        final Path file = Path.of("rehearsal");
        for (final String reason : List.of("No space left on device", "Too many open files", "")) {
            final RingsideException problem = RingsideException.ofFile("rehearse", file, new IOException(reason));
            AttachedSessions.refusal(session, problem);
            new RowProblem(file, problem.code() + reason);
        }
        AttachedSessions.refusal(session, new RingsideException(ErrorCode.LIMIT, "rehearsal"));
        int nested = 0;
        for (final Class<?> type : List.of(AttachedSessions.class, Attachment.class, Detachment.class)) {
            nested += type.getDeclaredClasses().length;
        }
        return nested;
    }
}
