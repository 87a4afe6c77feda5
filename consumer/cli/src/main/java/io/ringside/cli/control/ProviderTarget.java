package io.ringside.cli.control;

import io.ringside.cli.argument.DurationConverter;
import io.ringside.cli.argument.ProviderConverter;
import io.ringside.cli.argument.ProviderSelector;
import io.ringside.cli.console.CommandContext;
import io.ringside.control.AckResult;
import io.ringside.control.Controller;
import io.ringside.internal.render.JsonRow;
import java.time.Duration;
import java.util.function.Consumer;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a command about a session and one of its providers is told, and how it says what came of it. */
final class ProviderTarget {
    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the session.")
    private String session = "";

    @Parameters(index = "1", paramLabel = "PROVIDER", converter = ProviderConverter.class, description = {
        "Name or UUID of the provider."})
    private ProviderSelector provider = ProviderSelector.NONE;

    @Option(names = "--timeout", paramLabel = "D", converter = DurationConverter.class, description = {
        "How long to wait for the provider's processes and their callbacks; 0 does not wait (default: 2s)."})
    private Duration timeout = Duration.ofSeconds(2);

    String session() {
        return session;
    }

    /** The provider as typed. */
    ProviderSelector provider() {
        return provider;
    }

    long timeoutNs() {
        return timeout.toNanos();
    }

    /** What the directory knows of the provider. */
    KnownProvider find(final Controller controller) {
        return KnownProvider.find(controller, provider);
    }

    /**
     * Say what came of a request.
     *
     * @param what    has been asked of the provider, for people
     * @param details that a program gets beside the answers
     */
    static void report(final CommandContext context, final KnownProvider known, final String what,
            final AckResult result, final Consumer<JsonRow> details) {
        if (context.isJson()) {
            final JsonRow row = new JsonRow().put("provider", known.name()).put("id", known.id());
            details.accept(row);
            context.console().print(AckReport.put(row, result).end());
        } else {
            context.console().print("provider " + known.name() + " is " + what + ": " + AckReport.text(result));
        }
        AckReport.warn(context, result);
    }
}
