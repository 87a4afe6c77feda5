package io.ringside.bench.report;

import io.ringside.bench.report.Observation.Machine;
import io.ringside.bench.report.Results.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Line of {@code bench/targets.tsv}: one of our figures, the figure of a baseline, and a limit. Immutable.
 *
 * @param section heading above the line, and the text between heading and table
 * @param name    of the measurement
 * @param ours    key of our figure
 * @param op      {@code /} for a ratio, {@code -} for a difference, {@code -/3} for a third of it; empty for our figure
 * @param peer    key of the divisor or subtrahend
 * @param state   state of the machine to which the limit applies; empty for any
 * @param atLeast whether the limit is a minimum instead of a maximum
 * @param limit   NaN if the figure is shown but not judged
 */
record Target(String section, String name, String ours, String op, String peer, String state, boolean atLeast,
        double limit) {
    private static final Pattern LIMIT = Pattern.compile("(?:(close|far) )?(<=|>=) ([\\d.]+)");
    private static final int COLUMNS = 5;

    /**
     * Figures that were measured in one state of the machine.
     *
     * @param state  of the machine; empty if it does not matter
     * @param median of the rounds, with their range in the next two
     * @param ours   median of our figure in these rounds
     * @param peer   figure of the baseline, or NaN
     */
    record Measured(String state, double median, double low, double high, int rounds, double ours, double peer) {}

    /** Reads the targets. A line that begins with two number signs is a heading; other lines without tabs are text. */
    static List<Target> read(final Path file) throws IOException {
        final List<Target> targets = new ArrayList<>();
        String section = "";
        for (final String line : Files.readAllLines(file)) {
            if (line.startsWith("## ")) {
                section = line;
            } else if (line.indexOf('\t') >= 0) {
                targets.add(parse(section, line));
            } else if (!line.isBlank() && !line.startsWith("#")) {
                section += "\n\n" + line;
            }
        }
        return targets;
    }

    static Target parse(final String section, final String line) {
        final String[] cells = line.split("\t", -1);
        final Matcher limit = LIMIT.matcher(cells[cells.length - 1]);
        if (cells.length != COLUMNS || (!limit.matches() && !cells[COLUMNS - 1].isEmpty())) {
            throw new IllegalArgumentException("not a target: line=" + line
                    + ": separate name, figure, operation, baseline and limit by tabs");
        }
        final String peer = cells[3].startsWith(":") ? cells[1].replaceFirst(":\\S+", cells[3]) : cells[3];
        return limit.matches()
                ? new Target(section, cells[0], cells[1], cells[2], peer, limit.group(1) == null ? "" : limit.group(1),
                        ">=".equals(limit.group(2)), Double.parseDouble(limit.group(3)))
                : new Target(section, cells[0], cells[1], cells[2], peer, "", false, Double.NaN);
    }

    boolean isJudged() {
        return !Double.isNaN(limit);
    }

    boolean isRatio() {
        return "/".equals(op);
    }

    /** {@return whether the limit is met or does not apply} A limit of 0 must be met in every round. */
    boolean isMet(final Measured measured) {
        return (!state.isEmpty() && !state.equals(measured.state))
                || (atLeast ? measured.median >= limit : (limit == 0 ? measured.high : measured.median) <= limit);
    }

    /**
     * Returns a result for each state in which both sides were measured: in the same round, or in an adjacent round,
     * because a state of the machine may end before the baseline's turn.
     */
    List<Measured> measure(final Results results, final String jdk) {
        final Map<String, List<double[]>> byState = new TreeMap<>();
        for (final Sample sample : results.samples(jdk, ours)) {
            if (sample.values().length > 0 && !sample.state().equals(Machine.CHANGED)) {
                final double other = op.isEmpty() ? 0 : nearest(results.samples(jdk, peer), sample);
                if (!Double.isNaN(other)) {
                    byState.computeIfAbsent(sample.state(), any -> new ArrayList<>())
                            .add(new double[]{apply(sample.median(), other), sample.median(), other});
                }
            }
        }
        final List<Measured> all = new ArrayList<>();
        byState.forEach((key, rounds) -> {
            final double[] values = column(rounds, 0);
            all.add(new Measured(key, Results.quantile(values, 0.5), values[0], values[values.length - 1],
                    values.length, Results.quantile(column(rounds, 1), 0.5), Results.quantile(column(rounds, 2), 0.5)));
        });
        return all;
    }

    private static double nearest(final List<Sample> peers, final Sample sample) {
        final int away = sample.state().isEmpty() ? 0 : 1;
        return peers.stream()
                .filter(one -> one.state().equals(sample.state()) && one.values().length > 0
                        && Math.abs(one.round() - sample.round()) <= away)
                .min(Comparator.comparingInt(one -> Math.abs(one.round() - sample.round())))
                .map(Sample::median).orElse(Double.NaN);
    }

    /** Returns the ratio of the best iterations, which were disturbed least; NaN with fewer than two rounds. */
    double best(final Results results, final String jdk) {
        final List<Sample> a = results.samples(jdk, ours);
        final List<Sample> b = results.samples(jdk, peer);
        return Math.min(a.size(), b.size()) < 2 ? Double.NaN : apply(least(a), least(b));
    }

    private static double least(final List<Sample> samples) {
        return samples.stream().mapToDouble(sample -> Results.quantile(sample.values(), 0))
                .filter(value -> !Double.isNaN(value)).min().orElse(Double.NaN);
    }

    private double apply(final double a, final double b) {
        return isRatio() ? a / b : (a - b) / (op.length() > 1 ? Integer.parseInt(op.substring(2)) : 1);
    }

    private static double[] column(final List<double[]> rows, final int index) {
        return rows.stream().mapToDouble(row -> row[index]).sorted().toArray();
    }
}
