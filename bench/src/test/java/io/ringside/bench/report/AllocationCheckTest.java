package io.ringside.bench.report;

import io.ringside.bench.report.BenchResult.Metric;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AllocationCheckTest {
    private static final String OURS = "io.ringside.bench.disabled.DisabledCheckBenchmark.isEnabled";
    private static final String PEER = "io.ringside.bench.enabled.EnabledWriteBenchmark.peerFlightRecorder";
    private static final String PEER_IN_TURN = "io.ringside.bench.enabled.EnabledWriteBenchmark.claim:peerManyToOneNs";

    @Test
    void shouldRefuseFiguresWhenABenchOfOursAllocates() {
        final Figures figures = figures(OURS, 16);

        assertThatThrownBy(() -> AllocationCheck.require(List.of(figures)))
                .hasMessageContaining("jdk=17").hasMessageContaining("DisabledCheckBenchmark.isEnabled: 16.0");
    }

    @Test
    void shouldRefuseFiguresWhenAllocationIsNotANumber() {
        final Figures figures = figures(OURS, Double.NaN);

        assertThatThrownBy(() -> AllocationCheck.require(List.of(figures))).hasMessageContaining("NaN");
    }

    @Test
    void shouldRefuseFiguresWhenOneObjectIsMadeInABatch() {
        assertThat(16.0 / 192).isGreaterThan(AllocationCheck.LIMIT_BYTES);
    }

    @Test
    void shouldJudgeTheWriterAloneWhenTheReaderAllocates() {
        final BenchResult result = SampleResults.result("17", OURS, Map.of(), 1, 3);
        final Figures figures = new Figures(List.of(withWriterBytes(result, 0)));

        assertThatCode(() -> AllocationCheck.require(List.of(figures))).doesNotThrowAnyException();
        assertThat(AllocationCheck.worst(figures.jvmBytes())).isEqualTo(3);
        assertThatThrownBy(() -> AllocationCheck.require(List.of(new Figures(List.of(withWriterBytes(result, 16))))))
                .hasMessageContaining("16.0");
    }

    @Test
    void shouldAcceptFiguresWhenOnlyPeersAllocate() {
        final Figures figures = new Figures(List.of(
                SampleResults.result("17", OURS, Map.of(), 1, 0.001),
                SampleResults.result("17", PEER, Map.of(), 1, 64),
                SampleResults.result("17", PEER_IN_TURN, Map.of(), 1, 64)));

        assertThatCode(() -> AllocationCheck.require(List.of(figures))).doesNotThrowAnyException();
        assertThat(AllocationCheck.worst(figures.writerBytes())).isEqualTo(0.001);
    }

    private static BenchResult withWriterBytes(final BenchResult result, final double bytes) {
        final Map<String, Metric> metrics = new HashMap<>(result.secondaryMetrics());
        metrics.put("writerBytes", new Metric("#", new double[][]{{bytes}}));
        return new BenchResult(result.benchmark(), result.mode(), result.forks(), result.jdkVersion(), result.vmName(),
                result.vmVersion(), result.warmupIterations(), result.warmupTime(), result.measurementIterations(),
                result.measurementTime(), result.params(), result.primaryMetric(), metrics);
    }

    private static Figures figures(final String bench, final double bytes) {
        return new Figures(List.of(SampleResults.result("17", bench, Map.of(), 1, bytes)));
    }
}
