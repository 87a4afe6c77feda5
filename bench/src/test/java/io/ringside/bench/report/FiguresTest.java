package io.ringside.bench.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FiguresTest {
    private static final String BENCH = "io.ringside.bench.enabled.EnabledWriteBenchmark.claim:byHandleNs";
    private static final String IN_TURN = "TypedTextBenchmark.text";
    private static final Map<String, String> PARAMS = Map.of("sessions", "1", "payloadBytes", "32");

    @TempDir
    Path folder;

    @Test
    void shouldReadWhatJmhWritesWhenTwoRoundsAreGiven() throws IOException {
        final List<Figures> all = Figures.read(List.of(resource("round.json"), resource("round.json")));

        assertThat(all).hasSize(1);
        final Figures figures = all.get(0);
        assertThat(figures.jdkVersion()).isEqualTo("17.0.15");
        assertThat(figures.vm()).isEqualTo("OpenJDK 64-Bit Server VM 17.0.15+6");
        assertThat(figures.runs()).startsWith("up to 2 round(s) of 1 fork(s) of 1 × 100 ms");
        assertThat(figures.ns("LaneWriteBenchmark.lane payloadBytes=32")).isEqualTo(10);
        assertThat(figures.ns("DisabledCheckBenchmark.isEnabled")).isEqualTo(1.5);
        assertThat(figures.jvmBytes()).containsEntry("LaneWriteBenchmark.lane payloadBytes=32", 0.001);
    }

    @Test
    void shouldTakeTheMedianWhenOneIterationWasDisturbed() {
        final Figures figures = new Figures(List.of(claim(30), claim(900), claim(31)));

        assertThat(figures.ns("EnabledWriteBenchmark.claim:byHandleNs payloadBytes=32 sessions=1")).isEqualTo(31);
    }

    @Test
    void shouldTellRoundsApartWhenALaterOneHasLeftBenchesOut() {
        final BenchResult other = SampleResults.result("17", "io.ringside.bench.disabled.DisabledCheckBenchmark.write",
                Map.of(), 2, 0);
        final List<Figures> rounds = new Figures(List.of(claim(30), other, claim(40))).rounds();

        assertThat(rounds).extracting(
                round -> round.ns("EnabledWriteBenchmark.claim:byHandleNs payloadBytes=32 sessions=1"))
                .containsExactly(30.0, 40.0);
        assertThat(rounds.get(1).ns("DisabledCheckBenchmark.write")).isNaN();
    }

    @Test
    void shouldKeepJdksApartWhenFilesHoldSeveral() throws IOException {
        final Path newer = folder.resolve("newer.json");
        Files.writeString(newer, Files.readString(resource("round.json")).replace("17.0.15", "25.0.3"));

        assertThat(Figures.read(List.of(newer, resource("round.json")))).extracting(Figures::jdkVersion)
                .containsExactly("17.0.15", "25.0.3");
    }

    @Test
    void shouldHaveNoNumberWhenABenchWasNotRun() {
        assertThat(new Figures(List.of(claim(30))).ns("EnabledWriteBenchmark.gather:peerClockNs")).isNaN();
    }

    @Test
    void shouldRefuseFileWhenItIsNotOfJmh() throws IOException {
        final Path file = Files.writeString(folder.resolve("other.json"), "{\"a\": 1}");

        assertThatThrownBy(() -> Figures.read(List.of(file))).isInstanceOf(IOException.class)
                .hasMessageContaining("path=" + file);
    }

    @Test
    void shouldRefuseResultWhenAllocationWasNotMeasured() {
        final BenchResult full = claim(30);
        final BenchResult result = new BenchResult(full.benchmark(), full.mode(), 1, "17", "VM", "17", 1, "1 s", 1,
                "1 s",
                PARAMS, full.primaryMetric(), Map.of());

        assertThatThrownBy(() -> new Figures(List.of(result))).hasMessageContaining("-prof gc");
    }

    @Test
    void shouldTellHowRecordingsWereRunByThemselves() {
        final BenchResult other = claim(30);
        final BenchResult recording = new BenchResult("io.RecordBenchmark.recorder", other.mode(), 1, "17", "VM", "17",
                6, "400 ms", 3, "250 ms", PARAMS, other.primaryMetric(), other.secondaryMetrics());

        assertThat(new Figures(List.of(recording, other)).runs()).isEqualTo("up to 1 round(s) of 1 fork(s) of 2 ×"
                + " 200 ms warm-up and 1 × 200 ms measured; recordings and readings up to 1 round(s) of 1 fork(s) of"
                + " 6 × 400 ms warm-up and 3 × 250 ms measured");
        assertThat(new Figures(List.of(recording, recording)).runs()).isEqualTo(
                "recordings and readings up to 2 round(s) of 1 fork(s) of 6 × 400 ms warm-up and 3 × 250 ms measured");
        assertThat(new Figures(List.of(recording, other, other)).runs()).startsWith("up to 2 round(s)")
                .contains("; recordings and readings up to 1 round(s)");
    }

    @Test
    void shouldTellTheWaysOfABenchApartWhenItMeasuresThemInTurn() {
        final Figures figures = new Figures(List.of(inTurn(Map.of("generatedNs", 11.0, "byHandNs", 21.0), 0)));

        assertThat(figures.ns(IN_TURN + ":generatedNs")).isEqualTo(11);
        assertThat(figures.ns(IN_TURN + ":byHandNs")).isEqualTo(21);
        assertThat(figures.ns(IN_TURN)).isNaN();
        assertThat(figures.writerBytes()).hasSize(2).allSatisfy((way, bytes) -> assertThat(bytes).isZero());
    }

    @Test
    void shouldLeaveOutAnIterationInWhichAWayHadNoTurn() {
        final Figures figures = new Figures(List.of(inTurn(Map.of("byHandleNs", 11.0), 0),
                inTurn(Map.of("byHandleNs", Double.NaN), 0)));

        assertThat(figures.ns(IN_TURN + ":byHandleNs")).isEqualTo(11);
        assertThat(figures.spreads()).containsExactly(0, 0);
    }

    @Test
    void shouldRefuseAWayThatNeverHadATurn() {
        final List<BenchResult> never = List.of(inTurn(Map.of("generatedNs", Double.NaN, "byHandNs", 21.0), 0));

        assertThatThrownBy(() -> Figures.ofAll(never)).hasMessageContaining("bench=" + IN_TURN + ":generatedNs");
    }

    @Test
    void shouldCountAllocationForOurEventsAloneWhenPeersAreMeasuredInTurn() {
        final Figures figures = new Figures(List.of(inTurn(Map.of("byHandleNs", 11.0, "ownShare", 0.4), 2)));

        assertThat(figures.jvmBytes()).containsOnly(Map.entry(IN_TURN + ":byHandleNs", 5.0));
    }

    private static BenchResult inTurn(final Map<String, Double> counters, final double bytes) {
        final BenchResult all = SampleResults.result("17", "io.ringside." + IN_TURN, Map.of(), 15, bytes);
        final Map<String, BenchResult.Metric> metrics = new HashMap<>(all.secondaryMetrics());
        counters.forEach((name, value) -> metrics.put(name, new BenchResult.Metric("#", new double[][]{{value}})));
        return new BenchResult(all.benchmark(), all.mode(), 1, "17", "VM", "17", 1, "1 s", 1, "1 s", Map.of(),
                all.primaryMetric(), metrics);
    }

    private static BenchResult claim(final double ns) {
        return SampleResults.result("17", BENCH, PARAMS, ns, 0);
    }

    private Path resource(final String name) throws IOException {
        final Path copy = folder.resolve(name);
        if (!Files.exists(copy)) {
            try (InputStream in = FiguresTest.class.getResourceAsStream(name)) {
                Files.copy(in, copy);
            }
        }
        return copy;
    }
}
