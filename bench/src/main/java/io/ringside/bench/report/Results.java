package io.ringside.bench.report;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.ringside.bench.report.Observation.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * All figures of a run, from JMH and from harnesses, by JDK and by {@link Observation#key key}. A bench of JMH has
 * {@code :ns}, or a figure for each of the ways that it measures in turn; {@code :bytes}, the allocation of the
 * measuring thread; and {@code :jvmBytes}, the JVM's allocation per operation. Not thread-safe.
 */
final class Results {
    /** Key of the bench with the highest allocation, without baselines, recorders and readers. */
    static final String WORST_BYTES = "allocation:bytes";
    /** Key of the bench with the highest allocation of the whole JVM. */
    static final String WORST_JVM_BYTES = "allocation:jvmBytes";

    private static final Pattern ROUND = Pattern.compile("-(\\d+)(?:-[a-z]+)?\\.json$");
    private static final Pattern WRITER = Pattern.compile("^(?!Record|Read|LiveRead|allocation)(?!.*[.:]peer).*");

    private final Map<String, Map<String, List<Sample>>> byJdk = new TreeMap<>();
    private final Map<String, String> units = new TreeMap<>();
    private final List<Machine> machines = new ArrayList<>();

    /** All values of a figure in a round, sorted: JMH has a value for each iteration. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Sample(int round, String state, double[] values) {
        double median() {
            return quantile(values, 0.5);
        }
    }

    static Results read(final List<Path> files) throws IOException {
        final Results results = new Results();
        for (final Path file : files) {
            if (file.toString().endsWith(Observation.SUFFIX)) {
                Observation.read(file).forEach(results::add);
            } else {
                results.addJmh(file);
            }
        }
        results.requireTimes();
        results.addWorst(WORST_BYTES, ":bytes");
        results.addWorst(WORST_JVM_BYTES, ":jvmBytes");
        return results;
    }

    List<String> jdks() {
        return List.copyOf(byJdk.keySet());
    }

    /** Returns the samples of a figure, round by round; empty if it was not measured. */
    List<Sample> samples(final String jdk, final String key) {
        return byJdk.getOrDefault(jdk, Map.of()).getOrDefault(key, List.of());
    }

    String unit(final String key) {
        return units.getOrDefault(key, "ns");
    }

    /** Returns the keys on a JDK that match a whole pattern. */
    List<String> keys(final String jdk, final Pattern pattern) {
        return byJdk.getOrDefault(jdk, Map.of()).keySet().stream().filter(key -> pattern.matcher(key).matches())
                .toList();
    }

    /** Returns the states of the machine during all measurements between two processes. */
    List<Machine> machines() {
        return machines;
    }

    void add(final Observation one) {
        if (one.machine() != null) {
            machines.add(one.machine());
        }
        final String state = one.machine() == null ? "" : one.machine().state();
        one.figures().forEach((figure, value) -> add(one.jdk(), Observation.key(one.bench(), figure, one.params()),
                one.unit(), new Sample(one.round(), state, new double[]{value})));
    }

    /** Fails if one of our writing benches allocates. */
    void requireNoAllocation(final double limitBytes) {
        byJdk.forEach((jdk, figures) -> {
            final List<String> guilty = figures.keySet().stream()
                    .filter(key -> key.contains(":bytes") && WRITER.matcher(key).matches())
                    .filter(key -> least(figures, key) > limitBytes).map(key -> key + " = " + least(figures, key))
                    .toList();
            if (!guilty.isEmpty()) {
                throw new IllegalArgumentException("benches allocate: jdk=" + jdk + ", limitBytes=" + limitBytes
                        + ", bytes=" + guilty + ": find what is allocated, then measure again");
            }
        });
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

    private void add(final String jdk, final String key, final String unit, final Sample sample) {
        units.put(key, unit);
        byJdk.computeIfAbsent(jdk, any -> new TreeMap<>()).computeIfAbsent(key, any -> new ArrayList<>()).add(sample);
    }

    private void addJmh(final Path file) throws IOException {
        final Matcher matcher = ROUND.matcher(file.toString());
        final int round = matcher.find() ? Integer.parseInt(matcher.group(1)) : 1;
        try {
            for (final JsonElement result : JsonParser.parseString(Files.readString(file)).getAsJsonArray()) {
                addJmh(result.getAsJsonObject(), round);
            }
        } catch (final JsonParseException | IllegalStateException | NullPointerException e) {
            throw new IOException("not a result file of JMH: path=" + file + ": run to the end, with -rf json", e);
        }
    }

    private void addJmh(final JsonObject result, final int round) {
        final String jdk = result.get("jdkVersion").getAsString();
        final String[] names = result.get("benchmark").getAsString().split("\\.", -1);
        final String bench = names[names.length - 2] + '.' + names[names.length - 1];
        final Map<String, String> params = new TreeMap<>();
        if (result.has("params")) {
            result.getAsJsonObject("params").entrySet()
                    .forEach(param -> params.put(param.getKey(), param.getValue().getAsString()));
        }
        final JsonObject primary = result.getAsJsonObject("primaryMetric");
        if (!"avgt".equals(result.get("mode").getAsString())
                || !"ns/op".equals(primary.get("scoreUnit").getAsString())) {
            throw new IllegalArgumentException("not an average time in nanoseconds: bench=" + bench);
        }
        final JsonObject secondary = result.getAsJsonObject("secondaryMetrics");
        final List<String> ways = secondary.keySet().stream().filter(name -> name.endsWith("Ns")).toList();
        ways.forEach(way -> add(jdk, Observation.key(bench, way, params), "ns",
                new Sample(round, "", values(secondary, way))));
        if (ways.isEmpty()) {
            add(jdk, Observation.key(bench, "ns", params), "ns", new Sample(round, "", values(primary)));
        }
        final double[] jvmBytes = values(secondary, "gc.alloc.rate.norm");
        Stream.of("writerBytes", "threadBytesPerEvent", "gc.alloc.rate.norm").filter(secondary::has).findFirst()
                .ifPresent(metric -> add(jdk, Observation.key(bench, "bytes", params), "bytes",
                        new Sample(round, "", values(secondary, metric))));
        if (secondary.has("ownShare")) {
            // Baselines measured in turn do not allocate, so all allocation belongs to our part of the operations.
            final double share = quantile(values(secondary, "ownShare"), 0.5);
            Arrays.setAll(jvmBytes, i -> jvmBytes[i] / share);
        }
        add(jdk, Observation.key(bench, "jvmBytes", params), "bytes", new Sample(round, "", jvmBytes));
    }

    private static double[] values(final JsonObject metrics, final String name) {
        if (!metrics.has(name)) {
            throw new IllegalArgumentException("metric is missing: name=" + name + ": run JMH with -prof gc");
        }
        return values(metrics.getAsJsonObject(name));
    }

    /** Returns the values of all forks and iterations; a way without a turn in an iteration has no value there. */
    private static double[] values(final JsonObject metric) {
        final List<Double> values = new ArrayList<>();
        metric.getAsJsonArray("rawData").forEach(fork -> fork.getAsJsonArray()
                .forEach(value -> values.add(value.getAsDouble())));
        return values.stream().mapToDouble(Double::doubleValue).filter(value -> !Double.isNaN(value)).sorted()
                .toArray();
    }

    private void requireTimes() {
        byJdk.forEach((jdk, figures) -> figures.forEach((key, samples) -> {
            if (samples.stream().allMatch(sample -> sample.values().length == 0)) {
                throw new IllegalArgumentException("figure has no value in any iteration: jdk=" + jdk + ", figure="
                        + key + ": find why it had no turn, then measure again");
            }
        }));
    }

    /** Returns the minimum: memory for events is allocated in every iteration, but memory of the compiler is not. */
    private static double least(final Map<String, List<Sample>> figures, final String key) {
        return figures.getOrDefault(key, List.of()).stream().mapToDouble(sample -> quantile(sample.values(), 0))
                .filter(value -> !Double.isNaN(value)).min().orElse(0);
    }

    private void addWorst(final String worst, final String figure) {
        for (final String jdk : jdks()) {
            final Map<String, List<Sample>> figures = byJdk.getOrDefault(jdk, Map.of());
            figures.keySet().stream().filter(key -> key.contains(figure) && WRITER.matcher(key).matches())
                    .mapToDouble(key -> least(figures, key)).max()
                    .ifPresent(bytes -> add(jdk, worst, "bytes", new Sample(1, "", new double[]{bytes})));
        }
    }
}
