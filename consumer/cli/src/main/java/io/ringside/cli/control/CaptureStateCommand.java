package io.ringside.cli.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.argument.DurationConverter;
import io.ringside.cli.argument.KeywordMask;
import io.ringside.cli.argument.KeywordMaskConverter;
import io.ringside.cli.argument.LevelConverter;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.control.AckResult;
import io.ringside.control.Controller;
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

/** {@code ringside capture-state}: asks a provider to log its state. */
@Command(name = "capture-state", description = {"Ask the callbacks of a provider to log its state.",
    "The session must have the provider enabled. What is logged goes to all sessions that want it."}, footer = {"",
        "Examples:", "  ringside capture-state trading Orders", "  ringside capture-state trading Orders --every 10s",
        "  ringside capture-state trading Orders --every 0"})
public final class CaptureStateCommand implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private ProviderTarget target = new ProviderTarget();

    @Option(names = "--level", paramLabel = "LEVEL", converter = LevelConverter.class, description = {
        "Least severe level of what is to be logged, for the provider to see (default: 255, all)."})
    private @Nullable Integer level;

    @Option(names = "--any", paramLabel = "MASK", converter = KeywordMaskConverter.class, description = {
        "Keywords of what is to be logged, for the provider to see (default: 0, all)."})
    private @Nullable KeywordMask any;

    @Option(names = "--every", paramLabel = "D", converter = DurationConverter.class, description = {
        "Ask again and again after this time, of all that the session wants, thus without --level and",
        "--any; 0 ends that (default: ask once)."})
    private @Nullable Duration every;

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
        if (every != null && (level != null || any != null)) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "options exclude each other: "
                    + "options=[--every, --level, --any]: see ringside capture-state --help");
        }
        try (ControlConnection connection = ControlConnection.open(context)) {
            final KnownProvider known = target.find(connection.controller());
            final AckResult result = ask(connection.controller(), known);
            ProviderTarget.report(context, known, what(), result, row -> {});
        }
        return ExitCode.DONE;
    }

    private AckResult ask(final Controller controller, final KnownProvider known) {
        if (every != null) {
            return controller.captureEvery(target.session(), known.id(), every.toNanos(), target.timeoutNs());
        }
        final List<ProviderSchema> schemas = known.info().map(ProviderInfo::schemas).orElse(List.of());
        return controller.captureState(target.session(), known.id(), Enablement.of(
                level == null ? Level.MAX : level, any == null ? Keyword.NONE : any.resolve(schemas), 0),
                target.timeoutNs());
    }

    private String what() {
        if (every == null) {
            return "asked for its state";
        }
        return every.isZero() ? "not asked regularly any more" : "asked for its state regularly";
    }
}
