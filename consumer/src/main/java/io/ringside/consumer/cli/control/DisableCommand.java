package io.ringside.consumer.cli.control;

import io.ringside.consumer.cli.argument.DurationConverter;
import io.ringside.consumer.cli.argument.ProviderConverter;
import io.ringside.consumer.cli.argument.ProviderSelector;
import io.ringside.consumer.cli.console.CommandContext;
import io.ringside.consumer.cli.console.ExitCode;
import io.ringside.consumer.cli.console.JsonRow;
import io.ringside.transport.control.AckResult;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside disable}: lets a session want nothing of a provider any more. */
@Command(name = "disable", description = {"Let a session record nothing of a provider any more.",
    "What it has recorded stays to be taken; the session goes on."}, footer = {"", "Example:",
        "  ringside disable trading Orders"})
public final class DisableCommand implements Callable<Integer> {
    private final CommandContext context;

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the session.")
    private String name = "";

    @Parameters(index = "1", paramLabel = "PROVIDER", converter = ProviderConverter.class, description = {
        "Provider by name or UUID."})
    private ProviderSelector provider = ProviderSelector.NONE;

    @Option(names = "--timeout", paramLabel = "D", converter = DurationConverter.class, description = {
        "Longest wait for the provider's processes; 0 does not wait (default: 2s)."})
    private Duration timeout = Duration.ofSeconds(2);

    /**
     * A command that is yet to be parsed.
     *
     * @param context to work with
     */
    public DisableCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        try (ControlConnection connection = ControlConnection.open(context)) {
            final KnownProvider known = KnownProvider.find(connection.controller(), provider);
            final AckResult result = connection.controller().disable(name, known.id(), timeout.toNanos());
            if (context.isJson()) {
                final JsonRow row = new JsonRow().put("provider", known.name()).put("id", known.id());
                context.console().print(AckReport.put(row, result).end());
            } else {
                context.console().print("provider " + known.name() + " is disabled: " + AckReport.text(result));
            }
            AckReport.warn(context, result);
        }
        return ExitCode.DONE;
    }
}
