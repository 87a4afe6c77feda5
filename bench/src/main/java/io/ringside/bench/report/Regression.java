package io.ringside.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Ratios of JMH's benches in the last full run, in {@code bench/regression.tsv}, and the comparison of a short run with
 * them. Differences in nanoseconds, and figures that need two processors, are left out because they depend on other
 * activity of the machine. Stateless.
 */
final class Regression {
    /** Maximum factor by which a short run may be worse. */
    private static final double FACTOR = 2;
    /** Maximum quotient of a full run's worst and best rounds: beyond it, the ratio is too unstable to compare. */
    private static final double STABLE = 1.3;
    /** Part of the names of all classes that JMH runs. */
    private static final String JMH = "Benchmark.";
    private static final String HEADER = "# Ratios of the last full run, written by bench/run and compared with by "
            + "bench/run --quick.\n# JDK\tratio\tbest round\tmedian\tworst round\n";

    private Regression() {}

    static void write(final Path file, final Results results, final List<Target> targets) throws IOException {
        final StringBuilder text = new StringBuilder(HEADER);
        for (final String jdk : results.jdks()) {
            for (final Target target : targets) {
                if (target.isRatio() && target.ours().contains(JMH)) {
                    target.measure(results, jdk)
                            .forEach(one -> text.append(String.format(Locale.ROOT, "%s\t%s\t%.3f\t%.3f\t%.3f%n",
                                    feature(jdk), target.name(), one.low(), one.median(), one.high())));
                }
            }
        }
        Files.writeString(file, text);
    }

    /**
     * Judges the ratios that were measured in at least two rounds, using the best iteration of each side. The reference
     * is the ratio of the full run, or the target if there is none.
     *
     * @throws IllegalArgumentException if a ratio is worse than {@link #FACTOR} times the reference
     */
    static String judge(final Path file, final Results results, final List<Target> targets) throws IOException {
        final List<String> rows = Files.readAllLines(file);
        final StringBuilder said = new StringBuilder();
        final List<String> slow = new ArrayList<>();
        for (final String jdk : results.jdks()) {
            for (final Target target : targets) {
                final double best = target.isRatio() ? target.best(results, jdk) : Double.NaN;
                if (!Double.isNaN(best)) {
                    final double reference = reference(rows, feature(jdk), target);
                    final boolean isSlow = best > FACTOR * reference;
                    if (isSlow) {
                        slow.add(target.name());
                    }
                    said.append(String.format(Locale.ROOT, "%-12s %6.2f, before %s: %s%n",
                            isSlow ? "TOO SLOW" : Double.isNaN(reference) ? "not compared" : "good", best,
                            Double.isNaN(reference) ? "unstable or never measured" : Page.figure(reference),
                            target.name()));
                }
            }
        }
        if (!slow.isEmpty()) {
            throw new IllegalArgumentException("ratios are worse than " + FACTOR + " times those before: " + slow
                    + ": find out why\n" + said);
        }
        return said.toString();
    }

    /** Returns NaN if there is nothing to compare with. */
    private static double reference(final List<String> rows, final String feature, final Target target) {
        for (final String row : rows) {
            final String[] cells = row.split("\t", -1);
            if (cells.length == 5 && cells[0].equals(feature) && cells[1].equals(target.name())) {
                final boolean isStable = Double.parseDouble(cells[4]) <= STABLE * Double.parseDouble(cells[2]);
                return isStable ? Double.parseDouble(cells[3]) : Double.NaN;
            }
        }
        return target.limit();
    }

    private static String feature(final String jdk) {
        return jdk.split("\\.", 2)[0];
    }
}
