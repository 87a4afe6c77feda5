package io.ringside.cli.session;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.render.KnownDirectory;
import io.ringside.cli.render.SessionLines;
import io.ringside.control.Controller;
import io.ringside.control.SessionStatus;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code ringside query}: shows one session with its ledger. */
@Command(name = "query", description = {
    "Show a session with its state, its providers and its ledger.",
    "The ledger always balances: wanted = delivered + overwritten + in ring + in flight + lost."}, footer = {
        "",
        "Example:",
        "  ringside query trading"})
public final class QueryCommand implements Callable<Integer> {
    private final CommandContext context;

    @Parameters(paramLabel = "NAME", description = "Name of the session.")
    private String name = "";

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public QueryCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        try (Controller controller = context.openController()) {
            final SessionStatus status = controller.query(name);
            final String state = SessionLines.state(status.session());
            final KnownDirectory known = KnownDirectory.of(controller);
            if (context.isJson()) {
                context.console().print(SessionLines.json(status, state, known).end());
            } else {
                SessionLines.text(status, state, known).forEach(context.console()::print);
            }
        }
        return ExitCode.DONE;
    }
}
