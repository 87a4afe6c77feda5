package io.ringside.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The ratios of JMH's benches in the last full run, {@code bench/regression.tsv}, and what a short run makes of them.
 * Differences in nanoseconds, and whatever takes two processors, depend on what else the machine does, and are left
 * out. Stateless.
 */
final class Regression {
    /** Greatest factor by which a short run may be worse. */
    private static final double FACTOR = 2;
    /** Worst by best round of the full run: where it is more, the ratio compares nothing. */
    private static final double STABLE = 1.3;
    /** In the names of all classes that JMH runs. */
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
     * Judges the ratios that at least two rounds have measured, each side by its best iteration: by the ratio of the
     * full run, and where there is none by the target.
     *
     * @throws IllegalArgumentException if one is worse than {@link #FACTOR} times that
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

    /** Not a number if there is nothing to compare with. */
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
