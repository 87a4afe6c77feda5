package io.ringside.cli.latency;

import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.option.EventSources;
import io.ringside.cli.option.SourceOptions;
import java.io.IOException;
import java.nio.file.Files;
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
                            + "--plot fills.svg"})
public final class LatencyCommand implements Callable<Integer> {
    private static final String ACTIVITY = "activityId";

    private final CommandContext context;

    @Mixin
    private SourceOptions sources = new SourceOptions();

    @Option(names = "--from", required = true, paramLabel = "P/EVENT", converter = KindConverter.class, description = {
        "First event of a pair: provider and event, by name or id."})
    private EventSelector from = KindConverter.NONE;

    @Option(names = "--to", required = true, paramLabel = "P/EVENT", converter = KindConverter.class, description = {
        "Second event of a pair. Give the same event as for --from to measure the time between successive events."})
    private EventSelector to = KindConverter.NONE;

    @Option(names = "--by", paramLabel = "FIELD", description = "Field whose value both events share (default: "
            + ACTIVITY + ").")
    private String by = ACTIVITY;

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
        final LatencyMeter meter = new LatencyMeter(from, to,
                by.equals(ACTIVITY) ? PairKey.ACTIVITY : PairKey.field(by), pairing, Math.max(0, slowest));
        final EventSources read = new EventSources(context, sources, true, Long.MAX_VALUE, meter);
        read.read();
        final LatencyReport report = meter.report();
        final LatencyLines lines = new LatencyLines(from, to, report);
        (context.isJson() ? lines.json() : lines.text()).forEach(context.console()::print);
        draw(report);
        if (report.count() == 0) {
            context.console().tell(whyNone(meter, report, read.leftOut()));
        }
        if (!context.interruption().isRequested()) {
            read.requireSound();
        }
        // Ctrl-C is how a measurement of a live session ends.
        return context.interruption().isRequested() && !sources.isFollow()
                ? ExitCode.INTERRUPTED
                : report.count() == 0 ? ExitCode.FAILED : ExitCode.DONE;
    }

    /** What does not occur at all is most often a slip of the pen. */
    private String whyNone(final LatencyMeter meter, final LatencyReport report, final long leftOut) {
        if (meter.begins() == 0 || meter.ends() == 0) {
            final List<String> kinds = new ArrayList<>();
            if (meter.begins() == 0) {
                kinds.add("from=" + from);
            }
            if (meter.ends() == 0) {
                kinds.add("to=" + to);
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
                        + ": give --by a field that has the same value in both events";
    }

    private void draw(final LatencyReport report) {
        final Path file = plot;
        if (file == null) {
            return;
        }
        try {
            Files.writeString(file, LatencyPlot.svg(from + " to " + to + " by " + by, report));
        } catch (final IOException e) {
            throw RingsideException.ofFile("write the plot", file, e,
                    "choose a file in a writable folder with enough space");
        }
    }

    /** An event as {@code PROVIDER/EVENT}. */
    static final class KindConverter implements ITypeConverter<EventSelector> {
        /** No event. */
        static final EventSelector NONE = new EventSelector("", "");

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
