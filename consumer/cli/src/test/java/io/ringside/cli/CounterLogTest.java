package io.ringside.cli;

import io.ringside.cli.console.Console;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.internal.counter.ProcessCounters;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.provider.counter.CounterInstance;
import io.ringside.provider.counter.CounterSet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Samples of counters in files, and as people want to see them. */
@Timeout(60)
class CounterLogTest {
    private static final CounterSetSchema SCHEMA = CounterSetSchema.of("Service", CounterSetSchema.Kind.MULTIPLE,
            List.of(
                    CounterSchema.of(1, "open", CounterType.LARGE_RAWCOUNT),
                    CounterSchema.of(2, "mask", CounterType.LARGE_RAWCOUNT).withDisplay(CounterSchema.Display.AS_HEX),
                    CounterSchema.of(3, "port", CounterType.RAWCOUNT)
                            .withDisplay(CounterSchema.Display.NO_DIGIT_GROUPING)
                            .withDetail(CounterSchema.Detail.ADVANCED),
                    CounterSchema.of(4, "load", CounterType.LARGE_RAWCOUNT).withScale(-3)
                            .withDisplay(CounterSchema.Display.AS_REAL),
                    CounterSchema.of(5, "hidden", CounterType.RAWCOUNT).withDisplay(CounterSchema.Display.NO_DISPLAY)));

