package io.ringside.bench.report;

import io.ringside.bench.report.Observation.Machine;
import io.ringside.bench.report.Results.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * SVG picture of latency by percentile, with a curve for each channel and state of the machine: each further nine of
 * the percentile is as wide as the previous one, each power of ten of the latency as high. Stateless.
 */
final class LatencyPlot {
    private static final Pattern POINT = Pattern.compile("latency\\.(\\w+):p([\\d.]+) rate=100000 reader=spin");
    private static final int LEFT = 90;
    private static final int RIGHT = 870;
    private static final int TOP = 50;
    private static final int BOTTOM = 420;
    private static final int NINES = 4;
    /** Powers of ten of the axis, in nanoseconds: 10 ns to 10 ms. */
    private static final int LOWEST = 1;
    private static final int HIGHEST = 7;
    private static final List<String> PERCENTILES = List.of("0 %", "90 %", "99 %", "99.9 %", "99.99 %");
    private static final List<String> TIMES = List.of("10 ns", "100 ns", "1 us", "10 us", "100 us", "1 ms", "10 ms");
    private static final List<String> COLOURS = List.of("#1f5fa8", "#c4501b", "#3f8f3f", "#7a4fa3", "#555555",
            "#a8881f");

    private LatencyPlot() {}

    /** Returns the text of the file, without curves if the rate was not measured. */
    static String svg(final Results results, final String jdk) {
        final StringBuilder svg = new StringBuilder();
        append(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 900 480\" font-family=\"sans-serif\" "
                + "font-size=\"13\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n<text x=\"%d\" y=\"28\" "
                + "font-size=\"16\">From one process to another, 100,000 events/s, spinning reader, JDK %s</text>%n",
                LEFT, jdk);
        for (int i = 0; i < TIMES.size(); i++) {
            final double y = y(Math.pow(10, LOWEST + i));
            append(svg, "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s"
                    + "</text>%n", LEFT, y, RIGHT, LEFT - 8, y + 4, TIMES.get(i));
        }
        for (int i = 0; i <= NINES; i++) {
            append(svg, "<path d=\"M%.1f %dV%d\" stroke=\"#ddd\"/><text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s"
                    + "</text>%n", x(i), TOP, BOTTOM, x(i), BOTTOM + 20, PERCENTILES.get(i));
        }
        int curve = 0;
        for (final Map.Entry<String, Map<Double, List<Double>>> entry : curves(results, jdk).entrySet()) {
            final StringBuilder points = new StringBuilder();
            entry.getValue().forEach((percentile, ns) -> append(points, "%.1f,%.1f ",
                    x(Math.min(NINES, -Math.log10(1 - percentile / 100))),
                    y(Results.quantile(ns.stream().mapToDouble(Double::doubleValue).sorted().toArray(), 0.5))));
            final String colour = COLOURS.get(curve % COLOURS.size());
            append(svg, "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>%n<polyline fill=\"none\" stroke=\"%s\" "
                    + "stroke-width=\"2\" points=\"%s\"/>%n", LEFT + 12, TOP + 20 + 18 * curve, colour, entry.getKey(),
                    colour, points.toString().strip());
            curve++;
        }
        return svg.append("</svg>\n").toString();
    }

    /** Returns the values of all rounds, by curve and percentile. */
    private static Map<String, Map<Double, List<Double>>> curves(final Results results, final String jdk) {
        final Map<String, Map<Double, List<Double>>> curves = new TreeMap<>();
        for (final String key : results.keys(jdk, POINT)) {
            final Matcher point = POINT.matcher(key);
            if (point.matches()) {
                for (final Sample sample : results.samples(jdk, key)) {
                    if (!sample.state().equals(Machine.CHANGED)) {
                        curves.computeIfAbsent(point.group(1) + ", " + sample.state(), any -> new TreeMap<>())
                                .computeIfAbsent(Double.valueOf(point.group(2)), any -> new ArrayList<>())
                                .add(sample.median());
                    }
                }
            }
        }
        return curves;
    }

    private static double x(final double nines) {
        return LEFT + (RIGHT - LEFT) * nines / NINES;
    }

    private static double y(final double ns) {
        final double height = (Math.log10(Math.max(1, ns)) - LOWEST) / (HIGHEST - LOWEST);
        return BOTTOM - (BOTTOM - TOP) * Math.max(0, Math.min(1, height));
    }

    private static void append(final StringBuilder text, final String format, final Object... values) {
        text.append(String.format(Locale.ROOT, format, values));
    }
}
