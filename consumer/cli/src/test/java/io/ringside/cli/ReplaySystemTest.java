package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/** Replaying as it is used: each command is a process of its own. */
@Tag("process")
class ReplaySystemTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int EVENTS = 5_000;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;

    @Test
    void shouldBeRecordedAsTheOriginalWas() throws IOException {
        final Path original = record();
        final Path again = disk.resolve("again");
        run("start", "test");
        try (ProgramProcess record = ProgramProcess.start(folder, "record", "test", "--to", again.toString())) {
            record.awaitDrain(folder, "test");
            final String row = ok(ProgramProcess.run(folder, "replay", original.toString(), "--to", "test", "--speed",
                    "max", "--format", "json"));
            assertThat(number(row, "replayed")).isEqualTo(2L * EVENTS);
            assertThat(number(row, "lost")).isZero();
            run("stop", "test");
            assertThat(record.await().exitCode()).isEqualTo(ExitCode.DONE);
        }
        assertThat(threads(again)).isEqualTo(threads(original)).hasSize(2);
    }

    @Test
    void shouldKeepThePaceAndEndCleanlyWhenItIsInterrupted() throws IOException, InterruptedException {
        final Path original = record();
        run("start", "test");
        try (ProgramProcess replay = ProgramProcess.start(folder, "replay", original.toString(), "--to", "test",
                "--speed", "0.001x", "--format", "json")) {
            Awaitility.await().atMost(PATIENCE)
                    .until(() -> number(ProgramProcess.lookAt(folder, "test"), "wanted") > 0);
            replay.signal("INT");
            final ProgramRun run = replay.await();
            assertThat(run.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
            final String row = run.out().get(0);
            assertThat(row).contains("\"complete\":false");
            assertThat(number(row, "replayed")).isPositive().isLessThan(2L * EVENTS)
                    .isEqualTo(number(ProgramProcess.lookAt(folder, "test"), "wanted"));
        }
    }

    @Test
    void shouldPauseAndContinueWhenEnterIsPressedAtItsTerminal() throws IOException {
        final Path original = record();
        run("start", "test");
        try (ProgramProcess replay = ProgramProcess.startUnder(List.of("env", "TERM=xterm", "python3", "-c", """
                import os, pty, sys
                sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))
                """), folder, List.of(System.getProperty("ringside.jvm.flags").trim().split("\\s+")), "replay",
                original.toString(), "--to", "test", "--speed", "0.001x")) {
            Awaitility.await().atMost(PATIENCE)
                    .until(() -> number(ProgramProcess.lookAt(folder, "test"), "wanted") > 0);
            replay.type("\n");
            Awaitility.await().atMost(PATIENCE)
                    .until(() -> String.join("", replay.out()).contains("paused: replayed "));
            final long paused = number(ProgramProcess.lookAt(folder, "test"), "wanted");
            replay.type("\n");
            Awaitility.await().atMost(PATIENCE)
                    .until(() -> number(ProgramProcess.lookAt(folder, "test"), "wanted") > paused);
            // Ctrl-C.
            replay.type("\u0003");
            assertThat(replay.await().exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        }
    }

    private Path record() throws IOException {
        final Path recording = disk.resolve("recording");
        run("start", "trading", "--lane-size", "4m");
        run("enable", "trading", "Orders");
        ok(ProgramProcess.run(folder, "emit", "--provider", "Orders", "--events", String.valueOf(EVENTS), "--threads",
                "2"));
        try (ProgramProcess record = ProgramProcess.start(folder, "record", "trading", "--to", recording.toString())) {
            record.awaitDrain(folder, "trading");
            run("stop", "trading");
            assertThat(record.await().exitCode()).isEqualTo(ExitCode.DONE);
        }
        return recording;
    }

    /** What each thread wrote, in its order, without ticks, which each session's clock has its own. */
    private Map<Long, List<String>> threads(final Path recording) {
        final ProgramRun run = run("tail", recording.toString(), "--unmerged", "--format", "json");
        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        return run.out().stream().map(line -> line.replaceAll("\"ticks\":\\d+,", ""))
                .collect(Collectors.groupingBy(line -> number(line, "tid")));
    }

    private static String ok(final ProgramRun run) {
        assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCode.DONE);
        return run.out().get(0);
    }

    private ProgramRun run(final String... args) {
        final ProgramRun run = ProgramProcess.look(folder, args);
        assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCode.DONE);
        return run;
    }
}
