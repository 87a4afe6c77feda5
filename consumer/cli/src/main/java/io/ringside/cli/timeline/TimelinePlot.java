package io.ringside.cli.timeline;

import io.ringside.cli.latency.LatencyPlot;
import io.ringside.cli.latency.LatencyText;
import io.ringside.timeline.Timelines;
import io.ringside.timeline.Timelines.Stage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Draws timelines as a self-contained SVG: a row for each timeline, the time since its first event to the right, and a
 * mark for each event. Stateless.
 */
final class TimelinePlot {
    /** Maximum number of rows in a drawing. */
    static final int ROWS_MAX = 100;

    private static final int LEFT = 170;
    private static final int RIGHT = 870;
    private static final int TOP = 50;
    private static final int ROW = 30;
    private static final int TICKS = 5;
    private static final int LEGEND = 140;
    private static final List<String> COLOURS = List.of("#1f5fa8", "#c4501b", "#3f8f3f", "#7a4fa3", "#555555",
            "#a8881f");

    private TimelinePlot() {}

    /** The text of the file. */
    static String svg(final String title, final List<Timelines.Timeline> timelines) {
        final List<Timelines.Timeline> drawn = timelines.subList(0, Math.min(ROWS_MAX, timelines.size()));
        final long longestNs = Math.max(1, drawn.stream().mapToLong(Timelines.Timeline::durationNs).max().orElse(1));
        final Map<String, String> colours = colours(drawn);
        final int bottom = TOP + ROW * Math.max(1, drawn.size());
        final StringBuilder svg = new StringBuilder(8192);
        append(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 900 %d\" font-family=\"sans-serif\" "
                + "font-size=\"13\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n"
                + "<text x=\"20\" y=\"28\" font-size=\"16\">%s</text>%n",
                bottom + 60 + 20 * (colours.size() / TICKS), LatencyPlot.escape(title));
        for (int tick = 0; tick <= TICKS; tick++) {
            final double x = LEFT + (double) (RIGHT - LEFT) * tick / TICKS;
            append(svg, "<path d=\"M%.1f %dV%d\" stroke=\"#ddd\"/><text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s"
                    + "</text>%n", x, TOP, bottom, x, bottom + 18, LatencyText.of(longestNs * tick / TICKS));
        }
        for (int row = 0; row < drawn.size(); row++) {
            append(svg, drawn.get(row), TOP + ROW * row + ROW / 2, longestNs, colours);
        }
        int index = 0;
        for (final Map.Entry<String, String> event : colours.entrySet()) {
            append(svg, "<text x=\"%d\" y=\"%d\" fill=\"%s\">\u25cf %s</text>%n", 20 + LEGEND * (index % (TICKS + 1)),
                    bottom + 42 + 20 * (index / (TICKS + 1)), event.getValue(), LatencyPlot.escape(event.getKey()));
            index++;
        }
        return svg.append("</svg>\n").toString();
    }

    private static void append(final StringBuilder svg, final Timelines.Timeline timeline, final int y,
            final long longestNs,
            final Map<String, String> colours) {
        final long beganNs = timeline.stages().get(0).timeNs();
        append(svg, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>%n"
                + "<path d=\"M%d %dH%.1f\" stroke=\"#999\" stroke-width=\"2\"/>%n", LEFT - 12, y + 4,
                LatencyPlot.escape(timeline.key().toString()), LEFT, y, x(timeline.durationNs(), longestNs));
        for (final Stage stage : timeline.stages()) {
            final long offsetNs = stage.timeNs() - beganNs;
            append(svg, "<circle cx=\"%.1f\" cy=\"%d\" r=\"5\" fill=\"%s\"><title>%s, %s</title></circle>%n",
                    x(offsetNs, longestNs), y, Objects.requireNonNull(colours.get(stage.event())),
                    LatencyPlot.escape(stage.event()),
                    LatencyText.of(offsetNs));
        }
    }

    /** Returns a colour for each event, in the order in which they first come. */
    private static Map<String, String> colours(final List<Timelines.Timeline> timelines) {
        final Map<String, String> colours = new LinkedHashMap<>();
        timelines.forEach(timeline -> timeline.stages().forEach(
                stage -> colours.computeIfAbsent(stage.event(), name -> COLOURS.get(colours.size() % COLOURS.size()))));
        return colours;
    }

    private static double x(final long offsetNs, final long longestNs) {
        return LEFT + (double) (RIGHT - LEFT) * offsetNs / longestNs;
    }

    private static void append(final StringBuilder svg, final String format, final Object... values) {
        svg.append(String.format(Locale.ROOT, format.replace("%n", "\n"), values));
    }
}
