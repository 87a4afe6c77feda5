package io.ringside.bench.report;

import com.google.gson.Gson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Figures that a harness has measured in one round: a line of JSON in a result file. Immutable.
 *
 * @param bench   harness and subject, such as {@code latency.Ringside}
 * @param params  parameters of the measurement, sorted by name
 * @param jdk     version
 * @param round   from 1; baselines measured in turn share it
 * @param unit    of all figures
 * @param figures by name, such as {@code p50}
 * @param machine state of the machine during the measurement; null if only one processor is used
 */
public record Observation(String bench, Map<String, String> params, String jdk, int round, String unit,
        Map<String, Double> figures, @Nullable Machine machine) {
    /** Suffix of the names of observation files. */
    public static final String SUFFIX = ".jsonl";

    /**
     * State of the machine during a measurement.
     *
     * @param state        {@link #CLOSE}, {@link #FAR}, or {@link #CHANGED}, which is excluded from ratios
     * @param wordNsBefore median time of a mapped word from one processor to the other, before the measurement
     * @param wordNsAfter  same time, after the measurement
     * @param stealPercent share of both processors' time that the host gave to others
     * @param load         of the last minute, according to the system
     */
    public record Machine(String state, double wordNsBefore, double wordNsAfter, double stealPercent, double load) {
        /** The processors share a cache. */
        public static final String CLOSE = "close";
        /** The processors do not share a cache. */
        public static final String FAR = "far";
        /** The state was different before and after, or others used the processors. */
        public static final String CHANGED = "changed";
    }

    /** Sorts the parameters. */
    public Observation {
        params = new TreeMap<>(params);
        figures = new TreeMap<>(figures);
    }

    /**
     * Creates an observation on this JDK, of a single-threaded measurement.
     *
     * @param bench   harness and subject
     * @param params  parameters of the measurement
     * @param round   from 1
     * @param unit    of all figures
     * @param figures by name
     * @return the observation
     */
    public static Observation of(final String bench, final Map<String, String> params, final int round,
            final String unit, final Map<String, Double> figures) {
        return new Observation(bench, params, System.getProperty("java.version"), round, unit, figures, null);
    }

    /**
     * Prints observations and adds them to a file, which is created if absent.
     *
     * @param file         file with one observation per line
     * @param observations in their order
     * @throws IOException if the file cannot be written
     */
    public static void append(final Path file, final List<Observation> observations) throws IOException {
        final Gson gson = new Gson();
        final List<String> lines = observations.stream().map(gson::toJson).toList();
        lines.forEach(System.out::println);
        Files.write(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Reads a file of observations. */
    static List<Observation> read(final Path file) throws IOException {
        final Gson gson = new Gson();
        final List<Observation> all = new ArrayList<>();
        for (final String line : Files.readAllLines(file)) {
            try {
                all.add(gson.fromJson(line, Observation.class));
            } catch (final RuntimeException e) {
                // Gson wraps exceptions of the constructor.
                throw new IOException("not an observation: path=" + file + ", line=" + (all.size() + 1), e);
            }
        }
        return all;
    }

    /** Returns the name of a figure in {@code targets.tsv}: {@code bench:figure param=value …}. */
    static String key(final String bench, final String figure, final Map<String, String> params) {
        final StringBuilder key = new StringBuilder(bench).append(':').append(figure);
        new TreeMap<>(params).forEach((name, value) -> key.append(' ').append(name).append('=').append(value));
        return key.toString();
    }
}
