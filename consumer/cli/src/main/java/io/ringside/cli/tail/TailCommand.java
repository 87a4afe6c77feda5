package io.ringside.cli.tail;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.source.EventSources;
import io.ringside.cli.source.SourceOptions;
import io.ringside.cli.trigger.TriggerOptions;
import io.ringside.reader.EventHandler;
import io.ringside.trigger.EventTrigger;
import java.time.ZoneId;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ringside tail}: prints the events of sessions and recordings. */
@Command(name = "tail", description = {
    "Print the events of sessions and recordings, decoded, and what was lost between them.",
    "What is printed of a session is taken out of it, and nobody else may take from it meanwhile. While a session "
            + "is recorded, its recording is printed from now on, and any number of tails may do so. Without --follow "
            + "it ends when it has seen every lane empty, and the recordings' ends."}, footer = {"",
                "Events of all threads, processes and sources come in the order of their times. One that turns up "
                        + "after a younger one was printed, such as that of a thread which was stopped within the "
                        + "write, comes all the same, marked late (\"late\":true in JSON). With --unmerged nothing "
                        + "waits for older events, and nothing is marked. While an old recording is printed together "
                        + "with a session, the session's events wait in its rings.",
                "",
                "Examples:", "  ringside tail trading --follow", "  ringside tail trading risk --follow",
                "  ringside tail trading --limit 10 --format json",
                "  ringside tail /var/tmp/trading --where 'event is \"executed\" and size >= 100'",
                "  ringside tail /var/tmp/monday /var/tmp/tuesday --summary",
                "  ringside tail alarms --follow --trigger 'level <= ERROR' --then snapshot:recorder:/var/tmp/alarms"})
public final class TailCommand implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private SourceOptions sources = new SourceOptions();

    @Option(names = "--limit", paramLabel = "N", description = {
        "End after N events, and take no more than these (default: no limit)."})
    private @Nullable Long limit;

    @Option(names = "--unmerged", description = {
        "Do not bring events into the order of their times: print what waits of one thread after the other, each "
                + "thread's events in its own order."})
    private boolean unmerged;

    @Option(names = "--csv", description = {
        "Print CSV: a line with the names of columns, then one for each event and each loss (default: as --format)."})
    private boolean csv;

    @Option(names = "--summary", description = {
        "Print no events, but for each kind how many there were, how many bytes and how fast, and what was lost."})
    private boolean summary;

    @ArgGroup(exclusive = false)
    private @Nullable TriggerOptions trigger;

    private @Nullable EventSources read;

    /**
     * A command that is yet to be parsed.
     *
     * @param context to work with
     */
    public TailCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        final long events = eventLimit();
        checkOptions();
        final int exitCode;
        if (summary) {
            final SummaryHandler counts = new SummaryHandler();
            exitCode = read(true, events, counts);
            counts.filtered(Objects.requireNonNull(read).filtered());
            counts.print(context.console(), context.isJson());
        } else {
            final EventPrinter printer = printer();
            exitCode = read(!unmerged, events, printer);
            printer.printHeading();
        }
        if (context.interruption().isRequested()) {
            return ExitCode.INTERRUPTED;
        }
        Objects.requireNonNull(read).requireSound();
        return exitCode;
    }

    private int read(final boolean merged, final long events, final EventHandler handler) {
        final TriggerOptions wanted = trigger;
        if (wanted == null) {
            final EventSources plain = new EventSources(context, sources, merged, events, handler);
            read(summary || unmerged ? plain : plain.oneByOne());
            return ExitCode.DONE;
        }
        final EventTrigger opened = wanted.open(context, handler);
        try (opened) {
            read(new EventSources(context, sources, merged, events, opened));
        }
        if (!TriggerOptions.report(context, opened)) {
            return ExitCode.USAGE;
        }
        return opened.failures() > 0 ? ExitCode.FAILED : ExitCode.DONE;
    }

    private void read(final EventSources wanted) {
        read = wanted;
        wanted.read();
    }

    private EventPrinter printer() {
        if (csv) {
            return new EventPrinter(context.console(), new CsvEventLines(), CsvEventLines.HEADING);
        }
        return new EventPrinter(context.console(), context.isJson()
                ? new JsonEventLines()
                : new TextEventLines(ZoneId.systemDefault(), context.console().isColoured()));
    }

    private void checkOptions() {
        if (csv && (summary || context.isJson())) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "options exclude each other: options=--csv and "
                    + (summary ? "--summary" : "--format json") + ": see ringside tail --help");
        }
    }

    private long eventLimit() {
        final Long given = limit;
        if (given == null) {
            return Long.MAX_VALUE;
        }
        if (given < 0) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "option is out of range: option=--limit, value=" + given
                            + ", min=0: see ringside tail --help");
        }
        return given;
    }
}
