package io.ringside.cli.measure;

import io.ringside.cli.latency.LatencyPlot;
import io.ringside.measure.Measurement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Draws a measurement as a self-contained SVG. The upper part shows the distribution of the numbers. The lower part, if
 * there are windows, shows the number of events per window for each of the first groups, and marks windows in which
 * events may be lost. Stateless.
 */
final class MeasurePlot {
    /** Maximum number of statistics in a drawing; there is one for each group and window. */
    static final int FIGURES_MAX = 100_000;

    private static final int WIDTH = 900;
    private static final int HEIGHT = 640;
    private static final int LEFT = 90;
    private static final int RIGHT = 30;
    private static final int PART = 230;
    private static final int UPPER = 50;
    private static final int LOWER = 350;
    private static final int BARS = 120;
    private static final String[] COLOURS = {"#1f5fa8", "#c2571a", "#2e7d32", "#8e24aa", "#6d4c41", "#00838f"};

    private MeasurePlot() {}

    static String svg(final String title, final double[][] distribution, final List<Measurement.Group> figures) {
        final StringBuilder svg = new StringBuilder(16_384);
        append(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
                + "font-size=\"13\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
                + "<text x=\"%d\" y=\"28\" font-size=\"16\">%s</text>\n", WIDTH, HEIGHT, LEFT,
                LatencyPlot.escape(title));
        histogram(svg, distribution);
        series(svg, figures);
        return svg.append("</svg>\n").toString();
    }

    private static void histogram(final StringBuilder svg, final double[][] distribution) {
        if (distribution.length == 0) {
            append(svg, "<text x=\"%d\" y=\"%d\">only counted: there is no distribution</text>\n", LEFT, UPPER + 40);
            return;
        }
        final double least = distribution[0][0];
        final double width = Math.max(distribution[distribution.length - 1][0] - least, Double.MIN_NORMAL);
        final double[] bars = new double[BARS];
        double highest = 1;
        for (final double[] bucket : distribution) {
            final int bar = (int) Math.max(0, Math.min(BARS - 1, (bucket[0] - least) / width * BARS));
            bars[bar] += bucket[1];
            highest = Math.max(highest, bars[bar]);
        }
        axis(svg, UPPER, highest, plain(least), plain(least + width));
        final double step = (WIDTH - LEFT - RIGHT) / (double) BARS;
        for (int i = 0; i < BARS; i++) {
            if (bars[i] > 0) {
                final double height = Math.max(1, PART * bars[i] / highest);
                append(svg, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n",
                        LEFT + i * step, UPPER + PART - height, step, height, COLOURS[0]);
            }
        }
    }

    private static long window(final Measurement.Group figure) {
        return Objects.requireNonNull(figure.windowNs());
    }

    private static void series(final StringBuilder svg, final List<Measurement.Group> figures) {
        final List<Measurement.Group> windows = figures.stream()
                .filter(figure -> figure.windowNs() != null && !figure.isRest()).toList();
        if (windows.isEmpty()) {
            return;
        }
        final long first = windows.stream().mapToLong(MeasurePlot::window).min().orElse(0);
        final double span = Math.max(1.0,
                (double) windows.stream().mapToLong(MeasurePlot::window).max().orElse(0)
                        - (double) first);
        final double highest = windows.stream().mapToLong(Measurement.Group::count).max().orElse(1);
        axis(svg, LOWER, highest, MeasureLines.window(windows.get(0)), plain(span / 1e9) + " s later");
        final Map<List<?>, List<String>> points = new LinkedHashMap<>();
        for (final Measurement.Group figure : windows) {
            final double x = LEFT + (WIDTH - LEFT - RIGHT) * ((double) window(figure) - (double) first) / span;
            final double y = LOWER + PART - PART * (double) figure.count() / highest;
            if (points.size() < COLOURS.length || points.containsKey(figure.key())) {
                points.computeIfAbsent(figure.key(), key -> new ArrayList<>())
                        .add(String.format(Locale.ROOT, "%.1f,%.1f", x, y));
            }
            if (figure.lost() > 0) {
                append(svg, "<circle cx=\"%.1f\" cy=\"%d\" r=\"3\" fill=\"#c62828\"><title>lost: up to %d</title>"
                        + "</circle>\n", x, LOWER + PART, figure.lost());
            }
        }
        int colour = 0;
        for (final Map.Entry<List<?>, List<String>> line : points.entrySet()) {
            append(svg, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"%s\"/>\n", COLOURS[colour],
                    String.join(" ", line.getValue()));
            append(svg, "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n", LEFT + 10 + colour * 130, LOWER - 8,
                    COLOURS[colour], LatencyPlot.escape(line.getKey().isEmpty() ? "events" : line.getKey().toString()));
            colour++;
        }
    }

    private static void axis(final StringBuilder svg, final int top, final double highest, final String left,
            final String right) {
        append(svg, "<path d=\"M%d %dV%dH%d\" fill=\"none\" stroke=\"#888888\"/>\n", LEFT, top, top + PART,
                WIDTH - RIGHT);
        append(svg, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%,.0f</text>\n", LEFT - 8, top + 10, highest);
        append(svg, "<text x=\"%d\" y=\"%d\">%s</text>\n", LEFT, top + PART + 20, LatencyPlot.escape(left));
        append(svg, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", WIDTH - RIGHT, top + PART + 20,
                LatencyPlot.escape(right));
    }

    private static String plain(final double number) {
        return String.format(Locale.ROOT, Math.abs(number) >= 100 || number == Math.rint(number) ? "%,.0f" : "%.3g",
                number);
    }

    private static void append(final StringBuilder svg, final String format, final Object... values) {
        svg.append(String.format(Locale.ROOT, format, values));
    }
}
