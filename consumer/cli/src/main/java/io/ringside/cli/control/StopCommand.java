package io.ringside.cli.control;

import io.ringside.cli.argument.DurationConverter;
import io.ringside.cli.console.CommandContext;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside stop}: ends a session, with its final ledger. */
@Command(name = "stop", description = {"End a session and print its final ledger.",
    "A tail that runs is given the time to take what is left; without one it is discarded."}, footer = {"",
        "Exit codes: 0 ended, nothing was lost; 3 ended, events were lost; 1 not ended yet,",
        "or ended and not all of its numbers are known.", "",
        "Example:", "  ringside stop trading"})
public final class StopCommand implements Callable<Integer> {
    /** Longest wait for processes and drain, unless another is asked for. */
    static final long DEFAULT_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);

    private final CommandContext context;

    @Parameters(paramLabel = "NAME", description = "Name of the session.")
    private String name = "";

    @Option(names = "--timeout", paramLabel = "D", converter = DurationConverter.class, description = {
        "Longest wait for processes and drain (default: 10s)."})
    private Duration timeout = Duration.ofNanos(DEFAULT_TIMEOUT_NS);

    /**
     * A command that is yet to be parsed.
     *
     * @param context to work with
     */
    public StopCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        try (ControlConnection connection = ControlConnection.open(context)) {
            context.console().progress("waiting for processes and drain, at most " + timeout.toSeconds() + " s");
            return StopReport.stop(connection.controller(), name, timeout.toNanos()).print(context);
        }
    }
}
