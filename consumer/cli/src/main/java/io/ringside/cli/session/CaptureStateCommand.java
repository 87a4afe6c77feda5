package io.ringside.cli.session;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.option.Arguments;
import io.ringside.cli.option.KeywordMask;
import io.ringside.cli.session.ProviderTarget.KnownProvider;
import io.ringside.control.Controller;
import io.ringside.control.Outcome;
import io.ringside.control.ProviderInfo;
import io.ringside.event.Keyword;
import io.ringside.event.Level;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ringside capture-state}: asks the processes of a provider to log their state. */
@Command(name = "capture-state", description = {
    "Ask a provider to log its current state.",
    "The session must have enabled the provider. The events that the provider's callbacks write go to every "
            + "session that wants them."}, footer = {
                "",
                "Examples:",
                "  ringside capture-state trading Orders",
                "  ringside capture-state trading Orders --every 10s",
                "  ringside capture-state trading Orders --every 0"})
public final class CaptureStateCommand implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private ProviderTarget target = new ProviderTarget();

    @Option(names = "--level", paramLabel = "LEVEL", converter = Arguments.EventLevel.class, description = {
        "Least severe level that the provider is asked to log (default: 255, all levels)."})
    private @Nullable Integer level;

    @Option(names = "--any", paramLabel = "MASK", description = {
        "Keywords that the provider is asked to log (default: 0, all events)."})
    private @Nullable KeywordMask any;

    @Option(names = "--every", paramLabel = "D", description = {
        "Repeat the request at this interval for everything that the session wants; 0 ends the repetition. Cannot "
                + "be combined with --level and --any (default: ask once)."})
    private @Nullable Duration every;

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public CaptureStateCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        if (every != null && (level != null || any != null)) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "options cannot be combined: "
                    + "options=[--every, --level, --any]: see ringside capture-state --help");
        }
        try (Controller controller = context.openController()) {
            final KnownProvider known = target.find(controller);
            final Outcome.Answers result = ask(controller, known);
            ProviderTarget.report(context, known, what(), result, row -> {});
        }
        return ExitCode.DONE;
    }

    private Outcome.Answers ask(final Controller controller, final KnownProvider known) {
        if (every != null) {
            return controller.captureEvery(target.session(), known.id(), every, target.timeout());
        }
        final List<ProviderSchema> schemas = known.info().map(ProviderInfo::schemas).orElse(List.of());
        return controller.captureState(target.session(), known.id(), Enablement.of(
                level == null ? Level.MAX : level, any == null ? Keyword.NONE : any.resolve(schemas), 0),
                target.timeout());
    }

    private String what() {
        if (every == null) {
            return "asked to log its state";
        }
        return every.isZero() ? "no longer asked regularly to log its state" : "asked regularly to log its state";
    }
}
