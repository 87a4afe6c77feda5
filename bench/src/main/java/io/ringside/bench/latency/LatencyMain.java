package io.ringside.bench.latency;

import io.ringside.bench.channel.ChannelKind;
import io.ringside.bench.fixture.Arguments;
import io.ringside.bench.result.ResultLines;
import io.ringside.cli.source.IdleMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Measures latencies, and writes figures and a picture. */
public final class LatencyMain {
    /** All arguments. */
    static final Map<String, String> DEFAULTS = Map.ofEntries(
            Map.entry("results", "target/results/figures-latency.jsonl"),
            Map.entry("plot", ""),
            Map.entry("plotRate", "100000"),
            Map.entry("kinds", "RINGSIDE,AERON_EXCLUSIVE,CHRONICLE"),
            Map.entry("rates", "10000,100000,1000000,0"),
            Map.entry("idle", "spin,yield,sleep"),
            Map.entry("idleRates", "10000,100000"),
            Map.entry("rounds", "5"),
            Map.entry("millis", "600"),
            Map.entry("judgedEvents", "10000"),
            Map.entry("roomBytes", "1048576"));

    private LatencyMain() {}

    /**
     * Measure round by round, the channels in turn.
     *
     * @param args each {@code name=value}: {@code results}, the file to which figures are added; {@code plot}, that of
     *             the picture of {@code plotRate}, none if empty; {@code kinds} of channels; {@code rates} of a
     *             spinning reader, 0 for as fast as possible, and {@code idleRates} of the others in {@code idle};
     *             {@code rounds}; {@code millis} of a point, or longer until a judged one has {@code judgedEvents};
     *             {@code roomBytes} of a lane
     * @throws IOException if a file or a process cannot be made
     */
    public static void main(final String[] args) throws IOException {
        final Arguments arguments = Arguments.parse(DEFAULTS, args);
        final List<ChannelKind> kinds = arguments.texts("kinds").stream().map(ChannelKind::valueOf).toList();
        final List<LatencyPoint> points = points(arguments);
        final LatencyFigures figures = new LatencyFigures();
        for (int round = 1; round <= arguments.number("rounds"); round++) {
            for (final ChannelKind kind : kinds) {
                final Map<LatencyPoint, Histogram> measured = LatencyRound.measure(kind,
                        arguments.number("roomBytes"), points, arguments.number("millis"),
                        arguments.number("judgedEvents"));
                figures.add(kind, round, measured);
                System.out.printf(Locale.ROOT, "latency, round %d, %s: p50 %s ns%n", round, kind.label(),
                        measured.values().stream().map(histogram -> histogram.getValueAtPercentile(50)).toList());
            }
        }
        ResultLines.append(Path.of(arguments.text("results")), figures.observations());
        if (!arguments.text("plot").isEmpty()) {
            final LatencyPoint point = new LatencyPoint(arguments.number("plotRate"), IdleMode.SPIN);
            Files.writeString(Path.of(arguments.text("plot")), LatencyPlot.svg(
                    "From one process to another, " + point.rateText() + " events/s, spinning reader, JDK "
                            + Runtime.version().feature(),
                    figures.merged(point)));
        }
    }

    static List<LatencyPoint> points(final Arguments arguments) {
        final List<LatencyPoint> points = new ArrayList<>();
        for (final String idle : arguments.texts("idle")) {
            final IdleMode mode = IdleMode.valueOf(idle.toUpperCase(Locale.ROOT));
            for (final int rate : arguments.numbers(mode == IdleMode.SPIN ? "rates" : "idleRates")) {
                points.add(new LatencyPoint(rate, mode));
            }
        }
        return points;
    }
}
