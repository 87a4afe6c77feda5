package io.ringside.bench.report;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One bench with one set of parameters in one run, as JMH writes it; what is not used here is left out. Immutable. */
record BenchResult(
        String benchmark,
        String mode,
        int forks,
        String jdkVersion,
        String vmName,
        String vmVersion,
        int warmupIterations,
        String warmupTime,
        int measurementIterations,
        String measurementTime,
        @Nullable Map<String, String> params,
        Metric primaryMetric,
        Map<String, Metric> secondaryMetrics) {
    private static final String MODE = "avgt";
    private static final String UNIT = "ns/op";
    private static final String JVM_ALLOCATION = "gc.alloc.rate.norm";
    private static final String WRITER_ALLOCATION = "writerBytes";
    private static final String THREAD_ALLOCATION = "threadBytesPerEvent";
    private static final String TIME = "Ns";
    /** Of a bench that measures peers in turn, which do not allocate. */
    private static final String OWN_SHARE = "ownShare";

    /** What was measured: a list of iterations for each fork. */
    @SuppressWarnings("ArrayRecordComponent") // Made by Gson, never compared.
    record Metric(String scoreUnit, double[][] rawData) {
        DoubleStream iterations() {
            return Arrays.stream(rawData).flatMapToDouble(Arrays::stream);
        }

        private DoubleStream dividedBy(final Metric other) {
            final double[] values = iterations().toArray();
            final double[] divisors = other.iterations().toArray();
            return IntStream.range(0, values.length).mapToDouble(i -> values[i] / divisors[i]);
        }
    }

    /**
     * The same; or, of a bench that measures several ways in turn, a result for each, named as JMH prints it: the
     * bench, a colon, and the name of its metric.
     */
    Stream<BenchResult> parts() {
        final List<BenchResult> parts = secondaryMetrics.entrySet().stream()
                .filter(metric -> metric.getKey().endsWith(TIME))
                .map(metric -> new BenchResult(benchmark + ':' + metric.getKey(), mode, forks, jdkVersion, vmName,
                        vmVersion, warmupIterations, warmupTime, measurementIterations, measurementTime, params,
                        new Metric(UNIT, metric.getValue().rawData()), withoutTimes()))
                .toList();
        return parts.isEmpty() ? Stream.of(this) : parts.stream();
    }

    private Map<String, Metric> withoutTimes() {
        return secondaryMetrics.entrySet().stream().filter(metric -> !metric.getKey().endsWith(TIME))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Name of class and method, then the parameters in alphabetic order. */
    String key() {
        final String[] names = benchmark.split("\\.", -1);
        final StringBuilder key = new StringBuilder(names[names.length - 2]).append('.')
                .append(names[names.length - 1]);
        if (params != null) {
            new TreeMap<>(params).forEach((name, value) -> key.append(' ').append(name).append('=').append(value));
        }
        return key.toString();
    }

    /** Nanoseconds per operation of every iteration in which it had its turn. */
    DoubleStream timesNs() {
        if (!MODE.equals(mode) || !UNIT.equals(primaryMetric.scoreUnit)) {
            throw new IllegalArgumentException("not an average time in nanoseconds: bench=" + key() + ", mode=" + mode
                    + ", unit=" + primaryMetric.scoreUnit);
        }
        return primaryMetric.iterations().filter(ns -> !Double.isNaN(ns));
    }

    /**
     * Bytes that the writer allocates in each iteration, who records or reads for each event; for a bench without a
     * reader, as {@link #jvmBytes}.
     */
    DoubleStream writerBytes() {
        final Metric metric = secondaryMetrics.getOrDefault(WRITER_ALLOCATION,
                secondaryMetrics.get(THREAD_ALLOCATION));
        return metric == null ? jvmBytes() : metric.iterations();
    }

    /** Bytes that all threads allocate in an operation of ours, in each iteration. */
    DoubleStream jvmBytes() {
        final Metric metric = secondaryMetrics.get(JVM_ALLOCATION);
        if (metric == null) {
            throw new IllegalArgumentException("allocation was not measured: bench=" + key() + ": run with -prof gc");
        }
        final Metric share = secondaryMetrics.get(OWN_SHARE);
        return share == null ? metric.iterations() : metric.dividedBy(share);
    }

    /** How long it was measured. */
    String run() {
        return forks + " fork(s) of " + warmupIterations + " × " + warmupTime + " warm-up and " + measurementIterations
                + " × " + measurementTime + " measured";
    }
}
