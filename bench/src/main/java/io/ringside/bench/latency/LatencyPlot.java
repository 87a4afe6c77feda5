package io.ringside.bench.latency;

import io.ringside.bench.channel.ChannelKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Latencies by percentile as a picture, a curve for each channel: to the right the percentiles, each next nine as wide
 * as the one before it, and upwards the latency, every power of ten as high as the next. Stateless.
 */
final class LatencyPlot {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 480;
    private static final int LEFT = 90;
    private static final int RIGHT = 30;
    private static final int TOP = 50;
    private static final int BOTTOM = 60;
    private static final int LEAST_DECADE = 1;
    private static final int NINES = 5;
    private static final int STEPS_PER_NINE = 20;
    private static final List<String> MARKS = List.of("0 %", "90 %", "99 %", "99.9 %", "99.99 %", "99.999 %");
    private static final List<String> COLOURS = List.of("#1f5fa8", "#c4501b", "#3f8f3f", "#7a4fa3", "#555555",
            "#a8881f");

    private LatencyPlot() {}

    /** The text of an SVG file. */
    static String svg(final String title, final Map<ChannelKind, Histogram> curves) {
        final StringBuilder svg = new StringBuilder();
        append(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
                + "font-size=\"13\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
                + "<text x=\"%d\" y=\"28\" font-size=\"16\">%s</text>\n", WIDTH, HEIGHT, LEFT, title);
        final long maxNs = curves.values().stream().mapToLong(Histogram::getMaxValue).max().orElse(1);
        final int decades = Math.max(LEAST_DECADE + 1, (int) Math.ceil(Math.log10(Math.max(1.0, (double) maxNs))));
        grid(svg, decades);
        int curve = 0;
        for (final Map.Entry<ChannelKind, Histogram> entry : curves.entrySet()) {
            final String colour = COLOURS.get(curve % COLOURS.size());
            append(svg, "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n", LEFT + 12, TOP + 20 + 18 * curve, colour,
                    entry.getKey().label());
            append(svg, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"%s\"/>\n", colour,
                    points(entry.getValue(), decades));
            curve++;
        }
        return svg.append("</svg>\n").toString();
    }

    private static void grid(final StringBuilder svg, final int decades) {
        for (int decade = LEAST_DECADE; decade <= decades; decade++) {
            final double y = y(Math.pow(10, decade), decades);
            line(svg, LEFT, y, WIDTH - RIGHT, y);
            append(svg, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", LEFT - 8, y + 4,
                    time(Math.round(Math.pow(10, decade))));
        }
        for (int nine = 0; nine <= NINES; nine++) {
            line(svg, x(nine), TOP, x(nine), HEIGHT - BOTTOM);
            append(svg, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", x(nine),
                    HEIGHT - BOTTOM + 20, MARKS.get(nine));
        }
        append(svg, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">percentile of all rounds</text>\n",
                (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12);
    }

    /** Up to what the count can tell apart. */
    private static String points(final Histogram histogram, final int decades) {
        final double nines = Math.min(NINES, Math.log10(Math.max(1.0, (double) histogram.getTotalCount())));
        final List<String> points = new ArrayList<>();
        for (int step = 0; step <= nines * STEPS_PER_NINE; step++) {
            final double position = (double) step / STEPS_PER_NINE;
            final double ns = histogram.getValueAtPercentile(100 - 100 * Math.pow(10, -position));
            points.add(String.format(Locale.ROOT, "%.1f,%.1f", x(position), y(ns, decades)));
        }
        return String.join(" ", points);
    }

    private static double x(final double nines) {
        return LEFT + (WIDTH - LEFT - RIGHT) * nines / NINES;
    }

    private static double y(final double ns, final int decades) {
        final double height = Math.max(0, Math.log10(Math.max(1, ns)) - LEAST_DECADE) / (decades - LEAST_DECADE);
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * height;
    }

    private static String time(final long ns) {
        if (ns < 1_000) {
            return ns + " ns";
        }
        return ns < 1_000_000 ? ns / 1_000 + " us" : ns / 1_000_000 + " ms";
    }

    private static void line(final StringBuilder svg, final double fromX, final double fromY, final double toX,
            final double toY) {
        append(svg, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#dddddd\"/>\n", fromX, fromY, toX,
                toY);
    }

    private static void append(final StringBuilder svg, final String format, final Object... values) {
        svg.append(String.format(Locale.ROOT, format, values));
    }
}
