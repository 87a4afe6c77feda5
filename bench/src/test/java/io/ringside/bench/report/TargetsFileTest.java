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
import io.ringside.bench.live.LiveReadBenchmark;
import io.ringside.bench.recording.ReadBenchmark;
import io.ringside.bench.recording.RecordBenchmark;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code bench/targets.tsv}, {@code bench/regression.tsv} and {@code bench/run}, beside the benches that there are. */
@Tag("proof")
class TargetsFileTest {
    private static final Path BENCH = Path.of(System.getProperty("basedir", ""));
    private static final Pattern UNJUDGED = Pattern.compile("^UNJUDGED\\+?='(.+)'$", Pattern.MULTILINE);
    private static final Pattern OF_HARNESS = Pattern
            .compile("(allocation|virtual|growth|tail|instructions|lttng|latency|threads|threadsLost|throughput)\\b.*");

    private List<Target> targets = List.of();

    @BeforeEach
    void read() throws IOException {
        targets = Target.read(BENCH.resolve("targets.tsv"));
    }

    @Test
    void shouldNameOnlyFiguresOfBenchesThatThereAre() {
        final List<String> keys = keys();

        assertThat(targets.stream().flatMap(target -> Stream.of(target.ours(), target.peer()))
                .filter(key -> !key.isEmpty() && !OF_HARNESS.matcher(key).matches())).isNotEmpty().isSubsetOf(keys);
    }

    @Test
    void shouldShowEveryBenchSomewhere() {
        final Set<String> shown = targets.stream().flatMap(target -> Stream.of(target.ours(), target.peer()))
                .map(key -> key.split(":", 2)[0]).collect(Collectors.toSet());

        assertThat(methods().stream().map(TargetsFileTest::bench)).isSubsetOf(shown);
    }

    @Test
    void shouldHaveANameForEachTarget() {
        assertThat(targets).extracting(Target::name).doesNotHaveDuplicates();
    }

    @Test
    void shouldKnowTheRatiosOfTheRegressionFile() throws IOException {
        assertThat(Files.readAllLines(BENCH.resolve("regression.tsv")).stream().filter(line -> !line.startsWith("#"))
                .map(line -> line.split("\t", -1)[1])).isNotEmpty()
                .isSubsetOf(targets.stream().map(Target::name).toList());
    }

    @Test
    void shouldLeaveOutOfLaterRoundsOnlyWhatHasNoLimit() throws IOException {
        final Pattern leftOut = Pattern.compile(UNJUDGED.matcher(Files.readString(BENCH.resolve("run"))).results()
                .map(line -> line.group(1)).collect(Collectors.joining()));

        assertThat(keys()).anyMatch(key -> leftOut.matcher(key).find());
        assertThat(targets.stream().filter(Target::isJudged)
                .flatMap(target -> Stream.of(target.ours(), target.peer())))
                .noneMatch(key -> leftOut.matcher(key).find());
    }

    /** Keys of all figures that a run of JMH can have. */
    private static List<String> keys() {
        final List<String> keys = new ArrayList<>();
        for (final Method method : methods()) {
            final List<String> figures = new ArrayList<>(Arrays.stream(method.getParameterTypes())
                    .flatMap(state -> Arrays.stream(state.getDeclaredMethods()))
                    .map(Method::getName).filter(name -> name.endsWith("Ns")).toList());
            if (figures.isEmpty()) {
                figures.add("ns");
            }
            figures.add("bytes");
            combinations(params(method.getParameterTypes()))
                    .forEach(params -> figures
                            .forEach(figure -> keys.add(Observation.key(bench(method), figure, params))));
        }
        return keys;
    }

    private static String bench(final Method method) {
        return method.getDeclaringClass().getSimpleName() + '.' + method.getName();
    }

    private static List<Method> methods() {
        return Stream.of(DisabledCheckBenchmark.class, EnabledWriteBenchmark.class, FilteredWriteBenchmark.class,
                LaneWriteBenchmark.class, TypedCheckBenchmark.class, TypedWriteBenchmark.class,
                TypedTextBenchmark.class, CounterWriteBenchmark.class, CounterBenchmark.class, RecordBenchmark.class,
                ReadBenchmark.class, LiveReadBenchmark.class).flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Benchmark.class)).toList();
    }

    private static List<Map<String, String>> combinations(final Map<String, List<String>> params) {
        List<Map<String, String>> all = List.of(Map.of());
        for (final Map.Entry<String, List<String>> param : params.entrySet()) {
            all = all.stream().flatMap(one -> param.getValue().stream().map(value -> {
                final Map<String, String> longer = new TreeMap<>(one);
                longer.put(param.getKey(), value);
                return longer;
            })).collect(Collectors.toList());
        }
        return all;
    }

    private static Map<String, List<String>> params(final Class<?>... states) {
        final Map<String, List<String>> params = new TreeMap<>();
        for (final Class<?> state : states) {
            Arrays.stream(state.getDeclaredFields()).filter(field -> field.isAnnotationPresent(Param.class))
                    .forEach(field -> params.put(field.getName(), List.of(field.getAnnotation(Param.class).value())));
            // A state that asks for another in its set-up brings that one's parameters.
            Arrays.stream(state.getDeclaredMethods()).filter(method -> method.isAnnotationPresent(Setup.class))
                    .forEach(method -> params.putAll(params(method.getParameterTypes())));
            if (state.getSuperclass() != null) {
                params.putAll(params(state.getSuperclass()));
            }
        }
        return params;
    }
}
