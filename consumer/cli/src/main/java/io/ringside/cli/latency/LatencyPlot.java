package io.ringside.cli.latency;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Draws latencies by percentile as a self-contained SVG. The horizontal axis shows the percentiles, with the same width
 * for each further nine; the vertical axis shows the latency, logarithmically. Stateless.
 */
public final class LatencyPlot {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 480;
    private static final int LEFT = 90;
    private static final int RIGHT = 30;
    private static final int TOP = 50;
    private static final int BOTTOM = 60;
    private static final double[] MARKS = {0, 50, 90, 99, 99.9, 99.99, 99.999, 99.9999, 99.99999};
    private static final int STEPS_PER_NINE = 40;
    private static final double ALL = 100;

    private LatencyPlot() {}

    /**
     * Draws a report.
     *
     * @param title  above the picture
     * @param report to be drawn
     * @return the text of an SVG file
     */
    public static String svg(final String title, final LatencyReport report) {
        final StringBuilder svg = new StringBuilder(8192);
        append(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
                + "font-size=\"13\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n"
                + "<text x=\"%d\" y=\"28\" font-size=\"16\">%s</text>%n", WIDTH, HEIGHT, LEFT, escape(title));
        final int decades = decades(report.maxNs());
        grid(svg, report.count(), decades);
        curve(svg, report, decades);
        return svg.append("</svg>\n").toString();
    }

    private static void grid(final StringBuilder svg, final long count, final int decades) {
        for (int decade = 0; decade <= decades; decade++) {
            final double y = y(Math.pow(10, decade), decades);
            line(svg, LEFT, y, WIDTH - RIGHT, y);
            append(svg, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>%n", LEFT - 8, y + 4,
                    LatencyText.of(Math.round(Math.pow(10, decade))));
        }
        final double nines = nines(count);
        for (final double mark : MARKS) {
            if (position(mark) <= nines) {
                final double x = x(position(mark), nines);
                line(svg, x, TOP, x, HEIGHT - BOTTOM);
                append(svg, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s %%</text>%n", x,
                        HEIGHT - BOTTOM + 20, plain(mark));
            }
        }
        append(svg, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">percentile of %,d pairs</text>%n",
                (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, count);
    }

    private static void curve(final StringBuilder svg, final LatencyReport report, final int decades) {
        if (report.count() == 0) {
            append(svg, "<text x=\"%d\" y=\"%d\">no pairs</text>%n", LEFT + 20, TOP + 30);
            return;
        }
        final double nines = nines(report.count());
        final List<String> points = new ArrayList<>();
        final int steps = (int) Math.ceil(nines * STEPS_PER_NINE);
        for (int step = 0; step <= steps; step++) {
            final double position = Math.min(nines, (double) step / STEPS_PER_NINE);
            final double percent = ALL - ALL * Math.pow(10, -position);
            points.add(String.format(Locale.ROOT, "%.1f,%.1f", x(position, nines),
                    y((double) report.percentileNs(percent), decades)));
        }
        append(svg, "<polyline fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"2\" points=\"%s\"/>%n",
                String.join(" ", points));
    }

    /** Returns the number of nines that a sample of this size can distinguish, at least one. */
    private static double nines(final long count) {
        return Math.max(1, Math.log10((double) Math.max(1, count)));
    }

    private static double position(final double percent) {
        return -Math.log10(1 - percent / ALL);
    }

    private static int decades(final long maxNs) {
        return Math.max(1, (int) Math.ceil(Math.log10((double) Math.max(1, maxNs))));
    }

    private static double x(final double position, final double nines) {
        return LEFT + (WIDTH - LEFT - RIGHT) * position / nines;
    }

    private static double y(final double latencyNs, final int decades) {
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * Math.log10(Math.max(1, latencyNs)) / decades;
    }

    private static void line(final StringBuilder svg, final double fromX, final double fromY, final double toX,
            final double toY) {
        append(svg, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#dddddd\"/>%n", fromX, fromY, toX,
                toY);
    }

    private static void append(final StringBuilder svg, final String format, final Object... values) {
        svg.append(String.format(Locale.ROOT, format.replace("%n", "\n"), values));
    }

    private static String plain(final double mark) {
        return mark == Math.rint(mark) ? Long.toString(Math.round(mark)) : Double.toString(mark);
    }

    /** Escapes text for SVG. */
    public static String escape(final String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
