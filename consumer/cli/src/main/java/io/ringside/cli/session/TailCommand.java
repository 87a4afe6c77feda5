package io.ringside.cli.session;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.option.Arguments;
import io.ringside.cli.option.AroundOptions;
import io.ringside.cli.option.EventSources;
import io.ringside.cli.option.SourceOptions;
import io.ringside.cli.session.EventTable.Columns;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventLines;
import io.ringside.trigger.EventTrigger;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code ringside tail}: prints the events of sessions and recordings. */
@Command(name = "tail", description = {
    "Print the events of sessions and recordings, and where events were lost.",
    "Tailing a session consumes its events, and only one reader can drain a session at a time. While a session "
            + "is being recorded, tail prints from its recording instead, beginning with the next event, and any "
            + "number of tails can run. Without --follow the command ends when all lanes are empty and all "
            + "recordings have been read.",
    "Events are printed in the order of their times, across threads, processes and sources. An event that "
            + "arrives after a younger one was printed is marked late (\"late\":true in JSON). While an old "
            + "recording is printed together with a session, the session's events wait in its rings."}, footer = {
                "",
                "Examples:",
                "  ringside tail trading --follow",
                "  ringside tail trading risk --follow",
                "  ringside tail trading --limit 10 --format json",
                "  ringside tail /var/tmp/trading --where 'event is \"executed\" and size >= 100'",
                "  ringside tail /var/tmp/monday /var/tmp/tuesday --summary",
                "  ringside tail /var/tmp/trading --columns time,event,price,size",
                "  ringside tail /var/tmp/trading --group-by event --around executed --span 1ms",
                "  ringside tail alarms --follow --trigger 'level <= ERROR' --then snapshot:recorder:/var/tmp/alarms"})
public final class TailCommand implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private SourceOptions sources = new SourceOptions();

    @Option(names = "--limit", paramLabel = "N", description = {
        "Stop after N events, and take no more than these (default: no limit)."})
    private @Nullable Long limit;

    @Option(names = "--unmerged", description = {
        "Do not sort events by time: print thread by thread, each thread's events in their order. Nothing is "
                + "marked late."})
    private boolean unmerged;

    @Option(names = "--threads", description = {
        "Print the name of each event's thread after its id, in brackets. JSON and CSV always contain it."})
    private boolean threads;

    @Option(names = "--ticks", description = {
        "Print each event's time also as ticks of its session's clock. JSON and CSV always contain them."})
    private boolean ticks;

    @Option(names = "--csv", description = {
        "Print CSV: a heading, then one line for each event and each loss (default: as --format)."})
    private boolean csv;

    @Option(names = "--columns", paramLabel = "NAME", split = ",", converter = Arguments.Name.class, description = {
        "Print a table with these columns, each the name of a field or one of time, ticks, provider, event, id, "
                + "version, channel, level, opcode, task, keyword, pid, tid, thread, activityId, relatedActivityId "
                + "and late (default: no table)."})
    private List<String> columns = new ArrayList<>();

    @Option(names = "--fields", paramLabel = "NAME", split = ",", converter = Arguments.Name.class, description = {
        "Print a table with these fields after its columns, which are time, provider and event unless --columns says "
                + "otherwise (default: no table)."})
    private List<String> fields = new ArrayList<>();

    @Option(names = "--group-by", paramLabel = "event", converter = GroupConverter.class, description = {
        "Print a table for each kind of event, with all of its fields or those of --fields (default: none)."})
    private @Nullable String groupBy;

    @Mixin
    private AroundOptions around = new AroundOptions();

    @Option(names = "--summary", description = {
        "Print no events, but the number, bytes and rate of each kind of event, and the losses."})
    private boolean summary;

    @ArgGroup(exclusive = false)
    private @Nullable TriggerOptions trigger;

    private @Nullable EventSources read;

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public TailCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        final long events = eventLimit();
        checkOptions();
        around.apply(context, sources);
        final int exitCode;
        if (isTable()) {
            exitCode = printTables(events);
        } else if (summary) {
            final SummaryHandler counts = new SummaryHandler();
            exitCode = sources.isShareable() && limit == null && trigger == null
                    ? readShared(counts)
                    : read(true, events, counts);
            counts.add(Objects.requireNonNull(read));
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

    private boolean isTable() {
        return !columns.isEmpty() || !fields.isEmpty() || groupBy != null;
    }

    private int printTables(final long events) {
        final EventTable table = new EventTable(context.console(), Columns.of(columns, fields, groupBy != null), csv);
        final int exitCode;
        try {
            exitCode = read(!unmerged, events, table, sources.isFollow() ? mergedNs -> table.flush() : mergedNs -> {});
        } finally {
            if (!context.console().isClosed()) {
                table.flush();
            }
        }
        table.printHeading();
        if (!context.interruption().isRequested()) {
            table.requireFits();
        }
        return exitCode;
    }

    private int read(final boolean merged, final long events, final EventHandler handler) {
        return read(merged, events, handler, mergedNs -> {});
    }

    private int read(final boolean merged, final long events, final EventHandler handler, final LongConsumer duty) {
        final TriggerOptions wanted = trigger;
        if (wanted == null) {
            final EventSources plain = new EventSources(context, sources, merged, events, handler).duty(duty);
            read(summary || unmerged ? plain : plain.oneByOne());
            return ExitCode.DONE;
        }
        final EventTrigger opened = wanted.open(context, handler);
        try (opened) {
            read(new EventSources(context, sources, merged, events, opened).duty(duty));
        }
        if (!TriggerOptions.report(context, opened)) {
            return ExitCode.USAGE;
        }
        return opened.failures() > 0 ? ExitCode.FAILED : ExitCode.DONE;
    }

    private int readShared(final SummaryHandler counts) {
        final List<SummaryHandler> shares = new ArrayList<>();
        read(new EventSources(context, sources, false, Long.MAX_VALUE, counts).sharedBy(() -> {
            final SummaryHandler share = new SummaryHandler();
            shares.add(share);
            return share;
        }));
        shares.forEach(counts::add);
        return ExitCode.DONE;
    }

    private void read(final EventSources wanted) {
        read = wanted;
        wanted.read();
    }

    private EventPrinter printer() {
        if (csv) {
            return new EventPrinter(context.console(), EventLines.csv(), EventLines.CSV_HEADING);
        }
        return new EventPrinter(context.console(), context.isJson()
                ? EventLines.json()
                : EventLines.text(ZoneId.systemDefault(), context.console().isColoured(), threads, ticks), null);
    }

    private void checkOptions() {
        if (isTable() && (summary || context.isJson() || (csv && groupBy != null))) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "options cannot be combined: options=["
                    + "--columns, --fields, --group-by] and " + (summary
                            ? "--summary"
                            : context.isJson() ? "--format json" : "--csv")
                    + ": see ringside tail --help");
        }
        if (csv && (summary || context.isJson())) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "options cannot be combined: options=--csv and "
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

    /** Parses the option that groups events into tables. Stateless. */
    static final class GroupConverter implements ITypeConverter<String> {
        @Override
        public String convert(final String text) {
            if (!text.equals("event")) {
                throw new TypeConversionException("invalid group '" + text + "': expected event");
            }
            return text;
        }
    }
}
