package io.ringside.bench.report;

import io.ringside.bench.result.HarnessTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ReportTest {
    private static final Observations NONE = new Observations(List.of());
    private static final MachineFacts MACHINE = new MachineFacts(LocalDate.of(2026, 1, 2), "Some CPU", 2, "Linux 6.18",
            "tsc", null);
    private static final Pattern SECTION = Pattern.compile("^### JDK ", Pattern.MULTILINE);
    private static final Pattern FACT = Pattern.compile("^(\\* [^:]+:).*$", Pattern.MULTILINE);
    private static final Pattern VERSION = Pattern.compile("^(### JDK ).*$", Pattern.MULTILINE);
    private static final Pattern FIGURE = Pattern.compile("-?\\d+\\.\\d\\d|–");
    private static final Pattern VERDICT = Pattern.compile("\\| (met|\\*\\*not met\\*\\*|not measured) \\|");

    @TempDir
    Path folder;

    @Test
    void shouldFindTheShapeOfTheGeneratorWhenThePageIsRead() throws IOException {
        final String written = GeneratedPart.FIGURES
                .read(Path.of(System.getProperty("basedir", "")).resolve("docs/results.md"));
        final long jdks = SECTION.matcher(written).results().count();
        final List<Figures> sample = SECTION.matcher(written).results()
                .map(section -> new Figures(SampleResults.all("17.0." + section.start()))).toList();

        assertThat(jdks).as("JDKs that were measured").isPositive();
        // What harnesses add depends on what they have measured.
        assertThat(shape(written)).containsSubsequence(shape(Report.render(MACHINE, sample, NONE)).stream()
                .filter(line -> Arrays.stream(HarnessTarget.values())
                        .noneMatch(target -> line.startsWith(shape("| " + target.label()).get(0))))
                .toList());
    }

    @Test
    void shouldTellHowLongTheRunTookWhenItIsTold() {
        final MachineFacts timed = new MachineFacts(LocalDate.of(2026, 1, 2), "Some CPU", 2, "Linux 6.18", "tsc",
                Duration.ofSeconds(1_632));

        assertThat(timed.toMarkdown()).isEqualTo(
                MACHINE.toMarkdown() + "* duration of the whole run: 27.2 minutes\n");
    }

    @Test
    void shouldShowEveryBenchWhenAllWereRun() {
        final List<BenchResult> results = SampleResults.all("17");
        final String text = Report.render(MACHINE, List.of(new Figures(results)), NONE);

        assertThat(text.lines().filter(line -> line.contains("–") || line.contains("not measured")))
                .hasSize(HarnessTarget.values().length).allMatch(line -> line.endsWith("| not measured |"));
        assertThat(results).hasSizeGreaterThan(SampleResults.benches().size()).allSatisfy(result -> assertThat(text)
                .as(result.key()).contains("| " + Table.figure(result.timesNs().sum()) + " |"));
    }

    @Test
    void shouldShowADashAndNoVerdictWhenABenchWasNotRun() {
        final String text = Report.render(MACHINE, List.of(new Figures(List.of(SampleResults.result("17",
                "io.ringside.bench.disabled.DisabledCheckBenchmark.isEnabled", Map.of(), 1.25, 0)))), NONE);

        assertThat(text).contains("| `TraceEvent.isEnabled()` | 1.25 |").contains("| `nanoTime` | – |")
                .contains("| claim, handle, over `nanoTime` | ns | – | – to – | ≤ 5.00 | not measured |");
    }

    @Test
    void shouldSayWhetherATargetIsMetWhenItWasMeasured() {
        final Map<String, String> params = Map.of("payloadBytes", "32", "sessions", "1");
        final String enabled = "io.ringside.bench.enabled.EnabledWriteBenchmark.";
        final String text = Report.render(MACHINE, List.of(new Figures(List.of(
                SampleResults.result("17", enabled + "claim:peerClockNs", params, 20, 0),
                SampleResults.result("17", enabled + "gather:peerClockNs", params, 20, 0),
                SampleResults.result("17", enabled + "claim:byHandleNs", params, 24.5, 0),
                SampleResults.result("17", enabled + "gather:byHandleNs", params, 25.5, 0)))), NONE);

        assertThat(text).contains("| claim, handle, over `nanoTime` | ns | 4.50 | 4.50 to 4.50 | ≤ 5.00 | met |")
                .contains("| gather, handle, over `nanoTime` | ns | 5.50 | 5.50 to 5.50 | ≤ 5.00 | **not met** |");
    }

    @Test
    void shouldTellTheRangeOfTheRoundsWhenATargetWasMeasuredMoreThanOnce() {
        final Map<String, String> params = Map.of("payloadBytes", "32", "sessions", "1");
        final String enabled = "io.ringside.bench.enabled.EnabledWriteBenchmark.";
        final String text = Report.render(MACHINE, List.of(new Figures(List.of(
                SampleResults.result("17", enabled + "claim:peerManyToOneNs", params, 10, 0),
                SampleResults.result("17", enabled + "claim:peerManyToOneNs", params, 20, 0),
                SampleResults.result("17", enabled + "claim:byHandleNs", params, 9, 0),
                SampleResults.result("17", enabled + "claim:byHandleNs", params, 10, 0)))), NONE);

        assertThat(text).contains("| claim, handle, by Agrona many-to-one | × | 0.63 | 0.50 to 0.90 | ≤ 0.80 | met |");
    }

    @Test
    void shouldReplaceOnlyTheGeneratedPartWhenTablesAreWritten() throws IOException {
        final Path page = page("before\n<!-- begin figures -->\nold\n<!-- end figures -->\nafter\n");

        GeneratedPart.FIGURES.write(page, "new\n");

        assertThat(page).hasContent("before\n<!-- begin figures -->\nnew\n<!-- end figures -->\nafter\n");
        assertThat(GeneratedPart.FIGURES.read(page)).isEqualTo("new\n");
    }

    @Test
    void shouldLeaveThePageAloneWhenAMarkerIsMissing() throws IOException {
        final String text = "before\n<!-- begin figures -->\nafter\n";
        final Path page = page(text);

        assertThatThrownBy(() -> GeneratedPart.FIGURES.write(page, "new\n")).isInstanceOf(IOException.class)
                .hasMessageContaining("missing=<!-- end figures -->");
        assertThat(page).hasContent(text);
    }

    private Path page(final String text) throws IOException {
        return Files.writeString(folder.resolve("page.md"), text);
    }

    /** Everything but what a run decides. */
    private static List<String> shape(final String text) {
        final String facts = FACT.matcher(text).replaceAll("$1");
        final String versions = VERSION.matcher(facts).replaceAll("$1");
        return VERDICT.matcher(FIGURE.matcher(versions).replaceAll("#")).replaceAll("| ? |").lines()
                .toList();
    }
}
