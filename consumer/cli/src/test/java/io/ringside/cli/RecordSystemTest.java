package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

/** Recordings as they are used: every command a process. */
@Tag("process")
class RecordSystemTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;

    @Test
    @DisplayName("R6.11 several consumers see all events of a session")
    void shouldRecordWhatSeveralTailsFollowMeanwhile() throws IOException {
        final Path recording = disk.resolve("trading");
        prepare();
        try (ProgramProcess record = start("record", "trading", "--to", recording.toString(), "--format", "json")) {
            awaitDrain(record);
            try (ProgramProcess first = start("tail", "trading", "--follow", "--format", "json");
                    ProgramProcess second = start("tail", recording.toString(), "--follow", "--format", "json")) {
                awaitReading(first, recording);
                awaitReading(second, recording);
                final String emitted = emit("--events", "20000", "--threads", "2", "--rate", "100000");
                final String stop = run("stop", "trading", "--format", "json").out().get(0);
                final ProgramRun recorded = record.await();
                final long written = number(emitted, "written");

                assertThat(recorded.err()).isEmpty();
                assertThat(recorded.exitCode()).isEqualTo(number(stop, "lost") > 0 ? ExitCode.LOST : ExitCode.DONE);
                assertThat(number(recorded.out().get(0), "recorded")).isEqualTo(written)
                        .isEqualTo(number(stop, "delivered"));
                assertThat(number(recorded.out().get(0), "lost")).isEqualTo(number(stop, "lost"));
                assertThat(number(recorded.out().get(0), "bytes")).isPositive();
                final List<String> lines = lines(run("tail", recording.toString(), "--format", "json"));
                assertThat(events(lines)).hasSize((int) written);
                assertThat(lines(first.await())).isEqualTo(lines);
                assertThat(lines(second.await())).isEqualTo(lines);
            }
        }
    }

    @Test
    @DisplayName("R4.21 the session ends by itself when its recording has reached its size limit")
    void shouldEndTheSessionWhenItsRecordingIsFull() throws IOException {
        final Path recording = disk.resolve("trading");
        prepare();
        try (ProgramProcess record = start("record", "trading", "--to", recording.toString(), "--mode", "sequential",
                "--max-size", "1m", "--format", "json")) {
            awaitDrain(record);
            try (ProgramProcess emit = start("emit", "--provider", "Orders", "--rate", "20000", "--events", "100000",
                    "--format", "json")) {
                final ProgramRun recorded = record.await();
                emit.await();

                assertThat(recorded.exitCode()).isEqualTo(ExitCode.LOST);
                assertThat(recorded.err()).singleElement().asString().contains("has reached its size limit")
                        .endsWith(": start the session again and record to another folder");
                final String row = recorded.out().get(0);
                assertThat(number(row, "discarded")).isPositive().isLessThanOrEqualTo(number(row, "lost"));
                assertThat(number(row, "bytes")).isBetween(1L << 19, 1L << 20);
                final List<String> lines = lines(run("tail", recording.toString(), "--format", "json", "--follow"));
                assertThat(events(lines)).hasSize((int) number(row, "recorded"));
                assertThat(lines.stream().filter(line -> line.startsWith("{\"lost\":"))
                        .mapToLong(line -> number(line, "lost")).sum()).isEqualTo(number(row, "lost"));
            }
        }
        assertThat(run("query", "trading").exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void shouldContinueTheRecordingOfARecorderThatWasKilled() throws IOException, InterruptedException {
        final Path recording = disk.resolve("trading");
        prepare();
        try (ProgramProcess record = start("record", "trading", "--to", recording.toString())) {
            awaitDrain(record);
            try (ProgramProcess emit = start("emit", "--provider", "Orders", "--rate", "20000", "--events", "60000",
                    "--format", "json")) {
                await().atMost(PATIENCE)
                        .until(() -> number(ProgramProcess.lookAt(folder, "trading"), "delivered") > 5_000);
                record.signal("KILL");
                record.await();
                try (ProgramProcess next = start("record", "trading", "--to", recording.toString())) {
                    // A session that is stopped before it has a drain again discards what waits, which is nobody's gap.
                    awaitDrain(next);
                    emit.await();
                    final String stop = run("stop", "trading", "--format", "json").out().get(0);
                    assertThat(next.await().err()).isEmpty();
                    final List<String> lines = lines(run("tail", recording.toString(), "--format", "json"));
                    assertThat(events(lines)).hasSize((int) number(stop, "delivered"));
                    assertThat(lines.stream().filter(line -> line.startsWith("{\"lost\":"))
                            .mapToLong(line -> number(line, "lost")).sum()).isEqualTo(number(stop, "lost"));
                }
            }
        }
    }

    @Tag("proof")
    @Test
    void shouldSendNothingAnywhereAndWriteNothingOutsideTheGivenFolders() throws IOException, InterruptedException {
        requireStrace();
        final Path home = Files.createDirectory(disk.resolve("home"));
        final Path temporary = Files.createDirectory(disk.resolve("temporary"));
        final Path calls = disk.resolve("calls");
        final Path recording = disk.resolve("trading");
        prepare();
        final List<String> flags = new ArrayList<>(
                List.of(System.getProperty("ringside.jvm.flags").trim().split("\\s+")));
        flags.addAll(List.of("-Duser.home=" + home, "-Djava.io.tmpdir=" + temporary, "-XX:-UsePerfData"));
        try (ProgramProcess record = ProgramProcess.startUnder(
                List.of("strace", "-f", "-e", "trace=connect,sendto,openat,mkdir", "-o", calls.toString()), folder,
                flags, "record", "trading", "--to", recording.toString())) {
            await().atMost(PATIENCE).until(() -> ProgramProcess.lookAt(folder, "trading").contains("\"drain\":\"pid="));
            emit("--events", "1000");
            run("stop", "trading");
            assertThat(record.await().exitCode()).isEqualTo(ExitCode.DONE);
        }
        assertThat(home).isEmptyDirectory();
        assertThat(temporary).isEmptyDirectory();
        final List<String> lines = Files.readAllLines(calls);
        assertThat(lines).anyMatch(line -> line.contains("metadata.cq4t"));
        assertThat(lines).noneMatch(line -> line.contains("connect(") && line.contains("AF_INET"));
        assertThat(lines.stream().filter(line -> line.contains("O_CREAT") || line.contains("mkdir("))
                .filter(line -> !line.contains(disk.toString()) && !line.contains(folder.toString()))).isEmpty();
    }

    /** JDK 24 and newer know a flag against warnings that the manifest of a jar cannot have. */
    @Test
    @Tag("jdk25")
    void shouldPrintNoWarningOfTheJvmWhenItHasTheFlagsOfTheManifestOnly() throws IOException, InterruptedException {
        final Path recording = disk.resolve("trading");
        final List<String> flags = Stream.of(System.getProperty("ringside.jvm.flags").trim().split("\\s+"))
                .filter(flag -> !flag.contains("unsafe")).toList();
        prepare();
        try (ProgramProcess record = ProgramProcess.start(folder, flags, "record", "trading", "--to",
                recording.toString())) {
            awaitDrain(record);
            run("stop", "trading");
            assertThat(record.await().err()).isEmpty();
        }
        try (ProgramProcess tail = ProgramProcess.start(folder, flags, "tail", recording.toString())) {
            assertThat(tail.await().err()).isEmpty();
        }
    }

    @Test
    void shouldRefuseAFolderWithSomethingElseInOneLine() throws IOException {
        run("start", "trading");
        Files.writeString(disk.resolve("letter.txt"), "dear");

        final ProgramRun refused = run("record", "trading", "--to", disk.toString());

        assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(refused.err()).singleElement().asString().startsWith("ringside: ").contains("letter.txt");
        assertThat(run("record", "nobody", "--to", disk.resolve("x").toString()).err()).singleElement().asString()
                .contains("no such session: name=nobody");
        assertThat(disk.resolve("x")).doesNotExist();
        assertThat(run("record", "trading").exitCode()).isEqualTo(ExitCode.USAGE);
    }

    private static void requireStrace() {
        final boolean there = Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(path -> Files.isExecutable(Path.of(path, "strace")));
        if (System.getenv("CI") != null) {
            assertThat(there).as("strace is installed: Debian package strace").isTrue();
        }
        assumeThat(there).as("strace is installed").isTrue();
    }

    private void prepare() throws IOException {
        run("start", "trading");
        run("enable", "trading", "Orders");
    }

    private void awaitDrain(final ProgramProcess record) {
        record.awaitDrain(folder, "trading");
    }

    /** A tail that has the queue open has passed by what was there before. */
    private static void awaitReading(final ProgramProcess tail, final Path recording) {
        final Path files = Path.of("/proc", Long.toString(tail.pid()), "maps");
        await().atMost(PATIENCE).ignoreExceptions()
                .until(() -> Files.readString(files).contains(recording.resolve("metadata.cq4t").toString()));
    }

    private String emit(final String... options) throws IOException {
        final List<String> args = new ArrayList<>(List.of("emit", "--provider", "Orders", "--format", "json"));
        args.addAll(List.of(options));
        return run(args.toArray(String[]::new)).out().get(0);
    }

    private static List<String> lines(final ProgramRun run) {
        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.DONE);
        assertThat(run.err()).isEmpty();
        return run.out();
    }

    private static List<String> events(final List<String> lines) {
        return lines.stream().filter(line -> line.startsWith("{\"time\":")).toList();
    }

    private ProgramProcess start(final String... args) throws IOException {
        return ProgramProcess.start(folder, args);
    }

    private ProgramRun run(final String... args) throws IOException {
        return ProgramProcess.run(folder, args);
    }
}
