package io.ringside.cli.emit;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.argument.DurationConverter;
import io.ringside.cli.argument.SizeConverter;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.internal.render.JsonRow;
import io.ringside.internal.render.TextTable;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.SchemaException;
import io.ringside.session.LossCause;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code ringside emit}: a provider to test with. */
@Command(name = "emit", description = {
    "Run a test provider that writes events and reports their outcome.",
    "By default it writes numbered events. Each thread counts from 0. Every event has id 1, level 4, and keyword "
            + "0x1 if its number is even or 0x2 if it is odd.",
    "With --csv it replays the order flow of a message file in the LOBSTER format, one event per line. The "
            + "events are submitted, canceled, deleted, executed and executedHidden, with ids 1 to 5, and carry "
            + "the numbers of the line unchanged. Cross trades and halts (types 6 and 7) are skipped and "
            + "counted. The whole file is checked before the first event is written."}, footer = {
                "",
                "Examples:",
                "  ringside emit --provider Orders --events 1000",
                "  ringside emit --provider Orders --threads 4 --rate 100000 --wait-enabled 1m",
                "  ringside emit --provider Orders --csv messages.csv --speed 10"})
public final class EmitCommand implements Callable<Integer> {
    private static final String NAME_MARK = "*";
    /** What a file decides by itself. */
    private static final List<String> NUMBERED_ONLY = List.of("--events", "--threads", "--payload", "--rate");

    private final CommandContext context;

    @Option(names = "--provider", paramLabel = "NAME", required = true, description = "Name of the provider.")
    private String provider = "";

    @Option(names = "--events", paramLabel = "N", description = "Number of events per thread (default: 1000000).")
    private long events = 1_000_000;

    @Option(names = "--threads", paramLabel = "T", description = "Number of threads that write (default: 1).")
    private int threads = 1;

    @Option(names = "--payload", paramLabel = "BYTES", converter = SizeConverter.class, description = {
        "Payload size of each event, at least 8 bytes (default: 32)."})
    private long payloadBytes = 32;

    @Option(names = "--rate", paramLabel = "R", description = {
        "Events per second for the whole process (default: as fast as possible)."})
    private long rate;

    @Option(names = "--csv", paramLabel = "FILE", description = {
        "Replay this message file at its original pace instead of writing numbered events (default: numbered "
                + "events)."})
    private @Nullable Path csv;

    @Option(names = "--speed", paramLabel = "X", description = {
        "Speed factor for --csv: 2 is twice the original pace (default: 1)."})
    private double speed = 1;

    @Option(names = "--wait-enabled", paramLabel = "D", converter = DurationConverter.class, description = {
        "Wait until a session has enabled the provider, but no longer than D (default: do not wait)."})
    private @Nullable Duration waitEnabled;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /**
     * A command that is yet to be parsed.
     *
     * @param context to work with
     */
    public EmitCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws Exception {
        checkOptions();
        final EmitPlan plan = new EmitPlan(events, threads, (int) Math.min(payloadBytes, Integer.MAX_VALUE), rate);
        final Path file = csv;
        final ProviderSchema schema = schema(name -> file == null
                ? NumberedProvider.schema(name, plan.payloadBytes())
                : MessageEventsProvider.SCHEMA.named(name));
        context.interruption().handle();
        final MessageFile checked = file == null ? null : MessageFile.check(context, file);
        if (checked != null && context.interruption().isRequested()) {
            return ExitCode.INTERRUPTED;
        }
        try (EmitRun run = checked == null
                ? EmitRun.register(context, schema.name(), plan.payloadBytes())
                : EmitRun.registerMessages(context, schema.name())) {
            if (waitEnabled != null) {
                run.awaitEnabled(waitEnabled);
            }
            print(checked == null ? run.emit(plan) : run.replay(checked, speed), checked);
        }
        return context.interruption().isRequested() ? ExitCode.INTERRUPTED : ExitCode.DONE;
    }

    private void checkOptions() {
        final ParseResult typed = spec.commandLine().getParseResult();
        if (csv == null && typed.hasMatchedOption("--speed")) {
            throw new ParameterException(spec.commandLine(), "--speed requires --csv");
        }
        for (final String option : NUMBERED_ONLY) {
            if (csv != null && typed.hasMatchedOption(option)) {
                throw new ParameterException(spec.commandLine(),
                        "option cannot be combined with --csv: option=" + option);
            }
        }
        if (!(speed > 0) || Double.isInfinite(speed)) {
            throw new ParameterException(spec.commandLine(),
                    "option is out of range: option=--speed, value=" + speed + ", min=above 0");
        }
    }

    private ProviderSchema schema(final Function<String, ProviderSchema> maker) {
        final String name = provider.startsWith(NAME_MARK) ? provider.substring(NAME_MARK.length()) : provider;
        try {
            return maker.apply(name);
        } catch (final SchemaException | IllegalArgumentException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, e.getMessage() + ": see ringside emit --help", e);
        }
    }

    private void print(final WriteTally tally, final @Nullable MessageFile file) {
        if (context.isJson()) {
            final JsonRow row = new JsonRow().put("attempted", tally.attempted()).put("wanted", tally.wanted())
                    .put("written", tally.written()).put("lost", tally.lost().total())
                    .put("disabled", tally.disabled()).beginObject("lostByCause");
            for (final LossCause cause : LossCause.values()) {
                row.put(cause.jsonName(), tally.lost().of(cause));
            }
            row.endObject();
            if (file != null) {
                row.put("skipped", file.skipped());
            }
            context.console().print(row.end());
            return;
        }
        final TextTable table = new TextTable("attempted", count(tally.attempted()))
                .row("disabled", count(tally.disabled())).row("wanted", count(tally.wanted()))
                .row("written", count(tally.written())).row("lost", count(tally.lost().total()));
        for (final LossCause cause : LossCause.values()) {
            if (tally.lost().of(cause) > 0) {
                table.row("  " + cause.jsonName(), count(tally.lost().of(cause)));
            }
        }
        if (file != null) {
            table.row("skipped", count(file.skipped()));
        }
        table.lines().forEach(context.console()::print);
    }

    private static String count(final long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
