package io.ringside.consumer.cli.control;

import io.ringside.consumer.cli.argument.DurationConverter;
import io.ringside.consumer.cli.argument.KeywordMask;
import io.ringside.consumer.cli.argument.KeywordMaskConverter;
import io.ringside.consumer.cli.argument.LevelConverter;
import io.ringside.consumer.cli.argument.ProviderConverter;
import io.ringside.consumer.cli.argument.ProviderSelector;
import io.ringside.consumer.cli.console.CommandContext;
import io.ringside.consumer.cli.console.ExitCode;
import io.ringside.consumer.cli.console.JsonRow;
import io.ringside.enablement.Enablement;
import io.ringside.event.Level;
import io.ringside.schema.ProviderSchema;
import io.ringside.transport.control.AckResult;
import io.ringside.transport.control.Controller;
import io.ringside.transport.control.ProviderInfo;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside capture-state}: asks a provider to log its state. */
@Command(name = "capture-state", description = {"Ask the callbacks of a provider to log its state.",
    "The session must have the provider enabled. What is logged goes to all sessions that want it."}, footer = {"",
        "Examples:", "  ringside capture-state trading Orders", "  ringside capture-state trading Orders --every 10s",
        "  ringside capture-state trading Orders --every 0"})
public final class CaptureStateCommand implements Callable<Integer> {
    private final CommandContext context;

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the session.")
    private String name = "";

    @Parameters(index = "1", paramLabel = "PROVIDER", converter = ProviderConverter.class, description = {
        "Provider by name or UUID."})
    private ProviderSelector provider = ProviderSelector.NONE;

    @Option(names = "--level", paramLabel = "LEVEL", converter = LevelConverter.class, description = {
        "Least severe level of what is to be logged, for the provider to see (default: 255, all)."})
    private int level = Level.MAX;

    @Option(names = "--any", paramLabel = "MASK", converter = KeywordMaskConverter.class, description = {
        "Keywords of what is to be logged, for the provider to see (default: 0, all)."})
    private KeywordMask any = KeywordMask.NONE;

    @Option(names = "--every", paramLabel = "D", converter = DurationConverter.class, description = {
        "Ask again and again after this time, of all that the session wants; 0 ends that (default: ask", "once)."})
    private @Nullable Duration every;

    @Option(names = "--timeout", paramLabel = "D", converter = DurationConverter.class, description = {
        "Longest wait for the provider's callbacks; 0 does not wait (default: 2s)."})
    private Duration timeout = Duration.ofSeconds(2);

    /**
     * A command that is yet to be parsed.
     *
     * @param context to work with
     */
    public CaptureStateCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        try (ControlConnection connection = ControlConnection.open(context)) {
            final KnownProvider known = KnownProvider.find(connection.controller(), provider);
            final AckResult result = ask(connection.controller(), known);
            if (context.isJson()) {
                final JsonRow row = new JsonRow().put("provider", known.name()).put("id", known.id());
                context.console().print(AckReport.put(row, result).end());
            } else {
                context.console().print("provider " + known.name() + what() + AckReport.text(result));
            }
            AckReport.warn(context, result);
        }
        return ExitCode.DONE;
    }

    private AckResult ask(final Controller controller, final KnownProvider known) {
        if (every != null) {
            return controller.captureEvery(name, known.id(), every.toNanos(), timeout.toNanos());
        }
        final List<ProviderSchema> schemas = known.info().map(ProviderInfo::schemas).orElse(List.of());
        return controller.captureState(name, known.id(), Enablement.of(level, any.resolve(schemas), 0),
                timeout.toNanos());
    }

    private String what() {
        if (every == null) {
            return " is asked for its state: ";
        }
        return every.isZero() ? " is not asked regularly any more: " : " is asked for its state regularly: ";
    }
}
