package io.ringside.cli.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.argument.DurationConverter;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.JsonRow;
import io.ringside.control.FlushResult;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside flush}: has everything delivered that was written up to now. */
@Command(name = "flush", description = {"Have everything delivered that was written up to now.",
    "Waits until a tail or a recorder has taken it; a recorder appends the batch that it has begun."}, footer = {"",
        "Exit codes: 0 all of it was taken; 1 not within the time, or nobody drains the session.", "",
        "Example:", "  ringside flush trading"})
public final class FlushCommand implements Callable<Integer> {
    private final CommandContext context;

    @Parameters(paramLabel = "NAME", description = "Name of the session.")
    private String name = "";

    @Option(names = "--timeout", paramLabel = "D", converter = DurationConverter.class, description = {
        "Longest wait for who drains the session (default: 10s)."})
    private Duration timeout = Duration.ofNanos(StopCommand.DEFAULT_TIMEOUT_NS);

    /**
     * A command that is yet to be parsed.
     *
     * @param context to work with
     */
    public FlushCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        try (ControlConnection connection = ControlConnection.open(context)) {
            final FlushResult result = connection.controller().flush(name, timeout.toNanos());
            final String drain = result.drain().orElse(null);
            if (context.isJson()) {
                context.console().print(new JsonRow().put("name", result.session().name())
                        .put("id", result.session().id()).put("complete", result.isComplete())
                        .put("lanesLeft", result.lanesLeft()).put("drain", drain).end());
            } else if (result.isComplete()) {
                context.console().print("session " + result.session().name() + " is flushed");
            }
            if (!result.isComplete()) {
                throw drain == null
                        ? new RingsideException(ErrorCode.NOT_FOUND, "nobody drains the session: name="
                                + result.session().name() + ", lanesLeft=" + result.lanesLeft()
                                + ": run tail or record, which take what is there")
                        : new RingsideException(ErrorCode.TIMEOUT, "drain has not taken everything in time: name="
                                + result.session().name() + ", lanesLeft=" + result.lanesLeft() + ", drain=" + drain
                                + ": try again, or see what keeps it");
            }
        }
        return ExitCode.DONE;
    }
}
