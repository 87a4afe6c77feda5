package io.ringside.bench.report;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
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

    /** What was measured: a list of iterations for each fork. */
    @SuppressWarnings("ArrayRecordComponent") // Made by Gson, never compared.
    record Metric(String scoreUnit, double[][] rawData) {
        DoubleStream iterations() {
            return Arrays.stream(rawData).flatMapToDouble(Arrays::stream);
        }
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

    /** Nanoseconds per operation of every iteration. */
    DoubleStream timesNs() {
        if (!MODE.equals(mode) || !UNIT.equals(primaryMetric.scoreUnit)) {
            throw new IllegalArgumentException("not an average time in nanoseconds: bench=" + key() + ", mode=" + mode
                    + ", unit=" + primaryMetric.scoreUnit);
        }
        return primaryMetric.iterations();
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

    /** Bytes that all threads allocate in an operation, in each iteration. */
    DoubleStream jvmBytes() {
        final Metric metric = secondaryMetrics.get(JVM_ALLOCATION);
        if (metric == null) {
            throw new IllegalArgumentException("allocation was not measured: bench=" + key() + ": run with -prof gc");
        }
        return metric.iterations();
    }

    /** How long it was measured. */
    String run() {
        return forks + " fork(s) of " + warmupIterations + " × " + warmupTime + " warm-up and " + measurementIterations
                + " × " + measurementTime + " measured";
    }
}
