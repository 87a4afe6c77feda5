package io.ringside.cli.emit;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.LibraryLog;
import io.ringside.cli.console.ProgressBar;
import io.ringside.cli.option.Arguments;
import io.ringside.cli.render.SessionLines;
import io.ringside.cli.render.TextTable;
import io.ringside.schema.ProviderSchema;
import io.ringside.text.JsonRow;
import io.ringside.text.PlainText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code ringside emit}: writes test events as a provider. */
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
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long PROGRESS_NS = TimeUnit.MILLISECONDS.toNanos(200);
    /** Options for numbered events; a file determines these values itself. */
    private static final List<String> NUMBERED_ONLY = List.of("--events", "--threads", "--payload", "--rate");

    private final CommandContext context;

    @Option(names = "--provider", paramLabel = "NAME", required = true, description = "Name of the provider.")
    private String provider = "";

    @Option(names = "--events", paramLabel = "N", description = "Number of events per thread (default: 1000000).")
    private long events = 1_000_000;

    @Option(names = "--threads", paramLabel = "T", description = "Number of threads that write (default: 1).")
    private int threads = 1;

    @Option(names = "--payload", paramLabel = "BYTES", converter = Arguments.Size.class, description = {
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

    @Option(names = "--wait-enabled", paramLabel = "D", description = {
        "Wait until a session has enabled the provider, but no longer than D (default: do not wait)."})
    private @Nullable Duration waitEnabled;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public EmitCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws Exception {
        checkOptions();
        final String name = provider.startsWith(NAME_MARK) ? provider.substring(NAME_MARK.length()) : provider;
        final NumberedEvents numbers = new NumberedEvents(name, events, threads, payloadBytes, rate);
        final Path path = csv;
        checkSchema(path == null ? numbers::schema : () -> OrderEventsProvider.SCHEMA.named(name));
        context.interruption().handle();
        final MessageFile file = path == null ? null : MessageFile.check(context, path);
        if (file != null && context.interruption().isRequested()) {
            return ExitCode.INTERRUPTED;
        }
        try (Emission emission = Emission.register(context.makeDirectory(null), registerTimeoutNs(waitEnabled),
                ringside -> file == null ? numbers.register(ringside) : file.register(ringside, name, speed))) {
            LibraryLog.tell(context.console());
            if (waitEnabled != null) {
                awaitEnabled(emission, name, waitEnabled);
            }
            emission.start(context.interruption()::isRequested);
            showProgress(emission, file == null ? numbers.total() : file.events());
            print(emission.join(), file);
        }
        return context.interruption().isRequested() ? ExitCode.INTERRUPTED : ExitCode.DONE;
    }

    /** Returns the timeout of the registration, which is included in the wait for the provider to be enabled. */
    static long registerTimeoutNs(final @Nullable Duration waitEnabled) {
        return Math.max(Emission.REGISTER_TIMEOUT_NS, waitEnabled == null ? 0 : waitEnabled.toNanos());
    }

    /** Waits until a session wants at least one of the events. */
    private void awaitEnabled(final Emission emission, final String name, final Duration timeout) {
        final long deadlineNs = System.nanoTime() + timeout.toNanos();
        while (!emission.isEnabled()) {
            if (context.interruption().await(LOOK_NS)) {
                return;
            }
            if (System.nanoTime() - deadlineNs >= 0) {
                throw new RingsideException(ErrorCode.TIMEOUT, "no session has enabled the provider: provider=" + name
                        + ", waitedMs=" + timeout.toMillis() + ": enable it, or wait longer");
            }
        }
    }

    private void showProgress(final Emission emission, final long total) {
        while (context.console().isRedrawing() && !emission.isDone() && !context.interruption().await(PROGRESS_NS)) {
            context.console()
                    .progress(ProgressBar.of(emission.attempted(), total) + " of " + total + " events");
        }
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

    private static void checkSchema(final Supplier<ProviderSchema> schema) {
        try {
            final ProviderSchema unused = schema.get();
        } catch (final RingsideException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, e.getMessage() + ": see ringside emit --help", e);
        }
    }

    private void print(final WriteTally tally, final @Nullable MessageFile file) {
        if (context.isJson()) {
            final JsonRow row = new JsonRow().put("attempted", tally.attempted()).put("wanted", tally.wanted())
                    .put("written", tally.written()).put("lost", tally.lost().total())
                    .put("disabled", tally.disabled());
            SessionLines.putLostByCause(row, tally.lost());
            if (file != null) {
                row.put("skipped", file.skipped());
            }
            context.console().print(row.end());
            return;
        }
        final TextTable table = new TextTable("attempted", PlainText.count(tally.attempted()))
                .row("disabled", PlainText.count(tally.disabled())).row("wanted", PlainText.count(tally.wanted()))
                .row("written", PlainText.count(tally.written()))
                .row("lost", PlainText.count(tally.lost().total()));
        SessionLines.addLosses(table, tally.lost());
        if (file != null) {
            table.row("skipped", PlainText.count(file.skipped()));
        }
        table.lines().forEach(context.console()::print);
    }
}
