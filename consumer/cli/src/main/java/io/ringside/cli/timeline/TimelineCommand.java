package io.ringside.cli.timeline;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.latency.EventPair;
import io.ringside.cli.latency.LatencyGroups;
import io.ringside.cli.latency.LatencyMeter;
import io.ringside.cli.option.EventSources;
import io.ringside.cli.option.SourceOptions;
import io.ringside.timeline.Timelines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code ringside timeline}: shows all events of one order, request or activity. */
@Command(name = "timeline", description = {
    "Show all events with the same key, in the order of their times.",
    "A key is a field, which may have another name in each event, or the activity id. Without --follow the command "
            + "reads what is available now. With --follow it reads until the session ends or until Ctrl-C."
}, exitCodeList = {
    "0:at least one timeline was found",
    "1:failed, or no timeline was found"}, footer = {
        "",
        "Examples:",
        "  ringside timeline /var/tmp/trading --key 'accepted.orderId = filled.orderId'",
        "  ringside timeline /var/tmp/trading --key 'accepted.orderId = trade.takerOrderId = "
                + "trade.makerOrderId' --between accepted,trade --show 4711",
        "  ringside timeline /var/tmp/trading --key 'accepted.orderId = filled.orderId' \\",
        "    --between accepted,filled --by symbol"})
public final class TimelineCommand implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private SourceOptions sources = new SourceOptions();

    @Option(names = "--key", paramLabel = "KEY", converter = KeyConverter.class, description = {
        "Fields with the key as [PROVIDER/]EVENT.FIELD, with = between them. The first event begins a timeline "
                + "(default: the activity id of all events)."})
    private String key = Timelines.ACTIVITY_ID;

    @Option(names = "--between", paramLabel = "A,B", converter = EventPair.Converter.class, description = {
        "Measure the time from event A to event B of the same key, each as [PROVIDER/]EVENT. Repeatable (default: "
                + "none)."})
    private List<EventPair> between = new ArrayList<>();

    @Option(names = "--by", paramLabel = "FIELD", description = {
        "For --between: also measure by the value of this field, which A has, or else B (default: no groups)."})
    private @Nullable String by;

    @Option(names = "--pair", paramLabel = "oldest|newest", description = {
        "For --between: which A a B is paired with if there are several: oldest or newest (default: oldest)."})
    private Timelines.Pairs.Pairing pairing = Timelines.Pairs.Pairing.OLDEST;

    @Option(names = "--slowest", paramLabel = "N", description = "Number of slowest timelines to show (default: 5).")
    private int slowest = 5;

    @Option(names = "--show", paramLabel = "KEY", description = {
        "Show the timelines of this key instead of the slowest. Repeatable (default: the slowest)."})
    private List<String> shown = new ArrayList<>();

    @Option(names = "--csv", description = {
        "Print CSV: the stages of the timelines that are shown, or with --between the figures of the pairs (default: "
                + "as --format)."})
    private boolean csv;

    @Option(names = "--plot", paramLabel = "FILE.svg", description = {
        "Draw the timelines that are shown to this file (default: no plot)."})
    private @Nullable Path plot;

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public TimelineCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        if (by != null && between.isEmpty()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "--by requires --between: by=" + by + ": add --between A,B");
        }
        if (csv && context.isJson()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "options cannot be combined: options=--csv and --format json: see ringside timeline --help");
        }
        final ShownTimelines kept = new ShownTimelines(shown, Math.max(0, slowest));
        final Timelines timelines = new Timelines(key, kept);
        final List<LatencyMeter> meters = between.stream().map(pair -> new LatencyMeter(timelines, pair, pairing, 0,
                by == null ? null : new LatencyGroups(by))).toList();
        final EventSources read = new EventSources(context, sources, true, Long.MAX_VALUE, timelines);
        read.read();
        timelines.finish();
        requireOneType(timelines);
        final TimelineLines lines = new TimelineLines(timelines, kept.list());
        if (csv) {
            print(meters.isEmpty() ? lines.csv() : List.of(LatencyMeter.csvHeading()));
            meters.forEach(meter -> print(meter.csv()));
        } else {
            print(context.isJson() ? lines.json() : lines.text());
            meters.forEach(meter -> print(context.isJson() ? meter.json() : meter.text()));
        }
        meters.forEach(meter -> meter.tellBound(context.console()));
        CommandContext.plot(plot, () -> TimelinePlot.svg("Timelines by " + key, kept.list()));
        if (timelines.count() == 0) {
            context.console().tell(timelines.withoutKey() == 0
                    ? "no event that the key names was read: key=" + key + ", leftOut=" + read.leftOut()
                            + ": check the names of the events, and what the session has enabled"
                    : "no event has a key: key=" + key + ", events=" + timelines.withoutKey()
                            + LatencyMeter.fieldsThere(timelines) + ": give fields that the events have");
        } else if (!shown.isEmpty() && kept.list().isEmpty()) {
            context.console().tell("no timeline has the key: show=" + String.join(", ", shown) + ", timelines="
                    + timelines.count() + ": check the value");
        }
        if (kept.leftOut() > 0) {
            context.console().tell("too many timelines to show: shown=" + kept.list().size() + ", leftOut="
                    + kept.leftOut() + ": select events with --where, --since and --until");
        }
        if (!context.interruption().isRequested()) {
            read.requireSound();
            meters.forEach(LatencyMeter::requireFits);
        }
        // Ctrl-C is the normal end of reading live sessions.
        return context.interruption().isRequested() && !sources.isFollow()
                ? ExitCode.INTERRUPTED
                : timelines.count() == 0 ? ExitCode.FAILED : ExitCode.DONE;
    }

    private static void requireOneType(final Timelines timelines) {
        final String misfit = timelines.misfit();
        if (misfit != null) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, misfit + ", see --key and --where");
        }
    }

    private void print(final List<CharSequence> lines) {
        lines.forEach(context.console()::printPlain);
    }

    /** Checks that a key has the right form. Stateless. */
    static final class KeyConverter implements ITypeConverter<String> {
        @Override
        public String convert(final String text) {
            try {
                new Timelines(text, timeline -> {});
            } catch (final RingsideException e) {
                throw new TypeConversionException(e.getMessage());
            }
            return text;
        }
    }
}
