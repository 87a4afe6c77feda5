package io.ringside.cli.session;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.render.KnownDirectory;
import io.ringside.cli.render.SessionLines;
import io.ringside.control.Controller;
import io.ringside.control.Outcome;
import io.ringside.control.SessionStatus;
import io.ringside.session.LossCounts;
import io.ringside.text.JsonRow;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside stop}: stops a session and prints its final ledger. */
@Command(name = "stop", description = {
    "End a session and print its final ledger.",
    "A running tail or record gets the time to take the remaining events. Without one, "
            + "they are discarded."}, exitCodeList = {
                "0:the session has ended, and no events were lost",
                "1:the session has not ended yet, or some of its numbers are unknown",
                "3:the session has ended, and events were lost"}, footer = {
                    "",
                    "Example:",
                    "  ringside stop trading"})
public final class StopCommand implements Callable<Integer> {
    private final CommandContext context;

    @Parameters(paramLabel = "NAME", description = "Name of the session.")
    private String name = "";

    @Option(names = "--timeout", paramLabel = "D", description = {
        "How long to wait for processes and the drain (default: 10s)."})
    private Duration timeout = Controller.STOP_TIMEOUT;

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public StopCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        try (Controller controller = context.openController()) {
            context.console().progress("waiting up to " + timeout.toSeconds() + " s for processes and the drain");
            return StopReport.stop(controller, name, timeout).print(context);
        }
    }

    /**
     * The result of stopping a session, with its losses. Immutable.
     *
     * @param status status of the session, with the providers that it had enabled
     * @param result result of stopping
     * @param shortages reasons why processes could not create all their lanes
     */
    record StopReport(SessionStatus status, Outcome.Stopped result, Set<ErrorCode> shortages) {
        private static final String ENDED = "stopped";

        static StopReport stop(final Controller controller, final String name, final Duration timeout) {
            final SessionStatus before = controller.query(name);
            final Set<ErrorCode> shortages = controller.shortages(before.session());
            final Outcome.Stopped result = controller.stop(name, timeout);
            return new StopReport(
                    new SessionStatus(result.session(), before.enablements(), result.ledger(), result.drain()), result,
                    shortages);
        }

        /**
         * Prints the ledger and advice against losses.
         *
         * @return the exit code
         * @throws RingsideException after printing: with {@link ErrorCode#TIMEOUT} if the session has not ended, with
         *                           {@link ErrorCode#CORRUPT} if some of its files could not be read
         */
        int print(final CommandContext context) {
            final List<String> advice = advice();
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
            return lost().total() > 0 ? ExitCode.LOST : ExitCode.DONE;
        }

        /** Returns the total losses by cause. */
        LossCounts lost() {
            return status.ledger().totals().lost();
        }

        /** Returns advice on how to avoid the losses, a line for each cause. */
        List<String> advice() {
            return LossAdvice.of(status.session().settings(), lost(), shortages);
        }
    }
}
