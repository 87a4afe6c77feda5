package io.ringside.cli.session;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.control.Controller;
import io.ringside.control.Outcome;
import io.ringside.text.JsonRow;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside flush}: waits until all events written so far are delivered. */
@Command(name = "flush", description = {
    "Wait until pending events have been delivered.",
    "The command waits until the session's drain, a running tail or record, has taken all "
            + "events that were in the lanes when the command started. A recorder also "
            + "appends the batch that it has begun."}, exitCodeList = {
                "0:all pending events were delivered",
                "1:not all were delivered in time, or events are pending and nothing drains them"}, footer = {
                    "",
                    "Example:",
                    "  ringside flush trading"})
public final class FlushCommand implements Callable<Integer> {
    private final CommandContext context;

    @Parameters(paramLabel = "NAME", description = "Name of the session.")
    private String name = "";

    @Option(names = "--timeout", paramLabel = "D", description = {
        "How long to wait for the drain (default: 10s)."})
    private Duration timeout = Controller.STOP_TIMEOUT;

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public FlushCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        try (Controller controller = context.openController()) {
            final Outcome.Flushed result = controller.flush(name, timeout);
            final String drain = result.drain();
            if (context.isJson()) {
                context.console().print(new JsonRow().put("name", result.session().name())
                        .put("id", result.session().id()).put("complete", result.isComplete())
                        .put("lanesLeft", result.lanesLeft()).put("drain", drain).end());
            } else if (result.isComplete()) {
                context.console().printPlain("session " + result.session().name() + " is flushed");
            }
            if (!result.isComplete()) {
                throw drain == null
                        ? new RingsideException(ErrorCode.NOT_FOUND, "session has no drain: name="
                                + result.session().name() + ", lanesLeft=" + result.lanesLeft()
                                + ": run tail or record to take its events")
                        : new RingsideException(ErrorCode.TIMEOUT, "drain did not take all events in time: name="
                                + result.session().name() + ", lanesLeft=" + result.lanesLeft() + ", drain=" + drain
                                + ": try again, or find out what delays the drain");
            }
        }
        return ExitCode.DONE;
    }
}
