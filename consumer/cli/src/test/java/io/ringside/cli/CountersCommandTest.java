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
import io.ringside.reader.counter.CounterQuery;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class CountersCommandTest {
    private static final CounterSetSchema SCHEMA = CounterSetSchema.of("Service", CounterSetSchema.Kind.MULTIPLE,
            List.of(CounterSchema.of(1, "open", CounterType.LARGE_RAWCOUNT).withUnit("files").withDescription("Files."),
                    CounterSchema.of(2, "calls", CounterType.BULK_COUNT)));

    private Path directory;
    private Participant participant;
    private ProcessCounters counters;
    private CounterSet set;
    private CounterInstance web;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path folder) {
        directory = folder.resolve("trace");
        final TraceDirectory opened = TraceDirectory.open(directory);
        participant = Participant.join(opened);
        counters = ProcessCounters.in(opened, participant.files());
        set = counters.open(SCHEMA);
        web = set.create("web", 80);
        web.counter("open").set(12);
        web.counter("calls").set(100);
    }

    @AfterEach
    void close() {
        CloseHelper.closeAll(counters, participant);
    }

    @Test
    void shouldListWhatThereIs() {
        set.create("mail", 25);

        final ProgramRun run = run("counters", "list");

        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).hasSize(5);
        assertThat(run.out().get(0)).matches("SET +INSTANCE +ID +COUNTER +TYPE +PID +DESCRIPTION +ATTRIBUTES");
        assertThat(run.out().get(1)).matches("Service +web +80 +open +large_rawcount +\\d+ +Files.");
        assertThat(run("counters", "list", "Service(mail)\\*").out()).hasSize(3);
        assertThat(run("--format", "json", "counters", "list", "Service(web)\\open").out()).singleElement()
                .asString().startsWith("{\"set\":\"Service\",\"instance\":\"web\",\"id\":80,\"counter\":\"open\","
                        + "\"type\":\"large_rawcount\"")
                .contains("\"value\":null", "\"description\":\"Files.\"");
    }

    @Test
    void shouldPrintValues() {
        final ProgramRun run = run("counters", "query", "\\service(*)\\*", "--interval", "10ms");

        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).hasSize(3);
        assertThat(run.out().get(1)).matches("Service +web +80 +open +12 +files +12 +valid_data");
        assertThat(run.out().get(2)).matches("Service +web +80 +calls +0.000 +/s +100 +valid_data");
    }

    @Test
    void shouldPrintValuesAsJson() {
        final ProgramRun run = run("--format", "json", "counters", "query", "Service(web)\\open", "--samples", "2",
                "--interval", "10ms");

        assertThat(run.out()).hasSize(2).allSatisfy(line -> assertThat(line)
                .contains("\"set\":\"Service\"", "\"instance\":\"web\"", "\"id\":80", "\"counter\":\"open\"",
                        "\"raw\":12", "\"value\":12", "\"status\":\"valid_data\"", "\"stale\":false",
                        "\"path\":\"\\\\Service(web)\\\\open\""));
    }

    @Test
    @DisplayName("R7.50 three samples of two counters")
    void shouldPrintAHeadingAndARowForEachSample() {
        final ProgramRun run = run("counters", "query", "Service(web)\\calls", "Service(web)\\open", "--samples", "3",
                "--interval", "10ms", "--csv");

        assertThat(run.out()).hasSize(4).allSatisfy(line -> assertThat(line.split(",", -1)).hasSize(3));
        assertThat(run.out().get(0)).isEqualTo("\"(PDH-CSV 4.0)\",\"\\\\" + CounterQuery.machineName()
                + "\\Service(web)\\calls\",\"\\\\" + CounterQuery.machineName() + "\\Service(web)\\open\"");
        assertThat(run.out().get(1))
                .matches("\"\\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d:\\d\\d\\.\\d{3}\",\" \",\"12.000000\"");
        assertThat(run.out().get(2)).endsWith(",\"0.000000\",\"12.000000\"");
    }

    @Test
    void shouldFailIfNoCounterHasAPath() {
        final ProgramRun run = run("counters", "query", "Nothing\\here");

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).singleElement().asString().contains("path=\\Nothing\\here", "status=no_object");
        assertThat(run("counters", "query", "Nothing(*)\\*").exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run("counters", "query", "Service(web)\\open", "Service(mail)\\open").exitCode())
                .isEqualTo(ExitCode.FAILED);
        assertThat(run("counters", "query", "Service(*)\\open", "Nothing(*)\\*").exitCode()).isEqualTo(ExitCode.DONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"query", "list", "watch"})
    void shouldSayWhatIsWrongWithAPath(final String command) {
        final ProgramRun run = run("counters", command, "foo");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err().get(0)).contains("path of a counter is not understood", "counter is missing", "path=foo",
                "SET\\COUNTER");
    }

    @Test
    void shouldFailIfAFileIsDamagedThatMayHoldTheCounter() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("v1").resolve("counters"))) {
            Files.write(files.findFirst().orElseThrow(), new byte[64]);
        }

        final ProgramRun run = run("counters", "query", "Service(*)\\open");

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).hasSize(2).first().asString().contains("status=damaged_file");
        assertThat(run.err().get(1)).contains("path=" + directory);
    }

    @Test
    void shouldDrawTheTableAgainWithItsPast() {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final Interruption interruption = new Interruption();
        final Console console = new Console(new ByteArrayOutputStream() {
            @Override
            public synchronized void write(final byte[] bytes, final int offset, final int length) {
                out.write(bytes, offset, length);
                web.counter("open").increment();
                if (web.counter("open").value() == 15) {
                    interruption.request();
                }
            }
        }, new ByteArrayOutputStream(), false, true, false);

        final int exitCode = CommandTree.run(console, interruption, "--dir", directory.toString(), "counters", "watch",
                "Service(*)\\*", "--interval", "10ms");

        assertThat(exitCode).isEqualTo(ExitCode.INTERRUPTED);
        final List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines.stream().filter(line -> line.contains(" open "))).hasSize(3);
        assertThat(lines).anyMatch(line -> line.contains("▁▅█")).anyMatch(line -> line.contains("\u001B[3A"));
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(directory, args);
    }
}
