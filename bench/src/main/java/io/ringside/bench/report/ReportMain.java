package io.ringside.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Program that writes the page, its pictures and the file of ratios from result files, or judges a short run. */
public final class ReportMain {
    /** Maximum allocation per event: less than one object of 16 bytes per batch. */
    private static final double LIMIT_BYTES = 0.05;
    private static final String SHORT_RUN = "--unchecked";
    private static final int FIXED = 3;

    private ReportMain() {}

    /**
     * Writes a report or judges a run.
     *
     * @param args {@code write FOLDER REGRESSION SECONDS [--unchecked] FILE…} writes page and pictures into the folder,
     *             and the file of ratios, unless one of our benches allocates; {@code judge REGRESSION FILE…} judges a
     *             short run. Targets are read from {@code targets.tsv} in the working directory
     * @throws IOException              if a file cannot be read or written
     * @throws IllegalArgumentException if an argument is missing, one of our benches allocates, or a ratio is too bad
     */
    public static void main(final String[] args) throws IOException {
        final List<Target> targets = Target.read(Path.of("targets.tsv"));
        if (args.length > 2 && "judge".equals(args[0])) {
            final Results results = Results.read(paths(args, 2));
            results.requireNoAllocation(LIMIT_BYTES);
            System.out.print(Regression.judge(Path.of(args[1]), results, targets));
        } else if (args.length > FIXED + 1 && "write".equals(args[0])) {
            final boolean isShort = SHORT_RUN.equals(args[FIXED + 1]);
            final Results results = Results.read(paths(args, isShort ? FIXED + 2 : FIXED + 1));
            if (!isShort) {
                results.requireNoAllocation(LIMIT_BYTES);
            }
            write(Path.of(args[1]), Path.of(args[2]), Long.parseLong(args[FIXED]), results, targets);
        } else {
            throw new IllegalArgumentException("not the arguments of a report: args=" + Arrays.toString(args)
                    + ": write FOLDER REGRESSION SECONDS [" + SHORT_RUN + "] FILE… or judge REGRESSION FILE…");
        }
    }

    private static void write(final Path folder, final Path regression, final long seconds, final Results results,
            final List<Target> targets) throws IOException {
        Files.writeString(folder.resolve("results.md"), Page.render(results, targets, seconds));
        for (final String jdk : results.jdks()) {
            Files.writeString(folder.resolve("latency-jdk" + jdk.split("\\.", 2)[0] + ".svg"),
                    LatencyPlot.svg(results, jdk));
            for (final Target target : targets) {
                if (target.measure(results, jdk).isEmpty()) {
                    System.out.println("not measured: jdk=" + jdk + ", target=" + target.name());
                }
            }
        }
        Regression.write(regression, results, targets);
    }

    private static List<Path> paths(final String[] args, final int first) {
        return Arrays.stream(args).skip(first).map(Path::of).toList();
    }
}
