package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Private sessions as they are used: every command a process. */
@Tag("process")
class PrivateSessionSystemTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;

    @Test
    @DisplayName("R4.24 \"two processes, one private session name → two files, the second with pid suffix\"")
    void shouldRecordEachProcessToAFileOfItsOwn() throws IOException {
        try (ProgramProcess first = emitter(); ProgramProcess second = emitter()) {
            await().atMost(PATIENCE)
                    .until(() -> ProgramProcess.look(folder, "providers", "Orders", "--format", "json").out().stream()
                            .anyMatch(line -> line.contains("\"registrations\":2")));
            final ProgramRun started = run("start", "mine", "--private", "Orders", "--format", "json");
            assertThat(started.exitCode()).as("%s", started).isEqualTo(ExitCode.DONE);
            assertThat(started.out()).hasSize(2);
            assertThat(started.out().get(0)).contains("\"name\":\"mine\"");
            final long other = Set.of(first.pid(), second.pid()).stream()
                    .filter(pid -> started.out().get(1).contains("\"name\":\"mine_" + pid + "\"")).findFirst()
                    .orElseThrow(() -> new AssertionError("no pid: " + started.out()));
            final long one = other == first.pid() ? second.pid() : first.pid();
            assertThat(run("sessions", "--format", "json").out()).isEmpty();
            assertThat(run("sessions", "--private", "--format", "json").out()).hasSize(2);

            final Path recording = disk.resolve("mine");
            // It ends when both processes have ended.
            final ProgramRun recorded = run("record", "mine", "--to", recording.toString(), "--format", "json");

            assertThat(recorded.err()).isEmpty();
            assertThat(recorded.exitCode()).isEqualTo(ExitCode.DONE);
            assertThat(recorded.out()).hasSize(2);
            assertHolds(recording, one, number(first.await().out().get(0), "written"));
            assertHolds(disk.resolve("mine_" + other), other, number(second.await().out().get(0), "written"));
            assertThat(run("sessions", "--private").out()).as("only the table's head").hasSizeLessThanOrEqualTo(1);
        }
    }

    private void assertHolds(final Path recording, final long pid, final long written) throws IOException {
        assertThat(written).isEqualTo(2_000);
        final List<String> events = new ArrayList<>(
                run("tail", recording.toString(), "--format", "json").out());
        assertThat(events).hasSize((int) written).allMatch(line -> line.contains("\"pid\":" + pid + ","));
    }

    private ProgramProcess emitter() throws IOException {
        return ProgramProcess.start(folder, "emit", "--provider", "Orders", "--events", "2000", "--wait-enabled",
                "60s", "--format", "json");
    }

    private ProgramRun run(final String... args) throws IOException {
        return ProgramProcess.run(folder, args);
    }
}
