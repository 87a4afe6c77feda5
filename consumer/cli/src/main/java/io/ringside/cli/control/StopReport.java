package io.ringside.cli.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.control.Controller;
import io.ringside.control.SessionStatus;
import io.ringside.control.StopResult;
import io.ringside.internal.render.JsonRow;
import io.ringside.internal.render.KnownDirectory;
import io.ringside.internal.render.SessionLines;
import io.ringside.session.LossCounts;
import java.util.List;

/**
 * A session's end, and what was lost until then. Immutable.
 *
 * @param status of the session, with the providers that it had enabled
 * @param result of the end
 */
record StopReport(SessionStatus status, StopResult result) {
    private static final String ENDED = "stopped";

    static StopReport stop(final Controller controller, final String name, final long timeoutNs) {
        final SessionStatus before = controller.query(name);
        final StopResult result = controller.stop(name, timeoutNs);
        return new StopReport(
                new SessionStatus(result.session(), before.enablements(), result.ledger(), result.drain()), result);
    }

    /**
     * Print the ledger and what would have helped.
     *
     * @return the exit code
     * @throws RingsideException after printing: with {@link ErrorCode#TIMEOUT} if the session has not ended, with
     *                           {@link ErrorCode#CORRUPT} if files of it could not be read
     */
    int print(final CommandContext context) {
        final LossCounts lost = status.ledger().totals().lost();
        final List<String> advice = LossAdvice.of(status.session().settings(), lost);
        final String state = result.ended() ? ENDED : SessionLines.state(status.session());
        if (context.isJson()) {
            final JsonRow row = SessionLines.json(status, state).beginArray("advice");
            advice.forEach(row::add);
            context.console().print(row.endArray().end());
        } else {
            SessionLines.text(status, state, KnownDirectory.NONE).forEach(context.console()::print);
            advice.forEach(context.console()::print);
        }
        result.requireComplete();
        return lost.total() > 0 ? ExitCode.LOST : ExitCode.DONE;
    }
}
