package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/** The one-shot command as a process: signals, and what is left of it. */
@Tag("process")
class TraceSystemTest {
    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;

    @Test
    void shouldEndWithASummaryWhenItIsInterrupted() throws IOException, InterruptedException {
        try (ProgramProcess trace = trace()) {
            final String emitted = emit();
            trace.signal("INT");
            final ProgramRun run = trace.await();

            assertThat(run.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
            assertThat(number(run.out().get(0), "recorded")).isEqualTo(number(emitted, "written"));
            assertThat(run.out().get(0)).contains("\"lostByCause\":{");
        }
        assertThat(ProgramProcess.look(folder, "sessions", "--format", "json").out()).isEmpty();
    }

    @Test
    void shouldLeaveASessionThatCanBeRecordedOnAndStoppedWhenItIsKilled() throws IOException, InterruptedException {
        final long written;
        try (ProgramProcess trace = trace()) {
            written = number(emit(), "written");
            trace.signal("KILL");
            trace.await();
        }
        assertThat(ProgramProcess.look(folder, "sessions", "--format", "json").out()).singleElement().asString()
                .contains("\"name\":\"mine\"");

        try (ProgramProcess record = ProgramProcess.start(folder, "record", "mine", "--to", recording())) {
            record.awaitDrain(folder, "mine");
            final String stop = ProgramProcess.look(folder, "stop", "mine", "--format", "json").out().get(0);
            assertThat(record.await().exitCode()).isEqualTo(ExitCode.DONE);
            assertThat(number(stop, "delivered")).isEqualTo(written);
        }
        assertThat(ProgramProcess.look(folder, "tail", recording(), "--format", "json").out()).hasSize((int) written);
        assertThat(ProgramProcess.look(folder, "sessions", "--format", "json").out()).isEmpty();
    }

    private ProgramProcess trace() throws IOException {
        final ProgramProcess trace = ProgramProcess.start(folder, "trace", "Orders", "--name", "mine", "--to",
                recording(), "--format", "json");
        trace.awaitDrain(folder, "mine");
        return trace;
    }

    private String emit() {
        return ProgramProcess.look(folder, "emit", "--provider", "Orders", "--events", "2000", "--format", "json")
                .out().get(0);
    }

    private String recording() {
        return disk.resolve("trading").toString();
    }
}