    private Path folder;
    private Path directory;
    private Participant participant;
    private ProcessCounters counters;
    private CounterSet set;
    private CounterInstance web;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path shared) {
        folder = shared;
        directory = folder.resolve("trace");
        final TraceDirectory opened = TraceDirectory.open(directory);
        participant = Participant.join(opened);
        counters = ProcessCounters.in(opened, participant.files());
        set = counters.open(SCHEMA);
        web = set.create("web", 80);
        web.counter("open").set(1_234_567);
    }

    @AfterEach
    void close() {
        CloseHelper.closeAll(counters, participant);
    }

    @Test
    @DisplayName("R7.18 tables show values in hex, as real numbers or without groups of digits if counters want that")
    void shouldShowValuesAsCountersWantThem() {
        web.counter("mask").set(0xBEEF);
        web.counter("port").set(65_000);
        web.counter("load").set(1_234_567);

        assertThat(run("counters", "query", "Service(web)\\*", "Service(web)\\hidden").out().stream().skip(1)
                .map(line -> line.split(" +", -1)[4]))
                .containsExactly("1234567", "0xbeef", "65000", "1234.567", "0");
        assertThat(valuesOnATerminal("Service(web)\\*")).containsExactly("1,234,567", "0xbeef", "65000", "1,234.567");
        assertThat(run("counters", "watch", "Service(web)\\open", "--samples", "1").out()).last().asString()
                .contains(" 1234567 ");
        assertThat(run("--format", "json", "counters", "query", "Service(web)\\*").out())
                .anyMatch(line -> line.contains("\"value\":1234567,"))
                .anyMatch(line -> line.contains("\"value\":48879,"))
                .anyMatch(line -> line.contains("\"value\":1234.567,"));
        assertThat(run("counters", "list").out()).hasSize(5)
                .anyMatch(line -> line.matches("Service +web +80 +port .* advanced no_digit_grouping"))
                .anyMatch(line -> line.matches("Service +web +80 +mask .* as_hex"));
        assertThat(run("--format", "json", "counters", "list", "Service(*)\\hidden").out()).singleElement().asString()
                .contains("\"attributes\":\"no_display\"");
    }

    @Test
    void shouldPrintAllDigitsAsJson() {
        final long value = (1L << 53) + 1;
        web.counter("load").set(value);
        web.counter("open").set(value);

        assertThat(run("--format", "json", "counters", "query", "Service(web)\\*").out())
                .anyMatch(line -> line.contains("\"value\":9007199254740993,"))
                .anyMatch(line -> line.contains("\"value\":9007199254740.993,"));
    }

    @Test
    void shouldMakeAFileThatStaysEmptyWhenThereIsNoRow() {
        final Path file = folder.resolve("out.json");

        final ProgramRun run = run("--format", "json", "counters", "query", "Nothing\\here", "--to", file.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(file).isEmptyFile();
    }

    @Test
    @DisplayName("R7.50 paths from a file, and tabs in place of commas")
    void shouldTakePathsFromAFile() throws IOException {
        final Path paths = Files.writeString(folder.resolve("paths"), "Service(web)\\port\n\n  Service(web)\\mask\n");

        final List<String> lines = run("counters", "query", "--paths", paths.toString(), "--tsv").out();

        assertThat(lines).hasSize(2).allSatisfy(line -> assertThat(line.split("\t", -1)).hasSize(3));
        assertThat(lines.get(0)).startsWith("\"(PDH-TSV 4.0)\"\t").endsWith("\\Service(web)\\mask\"");
        Files.writeString(paths, "Service(web\\port\n");
        final ProgramRun wrong = run("counters", "query", "--paths", paths.toString());
        assertThat(wrong.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(wrong.err()).singleElement().asString().contains("file=" + paths);
        assertThat(run("counters", "query").err()).singleElement().asString().contains("no path is given");
    }

    @Test
    @DisplayName("R7.51 five samples and it stops")
    void shouldEndAfterItsSamples() throws IOException {
        final Path file = folder.resolve("out.csv");

        final ProgramRun run = log("Service(web)\\open", file, 5);

        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).isEmpty();
        assertThat(Files.readAllLines(file)).hasSize(6);
        final ProgramRun again = log("Service(web)\\open", file, 5);
        assertThat(again.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(again.err()).singleElement().asString().contains("path=" + file);
        assertThat(Files.readAllLines(file)).hasSize(6);
        assertThat(run("counters", "watch", "Service(web)\\open", "--samples", "5", "--interval", "10ms").out().stream()
                .filter(line -> line.contains(" open "))).hasSize(5);
    }

    @Test
    @DisplayName("R7.51 a bound of 1 MB: what would be more goes into a second file")
    void shouldBeginASecondFile() throws IOException {
        for (int i = 0; i < 450; i++) {
            set.create(String.format(Locale.ROOT, "%03d", i) + "n".repeat(990), i + 100);
        }
        final Path file = folder.resolve("out.csv");

        final ProgramRun run = log("Service(*n)\\?o*", file, 20, "--max-size", "1m");

        assertThat(run.err()).isEmpty();
        final List<List<String>> files = new ArrayList<>();
        for (int i = 1; Files.exists(folder.resolve("out_00000" + i + ".csv")); i++) {
            final Path path = folder.resolve("out_00000" + i + ".csv");
            assertThat(Files.size(path)).isLessThanOrEqualTo(1 << 20);
            files.add(Files.readAllLines(path));
        }
        assertThat(files).hasSizeGreaterThan(1).allSatisfy(lines -> assertThat(lines.get(0)).isEqualTo(files.get(0)
                .get(0)));
        assertThat(files.stream().mapToInt(lines -> lines.size() - 1).sum()).isEqualTo(20);
        assertThat(file).doesNotExist();
    }

    @Test
    @DisplayName("R7.54 of 100 records every 30th: the first, the 31st, the 61st and the 91st")
    void shouldTakeEveryThirtiethRecord() throws IOException {
        final Path file = folder.resolve("log.csv");
        Files.write(file, log(100));

        final List<String> lines = run("counters", "resample", file.toString(), "--every", "30").out();

        assertThat(lines).hasSize(5);
        assertThat(lines.get(0)).isEqualTo(log(0).get(0));
        assertThat(lines.subList(1, 5)).extracting(line -> line.split(",", -1)[1]).containsExactly("\"1\"", "\"31\"",
                "\"61\"", "\"91\"");
    }

    @Test
    @DisplayName("R7.54 columns, a window, several files, other separators and the list of columns")
    void shouldTakeColumnsAndAWindow() throws IOException {
        final Path file = folder.resolve("log.csv");
        final Path to = folder.resolve("out.tsv");
        Files.write(file, log(60));

        assertThat(run("counters", "resample", file.toString(), "--list").out()).containsExactly("\\\\m\\a(x \"y\")\\n",
                "\\\\m\\b\\n");
        assertThat(run("counters", "resample", file.toString(), file.toString(), "--column", "*\\B\\?", "--since",
                "2026-01-31T08:00:10", "--until", "2026-01-31T08:00:11", "--tsv", "--to", to.toString()).out())
                .isEmpty();
        assertThat(Files.readAllLines(to)).containsExactly("\"(PDH-TSV 4.0)\"\t\"\\\\m\\b\\n\"",
                "\"01/31/2026 08:00:10.000\"\t\"-10\"", "\"01/31/2026 08:00:11.000\"\t\"-11\"",
                "\"01/31/2026 08:00:10.000\"\t\"-10\"", "\"01/31/2026 08:00:11.000\"\t\"-11\"");
        assertThat(run("counters", "resample", to.toString()).out()).first().asString()
                .isEqualTo("\"(PDH-CSV 4.0)\",\"\\\\m\\b\\n\"");
        assertFails(ExitCode.USAGE, "columns=1", file.toString(), to.toString());
        assertFails(ExitCode.FAILED, "wanted=[c]", file.toString(), "--column", "c");
        assertFails(ExitCode.USAGE, "option=--every", file.toString(), "--every", "0");
        Files.write(file, List.of(log(0).get(0), "\"yesterday\",\"1\",\"2\""));
        assertFails(ExitCode.USAGE, "line=2", file.toString());
        Files.writeString(file, "\"time\",\"x\"\n");
        assertFails(ExitCode.USAGE, "not a sample file", file.toString());
        assertFails(ExitCode.FAILED, folder.resolve("none").toString(), folder.resolve("none").toString());
    }

    @Test
    void shouldLeaveNoFileWhenItFails() throws IOException {
        final Path file = folder.resolve("log.csv");
        final Path to = folder.resolve("out.csv");
        Files.write(file, List.of(log(1).get(0), log(1).get(1), "\"yesterday\",\"1\",\"2\""));

        assertFails(ExitCode.USAGE, "line=3", file.toString(), "--to", to.toString());

        assertThat(to).doesNotExist();
        Files.writeString(to, "of somebody else");
        assertFails(ExitCode.FAILED, to.toString(), file.toString(), "--to", to.toString());
        assertThat(to).hasContent("of somebody else");
    }

    @Test
    void shouldTakeAFileWithoutCounters() throws IOException {
        final Path file = Files.writeString(folder.resolve("log.csv"),
                "\"(PDH-CSV 4.0)\"\n\"01/31/2026 08:00:00.000\"\n");

        assertThat(run("counters", "resample", file.toString()).out()).isEqualTo(Files.readAllLines(file));
        assertThat(run("counters", "resample", file.toString(), "--list").out()).isEmpty();
        assertFails(ExitCode.FAILED, "wanted=[a]", file.toString(), "--column", "a");
    }

    private void assertFails(final int exitCode, final String reason, final String... args) {
        final List<String> all = new ArrayList<>(List.of("counters", "resample"));
        all.addAll(List.of(args));
        final ProgramRun run = run(all.toArray(String[]::new));
        assertThat(run.exitCode()).isEqualTo(exitCode);
        assertThat(run.err()).singleElement().asString().contains(reason);
    }

    /** A heading, and records of a second each: the second column counts up from 1, the third down from 0. */
    private static List<String> log(final int records) {
        final List<String> lines = new ArrayList<>(
                List.of("\"(PDH-CSV 4.0)\",\"\\\\m\\a(x \"\"y\"\")\\n\",\"\\\\m\\b\\n\""));
        IntStream.range(0, records).forEach(i -> lines.add(String.format(Locale.ROOT,
                "\"01/31/2026 08:%02d:%02d.000\",\"%d\",\"%d\"", i / 60, i % 60, i + 1, -i)));
        return lines;
    }

    private ProgramRun log(final String path, final Path file, final int samples, final String... more) {
        final List<String> args = new ArrayList<>(List.of("counters", "query", path, "--samples",
                Integer.toString(samples), "--interval", "10ms", "--to", file.toString()));
        args.addAll(List.of(more));
        return run(args.toArray(String[]::new));
    }

    /** Of the table that is drawn again, in the order of its lines. */
    private List<String> valuesOnATerminal(final String path) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        CommandTree.run(new Console(out, new ByteArrayOutputStream(), false, true, false), new Interruption(), "--dir",
                directory.toString(), "counters", "watch", path, "--samples", "1");
        return out.toString(StandardCharsets.UTF_8).lines().filter(line -> line.contains("Service "))
                .map(line -> line.split(" +", -1)[3]).toList();
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(directory, args);
    }
}
