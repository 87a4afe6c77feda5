package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

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
    @ValueSource(strings = {"perfetto", "chrome", "ctf", "jfr", "jsonl", "csv"})
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
        for (final String format : List.of("jsonl", "ctf")) {
            final ProgramRun run = run("export", "flow", "--as", format, "--to", target.toString());
            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(run.err()).singleElement().asString().contains("export exists: path=" + target);
        }
        assertThat(target).hasContent("mine");
        assertThat(number(run("query", "flow", "--format", "json").out().get(0), "inRing"))
                .as("nothing was taken").isEqualTo(EVENTS);
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
