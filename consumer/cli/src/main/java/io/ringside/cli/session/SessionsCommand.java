package io.ringside.cli.session;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.render.KnownDirectory;
import io.ringside.cli.render.SessionLines;
import io.ringside.cli.render.TextTable;
import io.ringside.control.Controller;
import io.ringside.control.SessionStatus;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ringside sessions}: lists all sessions with their ledgers. */
@Command(name = "sessions", description = {
    "List all sessions with their event counts."}, footer = {
        "",
        "Example:",
        "  ringside sessions --format json"})
public final class SessionsCommand implements Callable<Integer> {
    private final CommandContext context;

    @Option(names = "--private", description = "Also list private sessions (default: not listed).")
    private boolean withPrivate;

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public SessionsCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        try (Controller controller = context.openController()) {
            final List<SessionStatus> sessions = controller.sessions().stream()
                    .filter(session -> withPrivate || !session.settings().isPrivate())
                    .flatMap(session -> Stream.ofNullable(controller.query(session))).toList();
            if (context.isJson()) {
                final KnownDirectory known = KnownDirectory.of(controller);
                sessions.forEach(status -> context.console()
                        .print(SessionLines.json(status, SessionLines.state(status.session()), known).end()));
            } else {
                final TextTable table = SessionLines.table(sessions);
                table.lines().forEach(context.console()::print);
            }
        }
        return ExitCode.DONE;
    }
}
