package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import io.ringside.export.TestCollector;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What {@code export} makes of recordings and sessions; tests of the exporter read what is in its files. */
class ExportCommandTest {
    private static final int EVENTS = 2_000;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    private Path output;

    @BeforeEach
    void write() throws IOException {
        output = Files.createDirectory(folder.resolve("output"));
        run("start", "flow");
        run("enable", "flow", "Orders");
        run("emit", "--provider", "Orders", "--events", String.valueOf(EVENTS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"perfetto", "chrome", "ctf", "jfr", "jsonl", "csv", "parquet"})
    void shouldExportASessionInEachFormatAndTellHowMuchItWas(final String format) {
        final Path target = output.resolve("all");
        final ProgramRun run = run("export", "flow", "--as", format, "--to", target.toString(), "--format", "json");

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        final String row = run.out().get(0);
        assertThat(number(row, "events")).isEqualTo(EVENTS);
        assertThat(number(row, "lost")).isZero();
        assertThat(number(row, "gaps")).isZero();
        assertThat(number(row, "bytes")).isPositive();
        assertThat(row).endsWith("\"path\":\"" + target + "\"}");
        assertThat(target).exists();
        assertThat(files()).containsExactly("all");
    }

    @Test
    void shouldPrintTheSameLinesAsTailAndTimesForPeople() {
        final List<String> lines = run("export", "flow", "--as", "jsonl", "--to", "-", "--where", "sequence < 3")
                .out();
        assertThat(lines).hasSize(3).allMatch(line -> line.matches(
                "\\{\"time\":\\d+,\"ticks\":\\d+,\"isoTime\":\"[-0-9]+T[:0-9]+\\.\\d{9}Z\",\"provider\":\"Orders\".*"
                        + "\"levelName\":\"INFORMATION\".*"));
    }

    @Test
    void shouldWriteLargeNumbersAsStringsAndCompressWhenAsked() throws IOException {
        final Path target = output.resolve("all.jsonl.gz");
        run("export", "flow", "--as", "jsonl", "--numbers", "string", "--to", target.toString());
        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(target))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()).hasSize(EVENTS)
                    .allMatch(line -> line.matches("\\{\"time\":\"\\d+\",\"ticks\":\"\\d+\".*\"sequence\":\"\\d+\".*"));
        }
    }

    @Test
    void shouldAddTheSamplesOfCountersThatWereWrittenAsCsv() throws IOException {
        final Path samples = output.resolve("counters.csv");
        Files.writeString(samples, """
                "(PDH-CSV 4.0)","\\\\host\\Books(AAPL)\\depth","\\\\host\\Books(MSFT)\\depth"
                "11/26/2026 10:00:00.000","7.000000"," "
                "11/26/2026 10:00:01.000","8.500000","3.000000"
                """);
        final Path target = output.resolve("all.json");
        assertThat(run("export", "flow", "--as", "chrome", "--to", target.toString(), "--counters",
                samples.toString()).err()).isEmpty();
        assertThat(Files.readAllLines(target).stream().filter(line -> line.contains("\"ph\":\"C\"")))
                .satisfiesExactly(
                        line -> assertThat(line).contains("\"name\":\"Books(AAPL)\\\\depth\"", "\"value\":7.0"),
                        line -> assertThat(line).contains("\"name\":\"Books(AAPL)\\\\depth\"", "\"value\":8.5"),
                        line -> assertThat(line).contains("\"name\":\"Books(MSFT)\\\\depth\"", "\"value\":3.0"));

        final ProgramRun refused = run("export", "flow", "--as", "csv", "--to", output.resolve("no").toString(),
                "--counters", samples.toString());
        assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err()).singleElement().asString().contains("format has no counters: format=csv");
    }

    @Test
    void shouldPrintTheNamesOfOpenTelemetryWhenAsked() {
        final List<String> lines = run("export", "flow", "--as", "jsonl", "--names", "opentelemetry", "--to", "-",
                "--where", "sequence < 3").out();
        assertThat(lines).hasSize(3).allMatch(line -> line.matches(
                "\\{\"time_unix_nano\":\\d+,\"event_name\":\".*\",\"severity_number\":9,.*\"sequence\":[012],.*"));
    }

    @Test
    void shouldSendEventsToACollectorAndTellHowManyItHasRejected() {
        try (TestCollector collector = new TestCollector().then(TestCollector.Reply.partly(3, "too old"))) {
            final ProgramRun run = run("export", "flow", "--as", "otlp", "--to", collector.url().toString(), "--header",
                    "X-Tenant=a=b", "--format", "json");
            assertThat(run.exitCode()).isEqualTo(ExitCode.LOST);
            assertThat(run.err()).containsExactly("ringside: collector has rejected records, or warns: rejected=3, "
                    + "reason=too old: correct its settings, and export again");
            assertThat(number(run.out().get(0), "events")).isEqualTo(EVENTS);
            assertThat(number(run.out().get(0), "rejected")).isEqualTo(3);
            assertThat(number(run.out().get(0), "bytes")).isPositive();
            assertThat(collector.records()).hasSize(EVENTS);
            assertThat(collector.requests().get(0).headers()).containsEntry("x-tenant", "a=b");
            assertThat(files()).isEmpty();
        }
    }

    @Test
    void shouldSendWhatDoesNotFillARequestWhileItFollows() {
        try (TestCollector collector = new TestCollector()) {
            final Interruption interruption = new Interruption();
            final CompletableFuture<ProgramRun> following = CompletableFuture
                    .supplyAsync(() -> ProgramRun.of(folder.resolve("trace"), interruption, "export", "flow",
                            "--follow", "--as", "otlp", "--to", collector.url().toString()));
            try {
                await().atMost(Duration.ofSeconds(60)).until(() -> collector.records().size() == EVENTS);
            } finally {
                interruption.request();
            }
            final ProgramRun run = following.join();
            assertThat(run.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
            assertThat(run.out()).singleElement().asString().startsWith("exported 2,000 events, 0 lost, 0 gaps, ");
        }
    }

    @Test
    void shouldTellWhatACollectorHasGotAndWhatItHasNotIfTheExportFails() {
        try (TestCollector collector = new TestCollector().then(TestCollector.Reply.accepted())
                .then(TestCollector.Reply.of(503))) {
            final ProgramRun run = run("export", "flow", "--peek", "--as", "otlp", "--to", collector.url().toString(),
                    "--retry-for", "0");
            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).hasSize(2);
            assertThat(run.err().get(0)).startsWith("ringside: collector has a part of the export: url=")
                    .contains(", lost=0, sentRecords=512, rejectedRecords=0, notSentRecords=512: ");
            assertThat(run.err().get(1)).startsWith("ringside: collector takes no records: url=");
        }
    }

    @Test
    void shouldTakeNothingFromASessionWhenThereIsNoCollector() {
        final TestCollector gone = new TestCollector();
        gone.close();
        final ProgramRun run = run("export", "flow", "--as", "otlp", "--to", gone.url().toString(), "--retry-for", "0");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).singleElement().asString().startsWith("ringside: collector takes no records: url=")
                .contains("reason=connection refused", "recordsOfRequest=0");
        assertThat(number(run("query", "flow", "--format", "json").out().get(0), "inRing")).isEqualTo(EVENTS);

        assertThat(run("export", "flow", "--as", "otlp", "--to", "no url").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run("export", "flow", "--as", "otlp", "--to", "-").exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void shouldTellOfLossesByItsExitCode() {
        run("start", "small", "--lanes", "1", "--lane-size", "64k");
        run("enable", "small", "Orders");
        run("emit", "--provider", "Orders", "--events", "5000");
        final ProgramRun run = run("export", "small", "--as", "csv", "--to", output.resolve("all").toString(),
                "--format", "json");
        assertThat(run.exitCode()).isEqualTo(ExitCode.LOST);
        assertThat(number(run.out().get(0), "lost") + number(run.out().get(0), "events")).isEqualTo(5_000);
        assertThat(number(run.out().get(0), "gaps")).isPositive();
    }

    @Test
    void shouldLeaveNothingWhenItIsInterrupted() {
        final Interruption interruption = new Interruption();
        interruption.request();
        final ProgramRun run = ProgramRun.of(folder.resolve("trace"), interruption, "export", "flow", "--as",
                "perfetto", "--to", output.resolve("all").toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(run.err()).singleElement().asString().contains("incomplete export was removed");
        assertThat(files()).isEmpty();
    }

    @Test
    void shouldNotWriteOverWhatThereIs() throws IOException {
        final Path target = Files.writeString(output.resolve("all"), "mine");
        for (final String format : List.of("jsonl", "ctf", "parquet")) {
            final ProgramRun run = run("export", "flow", "--as", format, "--to", target.toString());
            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(run.err()).singleElement().asString().contains("export exists: path=" + target);
        }
        assertThat(target).hasContent("mine");
        assertThat(number(run("query", "flow", "--format", "json").out().get(0), "inRing"))
                .as("nothing was taken").isEqualTo(EVENTS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-", "all.csv", "all.csv.gz"})
    void shouldTakeNothingFromASessionWhoseEventsHaveNoCommonColumns(final String name) {
        run("enable", "flow", "Trades");
        run("emit", "--provider", "Trades", "--csv", orders().toString());
        final String held = run("query", "flow", "--format", "json").out().get(0);
        final String target = name.equals("-") ? name : output.resolve(name).toString();
        final ProgramRun run = run("export", "flow", "--as", "csv", "--to", target);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).singleElement().asString().contains("one file has events of one kind: first=",
                ": export to a folder, or select one kind");
        assertThat(files()).containsExactly("orders.csv");
        assertThat(number(run("query", "flow", "--format", "json").out().get(0), "inRing")).as("nothing was taken")
                .isEqualTo(number(held, "inRing")).isGreaterThan(EVENTS);

        assertThat(run("export", "flow", "--as", "csv", "--to", target, "--where", "provider is \"Orders\"").exitCode())
                .as("one kind, of two levels").isEqualTo(ExitCode.DONE);
    }

    private Path orders() {
        try {
            return Files.writeString(output.resolve("orders.csv"), "34200.00,1,1,10,5853300,1\n");
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldRejectAFolderFormatOnStandardOutputAndUnknownFormats() {
        final ProgramRun ctf = run("export", "flow", "--as", "ctf", "--to", "-");
        assertThat(ctf.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(ctf.err()).singleElement().asString().contains("format needs a folder: format=CTF");
        assertThat(run("export", "flow", "--as", "xml", "--to", "-").exitCode()).isEqualTo(ExitCode.USAGE);
    }

    private List<String> files() {
        try (Stream<Path> files = Files.list(output)) {
            return files.map(file -> file.getFileName().toString()).toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
