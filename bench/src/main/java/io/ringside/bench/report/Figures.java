package io.ringside.bench.report;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * What was measured on one JDK, the runs of all files pooled. A time is the median of all iterations, an allocation the
 * least: what an event allocates, it allocates in every iteration, while the compiler's work passes. A figure that was
 * not measured is not a number, and so is whatever follows from it. Immutable.
 */
final class Figures {
    private final List<BenchResult> results;
    private final Map<String, double[]> timesNs;
    private final Map<String, double[]> writerBytes;
    private final Map<String, double[]> jvmBytes;

    Figures(final List<BenchResult> measured) {
        results = measured.stream().flatMap(BenchResult::parts).toList();
        timesNs = pool(BenchResult::timesNs);
        writerBytes = pool(BenchResult::writerBytes);
        jvmBytes = pool(BenchResult::jvmBytes);
    }

    private Figures(final List<BenchResult> results, final Map<String, double[]> timesNs,
            final Map<String, double[]> writerBytes, final Map<String, double[]> jvmBytes) {
        this.results = results;
        this.timesNs = timesNs;
        this.writerBytes = writerBytes;
        this.jvmBytes = jvmBytes;
    }

    /** Reads result files of JMH: one list of figures for each JDK in them, by version. */
    static List<Figures> read(final List<Path> files) throws IOException {
        final List<BenchResult> all = new ArrayList<>();
        for (final Path file : files) {
            try (Reader reader = Files.newBufferedReader(file)) {
                final BenchResult[] results = new Gson().fromJson(reader, BenchResult[].class);
                // JMH leaves an empty file behind when it is ended.
                if (results == null) {
                    throw new IOException("result file is empty: path=" + file + ": run to the end");
                }
                all.addAll(List.of(results));
            } catch (final JsonParseException e) {
                throw new IOException("not a result file of JMH: path=" + file + ": run with -rf json", e);
            }
        }
        return all.stream()
                .collect(Collectors.groupingBy(BenchResult::jdkVersion, TreeMap::new, Collectors.toList()))
                .values().stream().map(Figures::ofAll).toList();
    }

    /** All that was measured on one JDK: that there is no figure of something would mean that its bench is wrong. */
    static Figures ofAll(final List<BenchResult> measured) {
        final Figures figures = new Figures(measured);
        figures.timesNs.forEach((bench, times) -> {
            if (times.length == 0) {
                throw new IllegalArgumentException("bench has no time in any iteration: jdk=" + figures.jdkVersion()
                        + ", bench=" + bench + ": find why it had no turn, then measure again");
            }
        });
        return figures;
    }

    /** What each round has measured by itself; a round may have left benches out. */
    List<Figures> rounds() {
        final List<List<BenchResult>> rounds = new ArrayList<>();
        final Map<String, Integer> seen = new TreeMap<>();
        for (final BenchResult result : results) {
            final int round = seen.merge(result.key(), 1, Integer::sum) - 1;
            if (round == rounds.size()) {
                rounds.add(new ArrayList<>());
            }
            rounds.get(round).add(result);
        }
        return rounds.stream().map(Figures::new).toList();
    }

    /** The same with the least time of each bench, which is the one that was disturbed least. */
    Figures best() {
        final Map<String, double[]> least = new TreeMap<>();
        timesNs.forEach((bench, sorted) -> least.put(bench, new double[]{quantile(sorted, 0)}));
        return new Figures(results, least, writerBytes, jvmBytes);
    }

    /** Version of the JDK. */
    String jdkVersion() {
        return results.get(0).jdkVersion();
    }

    /** Name and version of the virtual machine. */
    String vm() {
        return results.get(0).vmName() + ' ' + results.get(0).vmVersion();
    }

    /** How the figures were measured. */
    String runs() {
        return Stream.of(runsOf("", false), runsOf("recordings and readings ", true))
                .filter(part -> !part.isEmpty()).collect(Collectors.joining("; "));
    }

    private String runsOf(final String what, final boolean ofRecording) {
        final List<BenchResult> some = results.stream()
                .filter(result -> Catalogue.isOfRecording(result.key()) == ofRecording).toList();
        final long rounds = some.stream().collect(Collectors.groupingBy(BenchResult::key, Collectors.counting()))
                .values().stream().mapToLong(Long::longValue).max().orElse(0);
        return rounds == 0
                ? ""
                : what + "up to " + rounds + " round(s) of "
                        + some.stream().map(BenchResult::run).distinct().collect(Collectors.joining(" or "));
    }

    /** Nanoseconds of a bench: class, method and parameters as {@link BenchResult#key} writes them. */
    double ns(final String bench) {
        return quantile(timesNs.getOrDefault(bench, new double[0]), 0.5);
    }

    /** Bytes that the writer of each bench allocates, see {@link BenchResult#writerBytes}. */
    Map<String, Double> writerBytes() {
        return least(writerBytes);
    }

    /** Bytes that the JVM of each bench allocates, see {@link BenchResult#jvmBytes}. */
    Map<String, Double> jvmBytes() {
        return least(jvmBytes);
    }

    /** For a figure in the middle and the worst: by how much its iterations differ, from quartile to quartile. */
    double[] spreads() {
        final double[] spreads = timesNs.values().stream()
                .mapToDouble(sorted -> (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / quantile(sorted, 0.5))
                .sorted().toArray();
        return new double[]{quantile(spreads, 0.5), quantile(spreads, 1)};
    }

    private Map<String, double[]> pool(final Function<BenchResult, DoubleStream> values) {
        final Map<String, List<Double>> pooled = new TreeMap<>();
        for (final BenchResult result : results) {
            values.apply(result).forEach(pooled.computeIfAbsent(result.key(), key -> new ArrayList<>())::add);
        }
        final Map<String, double[]> sorted = new TreeMap<>();
        pooled.forEach(
                (key, list) -> sorted.put(key, list.stream().mapToDouble(Double::doubleValue).sorted().toArray()));
        return sorted;
    }

    private static Map<String, Double> least(final Map<String, double[]> sorted) {
        final Map<String, Double> least = new TreeMap<>();
        sorted.forEach((bench, iterations) -> least.put(bench, quantile(iterations, 0)));
        return least;
    }

    static double quantile(final double[] sorted, final double fraction) {
        if (sorted.length == 0) {
            return Double.NaN;
        }
        final double position = fraction * (sorted.length - 1);
        final int below = (int) position;
        final int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
    }
}
