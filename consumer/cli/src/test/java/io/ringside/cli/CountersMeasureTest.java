package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.internal.counter.ProcessCounters;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Figures of recorded and of live values. */
@Timeout(60)
class CountersMeasureTest {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("MM/dd/yyyy HH:mm:ss.SSS", Locale.ROOT);
    private static final LocalDateTime START = LocalDateTime.of(2026, 1, 5, 12, 0);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;

    @Test
    void shouldComeToTheFiguresOfAPlainCalculation() throws IOException {
        final long seed = new Random().nextLong();
        final Random random = new Random(seed);
        final int records = 1 + random.nextInt(500);
        final List<String> lines = new ArrayList<>();
        final List<Integer> values = new ArrayList<>();
        for (int i = 0; i < records; i++) {
            final int value = random.nextInt(1_000);
            values.add(value);
            lines.add("\"" + TIME.format(START.plusSeconds(i)) + "\",\"" + value + ".000000\",\" \"");
        }
        final String file = write("monday.csv", lines);

        final ProgramRun run = run("--format", "json", "counters", "measure", file);

        assertThat(run.exitCode()).as("seed=%d, %s", seed, run).isEqualTo(ExitCode.DONE);
        final List<Integer> sorted = values.stream().sorted().toList();
        assertThat(run.out().get(0)).as("seed=%d", seed)
                .isEqualTo("{\"counter\":\"\\\\\\\\host\\\\Service(web)\\\\open\","
                        + "\"samples\":" + records + ",\"missing\":0,\"mean\":"
                        + (double) values.stream().mapToInt(value -> value).sum() / records + ",\"min\":"
                        + at(sorted, 0)
                        + ",\"p50\":" + at(sorted, 500) + ",\"p90\":" + at(sorted, 900) + ",\"p99\":" + at(sorted, 990)
                        + ",\"p999\":" + at(sorted, 999) + ",\"max\":" + at(sorted, 1000) + ",\"perSecond\":"
                        + (records == 1 ? "null" : (double) (values.get(records - 1) - values.get(0)) / (records - 1))
                        + "}");
        assertThat(run.out().get(1)).contains("\"samples\":0,\"missing\":" + records + ",\"mean\":null");
    }

    @Test
    void shouldPutFilesTogetherAndSelectColumnsAndTimes() throws IOException {
        final String monday = write("monday.csv", List.of(line(0, 10, 1), line(2, 30, 1)));
        final String tuesday = write("tuesday.csv", List.of(line(4, 50, 1), line(60, 1_000, 1)));

        final ProgramRun run = run("counters", "measure", monday, tuesday, "--column", "*open", "--until",
                "2026-01-05T12:00:30");

        assertThat(run.out()).hasSize(2);
        assertThat(run.out().get(1).split(" +")).containsExactly("\\\\host\\Service(web)\\open", "3", "0", "30.000",
                "10.000", "30.000", "50.000", "50.000", "50.000", "50.000", "10.000");
    }

    @Test
    void shouldMeasureCountersOfRunningProcesses() {
        final TraceDirectory directory = TraceDirectory.open(folder.resolve("trace"));
        try (Participant participant = Participant.join(directory);
                ProcessCounters counters = ProcessCounters.in(directory, participant.files())) {
            counters.open(CounterSetSchema.of("Service", CounterSetSchema.Kind.MULTIPLE,
                    List.of(CounterSchema.of(1, "open", CounterType.LARGE_RAWCOUNT),
                            CounterSchema.of(2, "calls", CounterType.BULK_COUNT))))
                    .create("web", 80).counter("open").set(12);

            final ProgramRun run = run("counters", "measure", "Service(*)\\*", "--for", "50ms", "--interval", "10ms");

            assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.DONE);
            assertThat(run.out()).hasSize(3);
            assertThat(run.out().get(1)).matches("\\\\Service\\(web\\)\\\\open +\\d+ +0( +12\\.000){7} +0\\.000");
            assertThat(run.out().get(2)).matches("\\\\Service\\(web\\)\\\\calls +\\d+ +0( +0\\.000){8}");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"FILE --column nothing | wanted=[nothing], columns=[",
        "FILE --for 1s | --for and --interval apply to counters", "a\\b FILE | cannot be measured together",
        "a\\b --since -5m | apply to files", "OTHER | value of a counter is no number: file="})
    void shouldSayWhatIsWrong(final String arguments, final String problem) throws IOException {
        TraceDirectory.open(folder.resolve("trace"));
        final String words = arguments.replace("FILE", write("monday.csv", List.of(line(0, 1, 1))))
                .replace("OTHER", write("other.csv", List.of(line(0, 1, 1).replace("1.000000", "much"))));

        final ProgramRun run = run(("counters measure " + words).split(" "));

        assertThat(run.exitCode()).as("%s", run).isIn(ExitCode.FAILED, ExitCode.USAGE);
        assertThat(run.err()).singleElement().asString().contains(problem);
    }

    private static double at(final List<Integer> sorted, final int permille) {
        return sorted
                .stream().filter(value -> 1000
                        * sorted.stream().filter(other -> other <= value).count() >= (long) permille * sorted.size())
                .findFirst().orElseThrow();
    }

    private static String line(final int second, final int open, final int mask) {
        return "\"" + TIME.format(START.plusSeconds(second)) + "\",\"" + open + ".000000\",\"" + mask + ".000000\"";
    }

    private String write(final String name, final List<String> lines) throws IOException {
        final List<String> all = new ArrayList<>(List.of("\"(PDH-CSV 4.0)\",\"\\\\host\\Service(web)\\open\","
                + "\"\\\\host\\Service(web)\\mask\""));
        all.addAll(lines);
        return Files.write(disk.resolve(name), all).toString();
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
