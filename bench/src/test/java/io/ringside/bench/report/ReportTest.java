package io.ringside.bench.report;

import io.ringside.bench.report.Observation.Machine;
import io.ringside.bench.report.Target.Measured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("proof")
class ReportTest {
    private static final String JDK = "17.0.1";
    private static final Target RATIO = Target.parse("## Section",
            "ours / peer\tABenchmark.way:oursNs\t/\t:peerNs\t<= 0.8");
    private static final Target LATENCY = Target.parse("## Section",
            "p50 / Aeron\tlatency.Ringside:p50 rate=1\t/\tlatency.Aeron:p50 rate=1\t<= 0.9");

    @TempDir
    Path folder;

    private final List<Path> files = new ArrayList<>();

    // Reading

    @Test
    void shouldTellTheWaysApartThatABenchMeasuresInTurn() throws IOException {
        jmh(1, "[[5.0, 7.0], [6.0, \"NaN\"]]", "[[20.0]]", 0, "");
        final Results results = Results.read(files);

        assertThat(results.samples(JDK, "ABenchmark.way:oursNs").get(0).values()).containsExactly(5, 6, 7);
        assertThat(results.samples(JDK, "ABenchmark.way:peerNs").get(0).median()).isEqualTo(20);
        assertThat(results.samples(JDK, "ABenchmark.way:ns")).as("the score of all ways together").isEmpty();
    }

    @Test
    void shouldTakeTheScoreAndTheParametersWhenABenchMeasuresOneWay() throws IOException {
        write("jmh-x-2.json", """
                [{"benchmark": "a.b.C.d", "mode": "avgt", "jdkVersion": "17.0.1", "params": {"z": "1", "b": "2"},
                  "primaryMetric": {"scoreUnit": "ns/op", "rawData": [[3.5]]},
                  "secondaryMetrics": {"gc.alloc.rate.norm": {"rawData": [[0.0]]}}}]""");

        assertThat(Results.read(files).samples(JDK, "C.d:ns b=2 z=1"))
                .singleElement().matches(sample -> sample.round() == 2 && sample.median() == 3.5);
    }

    @Test
    void shouldGiveAllAllocationToOursWhenPeersAreMeasuredInTurn() throws IOException {
        jmh(1, "[[5.0]]", "[[20.0]]", 1, ", \"ownShare\": {\"rawData\": [[0.4]]}");

        assertThat(Results.read(files).samples(JDK, "ABenchmark.way:jvmBytes").get(0).median()).isEqualTo(2.5);
    }

    @Test
    void shouldReportTheWorstAllocationOfBenchesThatWrite() throws IOException {
        jmh(1, "[[5.0]]", "[[20.0]]", 3, "");
        write("jmh-x-1-peer.json", result("a.B.peerOther", 40));
        write("jmh-x-1-recording.json", result("a.RecordBenchmark.recorder", 50));

        assertThat(Results.read(files).samples(JDK, Results.WORST_BYTES).get(0).median()).isEqualTo(3);
    }

    @Test
    void shouldRejectResultsWhenABenchThatWritesAllocatesInEveryIteration() throws IOException {
        jmh(1, "[[5.0]]", "[[20.0]]", 16, "");
        final Results results = Results.read(files);

        assertThatThrownBy(() -> results.requireNoAllocation(0.05)).hasMessageContaining("ABenchmark.way:bytes = 16.0");
    }

    @Test
    void shouldAcceptWhatPeersRecordersAndReadersAllocate() throws IOException {
        write("jmh-x-1.json", result("a.B.peerOther", 40));
        write("jmh-x-1-recording.json", result("a.ReadBenchmark.byOffset", 50));

        Results.read(files).requireNoAllocation(0.05);
    }

    @Test
    void shouldRejectAFigureThatHadNoTurnInAnyIteration() throws IOException {
        jmh(1, "[[\"NaN\", \"NaN\"]]", "[[20.0]]", 0, "");

        assertThatThrownBy(() -> Results.read(files)).hasMessageContaining("figure=ABenchmark.way:oursNs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{}", "[{}]"})
    void shouldRejectAFileThatJmhHasNotWrittenToItsEnd(final String text) throws IOException {
        write("jmh-x-1.json", text);

        assertThatThrownBy(() -> Results.read(files)).isInstanceOf(IOException.class)
                .hasMessageContaining("jmh-x-1.json");
    }

