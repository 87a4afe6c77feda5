package io.ringside.cli.latency;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
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

/** {@code ringside latency}: measures the time from one event to another. */
@Command(name = "latency", description = {
    "Measure the time between two events.",
    "The two events of a pair have the same activity id, or the same value in a field. Without --follow the "
            + "command measures what is available now: a whole recording, or the events that wait in a session's "
            + "rings. With --follow it measures until the session ends or until Ctrl-C."}, exitCodeList = {
                "0:at least one pair was found",
                "1:failed, or no pair was found"}, footer = {
                    "",
                    "Examples:",
                    "  ringside latency /var/tmp/trading --from Acme.Orders/accepted --to Acme.Orders/filled "
                            + "--by orderId",
                    "  ringside latency trading --follow --from Acme.Orders/accepted --to Acme.Orders/filled "
                            + "--plot fills.svg",
                    "  ringside latency /var/tmp/trading --between accepted,routed --between accepted,filled "
                            + "--by orderId --group-by symbol"})
public final class LatencyCommand implements Callable<Integer> {
    private static final String ACTIVITY = Timelines.ACTIVITY_ID;

    private final CommandContext context;

    @Mixin
    private SourceOptions sources = new SourceOptions();

    @Option(names = "--from", paramLabel = "EVENT", converter = KindConverter.class, description = {
        "First event of a pair, by name or id, with or without its provider (default: the pairs of --between)."})
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "EVENT", converter = KindConverter.class, description = {
        "Second event of a pair. Give the same event as for --from to measure the time between successive events "
                + "(default: the pairs of --between)."})
    private @Nullable String to;

    @Option(names = "--between", paramLabel = "A,B", converter = EventPair.Converter.class, description = {
        "Measure from event A to event B, each as [PROVIDER/]EVENT, besides or instead of --from and --to. Repeatable "
                + "(default: none)."})
    private List<EventPair> between = new ArrayList<>();

    @Option(names = "--by", paramLabel = "FIELD", description = "Field whose value both events share (default: "
            + ACTIVITY + ").")
    private String by = ACTIVITY;

    @Option(names = "--group-by", paramLabel = "FIELD", description = {
        "Also measure by the value of this field, which the first event of a pair has, or else the second (default: no "
                + "groups)."})
    private @Nullable String groupBy;

    @Option(names = "--pair", paramLabel = "oldest|newest", description = {
        "Which begin an end is paired with if a key has begun several times: oldest or newest (default: oldest)."})
    private Timelines.Pairs.Pairing pairing = Timelines.Pairs.Pairing.OLDEST;

    @Option(names = "--slowest", paramLabel = "N", description = "Number of slowest pairs to show (default: 5).")
    private int slowest = 5;

    @Option(names = "--csv", description = "Print CSV (default: as --format).")
    private boolean csv;

    @Option(names = "--plot", paramLabel = "FILE.svg", description = {
        "Draw latency by percentile to this file (default: no plot)."})
    private @Nullable Path plot;

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public LatencyCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        if (csv && context.isJson()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "options cannot be combined: options=--csv and --format json: see ringside latency --help");
        }
        final Timelines timelines = Timelines.ofPairs(by);
        final List<LatencyMeter> meters = pairs().stream().map(pair -> new LatencyMeter(timelines, pair, pairing,
                Math.max(0, slowest), groupBy == null ? null : new LatencyGroups(groupBy))).toList();
        if (plot != null && meters.size() > 1) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "--plot draws one pair of events: pairs="
                    + meters.size() + ": measure them one by one");
        }
        final EventSources read = new EventSources(context, sources, true, Long.MAX_VALUE, timelines);
        read.read();
        boolean isFound = false;
        if (csv) {
            context.console().print(LatencyMeter.csvHeading());
        }
        for (final LatencyMeter meter : meters) {
            (csv ? meter.csv() : context.isJson() ? meter.json() : meter.text()).forEach(context.console()::printPlain);
            CommandContext.plot(plot, () -> LatencyPlot.svg(meter.events() + " by " + by, meter.report()));
            isFound |= meter.pairs().count() > 0;
            if (meter.pairs().count() == 0) {
                context.console().tell(whyNone(meter, timelines, read.leftOut()));
            }
            meter.tellBound(context.console());
        }
        if (!context.interruption().isRequested()) {
            read.requireSound();
            meters.forEach(LatencyMeter::requireFits);
        }
        // Ctrl-C is the normal end of measuring a live session.
        return context.interruption().isRequested() && !sources.isFollow()
                ? ExitCode.INTERRUPTED
                : isFound ? ExitCode.DONE : ExitCode.FAILED;
    }

    private List<EventPair> pairs() {
        final List<EventPair> pairs = new ArrayList<>();
        if (from != null && to != null) {
            pairs.add(new EventPair(from, to));
        } else if (from != null || to != null || between.isEmpty()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "events of a pair are missing: from="
                    + (from == null ? "none" : from) + ", to=" + (to == null ? "none" : to)
                    + ": give --from and --to, or --between A,B, see ringside latency --help");
        }
        pairs.addAll(between);
        return pairs;
    }

    /** Returns the reason why no pairs were found. If an event does not occur at all, its name is probably mistyped. */
    private String whyNone(final LatencyMeter meter, final Timelines timelines, final long leftOut) {
        final Timelines.Pairs pairs = meter.pairs();
        final String misfit = timelines.misfit();
        if (pairs.begins() == 0 || pairs.ends() == 0) {
            final List<String> kinds = new ArrayList<>();
            if (pairs.begins() == 0) {
                kinds.add("from=" + meter.events().from());
            }
            if (pairs.ends() == 0) {
                kinds.add("to=" + meter.events().to());
            }
            return leftOut == 0
                    ? "no such event was read: " + String.join(", ", kinds)
                            + ": check the names of provider and event, and what the session has enabled"
                    : "no such event matches: " + String.join(", ", kinds) + ", leftOut=" + leftOut
                            + ": check the names of provider and event, and --where, --since and --until";
        }
        if (misfit != null) {
            return misfit;
        }
        return pairs.withoutEnd() + pairs.withoutBegin() == 0
                ? "no event has a key: by=" + by + ", events=" + pairs.withoutKey()
                        + LatencyMeter.fieldsThere(timelines) + ": give --by a field that both events have"
                : "no two events form a pair: by=" + by + ", begins=" + pairs.begins() + ", ends=" + pairs.ends()
                        + (pairs.isSampled()
                                ? ": the session records a share of the events, sample by the key, see ringside enable "
                                        + "--sample-by"
                                : ": give --by a field that has the same value in both events");
    }

    /** Parses an event of the form {@code EVENT} or {@code PROVIDER/EVENT}. Stateless. */
    static final class KindConverter implements ITypeConverter<String> {
        @Override
        public String convert(final String text) {
            return EventPair.event(text);
        }
    }
}
