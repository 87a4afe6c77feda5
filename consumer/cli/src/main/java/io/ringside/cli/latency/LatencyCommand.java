package io.ringside.cli.latency;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.option.EventSources;
import io.ringside.cli.option.SourceOptions;
import io.ringside.internal.reader.EventKeys;
import io.ringside.internal.reader.EventSelector;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code ringside latency}: how long it takes from one event to another. */
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
    private static final String ACTIVITY = "activityId";

    private final CommandContext context;

    @Mixin
    private SourceOptions sources = new SourceOptions();

    @Option(names = "--from", paramLabel = "P/EVENT", converter = KindConverter.class, description = {
        "First event of a pair: provider and event, by name or id (default: the pairs of --between)."})
    private @Nullable EventSelector from;

    @Option(names = "--to", paramLabel = "P/EVENT", converter = KindConverter.class, description = {
        "Second event of a pair. Give the same event as for --from to measure the time between successive events "
                + "(default: the pairs of --between)."})
    private @Nullable EventSelector to;

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
    private LatencyMeter.Pairing pairing = LatencyMeter.Pairing.OLDEST;

    @Option(names = "--slowest", paramLabel = "N", description = "Number of slowest pairs to show (default: 5).")
    private int slowest = 5;

    @Option(names = "--plot", paramLabel = "FILE.svg", description = {
        "Draw latency by percentile to this file (default: no plot)."})
    private @Nullable Path plot;

    /**
     * A command that is yet to be parsed.
     *
     * @param context to work with
     */
    public LatencyCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        final List<Measured> measured = pairs().stream().map(this::measured).toList();
        if (plot != null && measured.size() > 1) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "--plot draws one pair of events: pairs="
                    + measured.size() + ": measure them one by one");
        }
        final EventSources read = new EventSources(context, sources, true, Long.MAX_VALUE, new All(measured));
        read.read();
        boolean isFound = false;
        for (final Measured each : measured) {
            final LatencyReport report = each.meter.report();
            final LatencyLines lines = new LatencyLines(each.pair.from(), each.pair.to(), report);
            (context.isJson() ? lines.json() : lines.text()).forEach(context.console()::print);
            if (each.groups != null) {
                (context.isJson() ? lines.json(each.groups) : lines.text(each.groups))
                        .forEach(context.console()::print);
            }
            draw(each.pair, report);
            isFound |= report.count() > 0;
            if (report.count() == 0) {
                context.console().tell(whyNone(each, report, read.leftOut()));
            }
        }
        if (!context.interruption().isRequested()) {
            read.requireSound();
            measured.stream().map(Measured::groups).filter(Objects::nonNull).forEach(LatencyGroups::requireFits);
        }
        // Ctrl-C is how a measurement of a live session ends.
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

    private Measured measured(final EventPair pair) {
        final LatencyGroups groups = groupBy == null ? null : new LatencyGroups(groupBy);
        return new Measured(pair, groups, new LatencyMeter(pair,
                by.equals(ACTIVITY) ? EventKeys.ACTIVITY : EventKeys.field(by), pairing, Math.max(0, slowest),
                groups));
    }

    /** What does not occur at all is most often a slip of the pen. */
    private String whyNone(final Measured measured, final LatencyReport report, final long leftOut) {
        final LatencyMeter meter = measured.meter;
        if (meter.begins() == 0 || meter.ends() == 0) {
            final List<String> kinds = new ArrayList<>();
            if (meter.begins() == 0) {
                kinds.add("from=" + measured.pair.from());
            }
            if (meter.ends() == 0) {
                kinds.add("to=" + measured.pair.to());
            }
            return leftOut == 0
                    ? "no such event was read: " + String.join(", ", kinds)
                            + ": check the names of provider and event, and what the session has enabled"
                    : "no such event matches: " + String.join(", ", kinds) + ", leftOut=" + leftOut
                            + ": check the names of provider and event, and --where, --since and --until";
        }
        return report.unmatched() == 0
                ? "no event has a key: by=" + by + ", events=" + report.unpaired().withoutKey()
                        + ": give --by a field that both events have"
                : "no two events form a pair: by=" + by + ", begins=" + meter.begins() + ", ends=" + meter.ends()
                        + (report.isSampled()
                                ? ": the session records a share of the events, sample by the key, see ringside enable "
                                        + "--sample-by"
                                : ": give --by a field that has the same value in both events");
    }

    private void draw(final EventPair pair, final LatencyReport report) {
        final Path file = plot;
        if (file == null) {
            return;
        }
        try {
            Files.writeString(file, LatencyPlot.svg(pair.from() + " to " + pair.to() + " by " + by, report));
        } catch (final IOException e) {
            throw RingsideException.ofFile("write the plot", file, e,
                    "choose a file in a writable folder with enough space");
        }
    }

    /** A pair of events, and what measures it. */
    private record Measured(EventPair pair, @Nullable LatencyGroups groups, LatencyMeter meter) {}

    /** All meters see the same events. */
    private record All(List<Measured> measured) implements EventHandler {
        @Override
        public void onEvent(final EventView event) {
            for (final Measured each : measured) {
                each.meter.onEvent(event);
            }
        }

        @Override
        public void onGap(final GapView gap) {
            for (final Measured each : measured) {
                each.meter.onGap(gap);
            }
        }
    }

    /** An event as {@code PROVIDER/EVENT}. */
    static final class KindConverter implements ITypeConverter<EventSelector> {
        @Override
        public EventSelector convert(final String text) {
            try {
                return EventSelector.parse(text);
            } catch (final IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
