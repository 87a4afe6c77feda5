package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.layout.ProcessPageDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The commands of the page on operations, in its order. */
@Tag("process")
class OperationsSystemTest {
    private static final Path PAGE = Path.of("..", "docs", "operations.md");
    private static final Pattern COMMAND = Pattern.compile("(?m)^    ringside (.*)$");
    private static final String RECORDING = "/var/tmp/trading";
    /** Its monotonic clock is an hour and more ahead. */
    private static final List<String> OTHER_TIME = List.of("unshare", "--time", "--monotonic", "5000", "--fork",
            "--kill-child");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;

    @Test
    void shouldRunAsThePageSays() throws IOException {
        final List<ProgramProcess> background = new ArrayList<>();
        try {
            background.add(ProgramProcess.start(folder, "emit", "--provider", "Orders", "--rate", "1000"));
            ProgramProcess.awaitProvider(folder, "Orders");
            for (final List<String> command : commands()) {
                if (command.get(0).equals("record")) {
                    background.add(ProgramProcess.start(folder, command.toArray(String[]::new)));
                    await().atMost(PATIENCE).until(() -> run("query", "trading", "--format", "json").out().get(0)
                            .matches(".*\"delivered\":[1-9].*\"drain\":\"pid=.*"));
                } else {
                    final ProgramRun run = run(command.toArray(String[]::new));
                    assertThat(run.exitCode()).as("ringside %s: %s", command, run).isEqualTo(ExitCode.DONE);
                    assertThat(run.out()).as("ringside %s", command).isNotEmpty();
                }
            }
            assertThat(background.get(1).await().exitCode()).isEqualTo(ExitCode.DONE);
        } finally {
            background.forEach(ProgramProcess::close);
        }
    }

    @Test
    void shouldSayWhatAProcessPageTakes() throws IOException {
        assertThat(Files.readString(PAGE)).contains(String.format(Locale.ROOT, "    page         %,d, once",
                ProcessPageDescriptor.WRITTEN_LENGTH),
                String.format(Locale.ROOT, "+ %,d for each %d schemas, or part of %2$d, beyond the first %d",
                        ProcessPageDescriptor.WRITTEN_STEP,
                        ProcessPageDescriptor.WRITTEN_STEP / ProcessPageDescriptor.SCHEMA_LENGTH,
                        (ProcessPageDescriptor.WRITTEN_LENGTH - ProcessPageDescriptor.schemaOffset(0))
                                / ProcessPageDescriptor.SCHEMA_LENGTH),
                String.format(Locale.ROOT, "(%,d bytes)", ProcessPageDescriptor.FILE_LENGTH),
                String.format(Locale.ROOT, "| %,d page", ProcessPageDescriptor.WRITTEN_LENGTH));
    }

    @Test
    void shouldTellTheTimesOfTheHostWhateverTimeNamespaceWriterAndReaderAreIn() throws IOException {
        final long beginNs = epochNs();
        assertThat(run("start", "trading").exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(run("enable", "trading", "Elsewhere").exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(inOtherTime("emit", "--provider", "Elsewhere", "--events", "4").exitCode())
                .isEqualTo(ExitCode.DONE);

        final List<String> events = new ArrayList<>(inOtherTime("--format", "json", "tail", "trading", "--limit", "2")
                .out());
        events.addAll(run("--format", "json", "tail", "trading").out());
        assertThat(events).hasSize(4).allSatisfy(
                event -> assertThat(JsonNumbers.number(event, "time")).isBetween(beginNs, epochNs()));
    }

    private ProgramRun inOtherTime(final String... args) throws IOException {
        try (ProgramProcess program = ProgramProcess.startUnder(OTHER_TIME, folder,
                List.of(System.getProperty("ringside.jvm.flags").trim().split("\\s+")), args)) {
            return program.await();
        }
    }

    private static long epochNs() {
        return new SystemEpochNanoClock().nanoTime();
    }

    /** As they stand there, but for the folder; following is bounded, as nobody is there to interrupt it. */
    private List<List<String>> commands() throws IOException {
        final List<List<String>> commands = COMMAND.matcher(Files.readString(PAGE)).results()
                .map(line -> line.group(1).trim()
                        .replace(RECORDING, disk.resolve("trading").toString())
                        .replace("--follow", "--follow --limit 2"))
                .map(line -> List.of(line.split("\\s+"))).toList();
        assertThat(commands).hasSizeGreaterThan(12);
        return commands;
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
