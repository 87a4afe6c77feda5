package io.ringside.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class QuickCheckTest {
    private static final String ENABLED = "io.ringside.bench.enabled.EnabledWriteBenchmark.";
    private static final String TARGET = "claim, handle, by Agrona many-to-one";
    private static final Map<String, String> PARAMS = Map.of("payloadBytes", "32", "sessions", "1");

    @TempDir
    Path folder;

    @Test
    void shouldRefuseWhenEvenTheBestIterationIsWorseThanTwiceTheLimit() {
        final List<Figures> figures = figures(17, 30);

        assertThatThrownBy(() -> QuickCheck.check(figures, List.of()))
                .hasMessageContaining("targets=[" + TARGET + ": 1.70]");
        assertThat(QuickCheck.check(figures, List.of(TARGET))).contains("known    " + TARGET);
    }

    @Test
    void shouldAcceptWhenOneRoundWasDisturbed() {
        assertThat(QuickCheck.check(figures(15, 300), List.of())).contains("good     " + TARGET);
    }

    @Test
    void shouldNotJudgeWhatOneRoundAloneHasMeasured() {
        assertThat(QuickCheck.check(figures(300), List.of())).doesNotContain(TARGET);
    }

    @Test
    void shouldRefuseWhenABenchOfOursAllocates() {
        final List<Figures> figures = List.of(new Figures(
                List.of(SampleResults.result("17", ENABLED + "claim:byHandleNs", PARAMS, 10, 16))));

        assertThatThrownBy(() -> QuickCheck.check(figures, List.of())).hasMessageContaining("benches allocate");
    }

    @Test
    void shouldReadWhatIsKnownWhenADocumentTellsIt() throws IOException {
        final Path document = Files.writeString(folder.resolve("known.md"), """
                | not | this |
                <!-- begin known -->
                | target | reason |
                | --- | --- |
                | claim, handle, by JFR event | why |
                | other | too |
                <!-- end known -->
                """);

        assertThat(KnownMisses.read(document)).containsExactly("claim, handle, by JFR event", "other");
    }

    @Test
    void shouldKnowOnlyTargetsThatThereAreWhenTheDocumentIsRead() throws IOException {
        final List<String> targets = Targets.of(new Figures(SampleResults.all("17"))).stream().map(Target::what)
                .toList();

        assertThat(KnownMisses.read(Path.of(System.getProperty("basedir", "")).resolve("docs/experiments.md")))
                .isSubsetOf(targets);
    }

    private static List<Figures> figures(final double... oursNs) {
        final List<BenchResult> results = new ArrayList<>();
        for (final double ns : oursNs) {
            results.add(SampleResults.result("17", ENABLED + "claim:peerManyToOneNs", PARAMS, 10, 0));
            results.add(SampleResults.result("17", ENABLED + "claim:byHandleNs", PARAMS, ns, 0));
        }
        return List.of(new Figures(results));
    }
}