    @Test
    void shouldComeBackWholeWhenAnObservationIsWritten() throws IOException {
        final Path file = folder.resolve("a.jsonl");
        final Observation first = latency("Ringside", 1, Machine.FAR, 500);
        final Observation second = Observation.of("growth", Map.of(), 1, "%", Map.of("agentShare", 1.5));
        Observation.append(file, List.of(first));
        Observation.append(file, List.of(second));

        assertThat(Observation.read(file)).containsExactly(first, second);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "7", "{}"})
    void shouldNameTheLineThatIsNoObservation(final String line) throws IOException {
        final Path file = Files.writeString(folder.resolve("a.jsonl"), line + '\n');

        assertThatThrownBy(() -> Observation.read(file)).isInstanceOf(IOException.class)
                .hasMessageContaining("line=1");
    }

    // Ratios

    @Test
    void shouldTakeTheMedianOfTheRatiosOfRounds() throws IOException {
        jmh(1, "[[9.0]]", "[[10.0]]", 0, "");
        jmh(2, "[[20.0]]", "[[10.0]]", 0, "");
        jmh(3, "[[10.0]]", "[[20.0]]", 0, "");

        assertThat(RATIO.measure(Results.read(files), JDK))
                .containsExactly(new Measured("", 0.9, 0.5, 2.0, 3, 10, 10));
    }

    @Test
    void shouldMeasureNothingWhenOneSideIsMissing() throws IOException {
        write("jmh-x-1.json", result("a.ABenchmark.way", 0));

        assertThat(RATIO.measure(Results.read(files), JDK)).isEmpty();
    }

    @Test
    void shouldDivideOnlyWithinOneStateOfTheMachine() {
        final Results results = new Results();
        results.add(latency("Ringside", 1, Machine.FAR, 500));
        results.add(latency("Aeron", 1, Machine.CLOSE, 100));
        results.add(latency("Ringside", 2, Machine.CLOSE, 150));
        results.add(latency("Aeron", 2, Machine.FAR, 400));

        assertThat(LATENCY.measure(results, JDK)).as("the peer of the next round").containsExactly(
                new Measured(Machine.CLOSE, 1.5, 1.5, 1.5, 1, 150, 100),
                new Measured(Machine.FAR, 1.25, 1.25, 1.25, 1, 500, 400));
    }

    @Test
    void shouldPreferThePeerOfTheSameRound() {
        final Results results = new Results();
        results.add(latency("Aeron", 1, Machine.FAR, 100));
        results.add(latency("Aeron", 2, Machine.FAR, 400));
        results.add(latency("Ringside", 2, Machine.FAR, 500));

        assertThat(LATENCY.measure(results, JDK)).extracting(Measured::median).containsExactly(1.25);
    }

    @Test
    void shouldNotDivideByAPeerThatIsTwoRoundsAway() {
        final Results results = new Results();
        results.add(latency("Aeron", 1, Machine.FAR, 100));
        results.add(latency("Ringside", 3, Machine.FAR, 500));

        assertThat(LATENCY.measure(results, JDK)).isEmpty();
    }

    @Test
    void shouldDiscardWhatWasMeasuredWhileTheStateChanged() throws IOException {
        final Results results = new Results();
        results.add(latency("Ringside", 1, Machine.CHANGED, 500));
        results.add(latency("Aeron", 1, Machine.CHANGED, 400));

        assertThat(LATENCY.measure(results, JDK)).isEmpty();
        assertThat(Page.render(results, List.of(LATENCY), 60))
                .contains("* 2 of 2 measurements between processes: state changed, discarded");
    }

    @ParameterizedTest
    @CsvSource({"/,0.5", "-,-10", "-/4,-2.5"})
    void shouldApplyTheOperationOfATarget(final String op, final double expected) throws IOException {
        jmh(1, "[[10.0]]", "[[20.0]]", 0, "");

        assertThat(
                Target.parse("", "x\tABenchmark.way:oursNs\t" + op + "\t:peerNs\t").measure(Results.read(files), JDK))
                .extracting(Measured::median).containsExactly(expected);
    }

    @ParameterizedTest
    @CsvSource({"<= 1, 1.0, true", "<= 1, 1.1, false", ">= 1, 1.0, true", ">= 1, 0.9, false",
        "far <= 1, 1.1, false", "close <= 1, 1.1, true"})
    void shouldMeetALimitInTheStateToWhichItApplies(final String limit, final double value, final boolean isMet) {
        assertThat(Target.parse("", "x\tA:b\t/\tC:d\t" + limit)
                .isMet(new Measured(Machine.FAR, value, 0, 9, 3, 1, 1))).isEqualTo(isMet);
    }

    @Test
    void shouldMissALimitOfNothingWhenOneRoundHadSomething() {
        assertThat(Target.parse("", "lost\tA:b\t\t\t<= 0").isMet(new Measured("", 0, 0, 1, 3, 0, 0))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x\tA:b\t/\tC:d", "x\tA:b\t/\tC:d\t< 1", "x\tA:b\t/\tC:d\tnear <= 1"})
    void shouldRejectALineThatIsNoTarget(final String line) {
        assertThatThrownBy(() -> Target.parse("", line)).hasMessageContaining("not a target");
    }

    // Page, picture, file of ratios

    @Test
    void shouldShowVerdictRangeAndBothFiguresOfATarget() throws IOException {
        jmh(1, "[[9.0]]", "[[10.0]]", 0, "");
        jmh(2, "[[20.0]]", "[[10.0]]", 0, "");
        jmh(3, "[[5.0]]", "[[10.0]]", 0, "");

        assertThat(Page.render(Results.read(files), List.of(RATIO, LATENCY), 120))
                .contains("""

                        ## Section

                        | | target | JDK 17.0.1 |
                        | --- | --- | --- |
                        | ours / peer | ≤ 0.80 | **✗** 0.90 (0.50 to 2.00) = 9.00 / 10.00 ns |
                        | p50 / Aeron | ≤ 0.90 | – |
                        """)
                .contains("0 of 1 measured targets are met").contains(" 2 minutes");
    }

    @Test
    void shouldDrawACurveForEachChannelAndState() {
        final Results results = new Results();
        for (final String state : List.of(Machine.CLOSE, Machine.FAR, Machine.CHANGED)) {
            results.add(new Observation("latency.Ringside", Map.of("rate", "100000", "reader", "spin"), JDK, 1, "ns",
                    Map.of("p50", 100.0, "p99", 10_000.0), new Machine(state, 60, 60, 0, 0)));
        }

        assertThat(LatencyPlot.svg(results, JDK).split("<polyline", -1)).hasSize(3);
        assertThat(LatencyPlot.svg(results, JDK)).contains(">Ringside, close<").contains(">Ringside, far<")
                .contains("points=\"148.7,358.3 480.0,235.0\"");
    }

    @Test
    void shouldCompareAShortRunWithTheRatiosOfTheFullRun() throws IOException {
        rounds("[[8.0]]", "[[9.0]]");
        final Path regression = folder.resolve("regression.tsv");
        Regression.write(regression, Results.read(files), List.of(RATIO));
        rounds("[[15.0]]", "[[90.0, 16.0]]");
        assertThat(Regression.judge(regression, Results.read(files), List.of(RATIO)))
                .contains("good").contains("1.50, before 0.85: ours / peer");
        rounds("[[18.0]]", "[[18.0]]");
        final Results slower = Results.read(files);

        assertThatThrownBy(() -> Regression.judge(regression, slower, List.of(RATIO)))
                .hasMessageContaining("[ours / peer]");
    }

    @Test
    void shouldCompareWithTheTargetWhenThereIsNoRatioOfAFullRun() throws IOException {
        final Path regression = Files.writeString(folder.resolve("regression.tsv"), "25\tours / peer\t9\t9\t9\n");
        rounds("[[15.9]]", "[[15.9]]");
        assertThat(Regression.judge(regression, Results.read(files), List.of(RATIO))).contains("before 0.80");
        rounds("[[16.1]]", "[[16.1]]");
        final Results slower = Results.read(files);

        assertThatThrownBy(() -> Regression.judge(regression, slower, List.of(RATIO)))
                .hasMessageContaining("TOO SLOW");
    }

    @Test
    void shouldNotCompareWithARatioThatWasUnstable() throws IOException {
        final Path regression = Files.writeString(folder.resolve("regression.tsv"),
                "17\tours / peer\t0.5\t0.6\t0.7\n");
        rounds("[[90.0]]", "[[90.0]]");

        assertThat(Regression.judge(regression, Results.read(files), List.of(RATIO))).contains("not compared");
    }

    @Test
    void shouldNotJudgeWhatOneRoundAloneHasMeasured() throws IOException {
        rounds("[[90.0]]");

        assertThat(Regression.judge(Files.createFile(folder.resolve("regression.tsv")), Results.read(files),
                List.of(RATIO))).isEmpty();
    }

    private void rounds(final String... oursNs) throws IOException {
        files.clear();
        for (int i = 0; i < oursNs.length; i++) {
            jmh(i + 1, oursNs[i], "[[10.0]]", 0, "");
        }
    }

    private void jmh(final int round, final String oursNs, final String peerNs, final double bytes, final String more)
            throws IOException {
        write("jmh-x-" + round + ".json", """
                [{"benchmark": "io.ABenchmark.way", "mode": "avgt", "jdkVersion": "%s",
                  "primaryMetric": {"scoreUnit": "ns/op", "rawData": [[1.0]]},
                  "secondaryMetrics": {"oursNs": {"rawData": %s}, "peerNs": {"rawData": %s},
                    "gc.alloc.rate.norm": {"rawData": [[%s, 99.0]]}%s}}]"""
                .formatted(JDK, oursNs, peerNs, bytes, more).replace(more.isEmpty() ? "" : ", 99.0", ""));
    }

    private static String result(final String bench, final double bytes) {
        return """
                [{"benchmark": "%s", "mode": "avgt", "jdkVersion": "%s",
                  "primaryMetric": {"scoreUnit": "ns/op", "rawData": [[1.0]]},
                  "secondaryMetrics": {"gc.alloc.rate.norm": {"rawData": [[%s]]}}}]""".formatted(bench, JDK, bytes);
    }

    private void write(final String name, final String text) throws IOException {
        files.add(Files.writeString(folder.resolve(name), text));
    }

    private static Observation latency(final String subject, final int round, final String state, final double ns) {
        return new Observation("latency." + subject, Map.of("rate", "1"), JDK, round, "ns", Map.of("p50", ns),
                new Machine(state, 60, 61, 0.5, 1.25));
    }
}
