package io.ringside.bench.report;

import io.ringside.bench.counter.CounterBenchmark;
import io.ringside.bench.disabled.DisabledCheckBenchmark;
import io.ringside.bench.disabled.TypedCheckBenchmark;
import io.ringside.bench.enabled.CounterWriteBenchmark;
import io.ringside.bench.enabled.EnabledWriteBenchmark;
import io.ringside.bench.enabled.FilteredWriteBenchmark;
import io.ringside.bench.enabled.LaneWriteBenchmark;
import io.ringside.bench.enabled.TypedTextBenchmark;
import io.ringside.bench.enabled.TypedWriteBenchmark;
import io.ringside.bench.recording.ReadBenchmark;
import io.ringside.bench.recording.RecordBenchmark;
import io.ringside.bench.report.BenchResult.Metric;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Results that a run of all benches could have. */
final class SampleResults {
    private static final List<Class<?>> BENCHES = List.of(DisabledCheckBenchmark.class, EnabledWriteBenchmark.class,
            FilteredWriteBenchmark.class, LaneWriteBenchmark.class, TypedCheckBenchmark.class,
            TypedWriteBenchmark.class, TypedTextBenchmark.class, CounterWriteBenchmark.class, CounterBenchmark.class,
            RecordBenchmark.class,
            ReadBenchmark.class);

    private SampleResults() {}

    /** One result for each bench and each combination of its parameters that {@code bench/run} asks for. */
    static List<BenchResult> all(final String jdkVersion) {
        final List<BenchResult> results = new ArrayList<>();
        for (final Method method : benches()) {
            for (final Map<String, String> params : combinations(method)) {
                if (!"1".equals(params.getOrDefault("sessions", "1"))
                        && !"32".equals(params.getOrDefault("payloadBytes", "32"))) {
                    continue;
                }
                final String name = method.getDeclaringClass().getName() + '.' + method.getName();
                for (final String part : parts(method)) {
                    results.add(result(jdkVersion, name + part, params, 10 + results.size(), 0));
                }
            }
        }
        return results;
    }

    static BenchResult result(final String jdkVersion, final String bench, final Map<String, String> params,
            final double ns, final double bytes) {
        return new BenchResult(bench, "avgt", 1, jdkVersion, "VM", jdkVersion + "+1", 2, "200 ms", 1, "200 ms", params,
                new Metric("ns/op", new double[][]{{ns}}),
                Map.of("gc.alloc.rate.norm", new Metric("B/op", new double[][]{{bytes}})));
    }

    /** What {@link BenchResult#parts} makes of it. */
    private static List<String> parts(final Method method) {
        final List<String> parts = Arrays.stream(method.getParameterTypes())
                .flatMap(state -> Arrays.stream(state.getDeclaredMethods()))
                .map(Method::getName).filter(name -> name.endsWith("Ns")).map(name -> ":" + name).toList();
        return parts.isEmpty() ? List.of("") : parts;
    }

    /** All methods that JMH runs. */
    static List<Method> benches() {
        return BENCHES.stream().flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Benchmark.class)).toList();
    }

    private static List<Map<String, String>> combinations(final Method method) {
        List<Map<String, String>> all = List.of(Map.of());
        for (final Map.Entry<String, List<String>> param : params(method.getParameterTypes()).entrySet()) {
            final List<Map<String, String>> more = new ArrayList<>();
            for (final Map<String, String> one : all) {
                for (final String value : param.getValue()) {
                    final Map<String, String> longer = new TreeMap<>(one);
                    longer.put(param.getKey(), value);
                    more.add(longer);
                }
            }
            all = more;
        }
        return all;
    }

    private static Map<String, List<String>> params(final Class<?>... states) {
        final Map<String, List<String>> params = new TreeMap<>();
        for (final Class<?> state : states) {
            Arrays.stream(state.getDeclaredFields())
                    .filter(field -> field.isAnnotationPresent(Param.class))
                    .forEach(field -> params.put(field.getName(), List.of(field.getAnnotation(Param.class).value())));
            // A state that asks for another in its set-up brings that one's parameters.
            Arrays.stream(state.getDeclaredMethods())
                    .filter(method -> method.isAnnotationPresent(Setup.class))
                    .forEach(method -> params.putAll(params(method.getParameterTypes())));
        }
        return params;
    }
}
