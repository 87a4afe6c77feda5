package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The doctor among processes that live, are stopped, and are dead. */
@Tag("process")
class DoctorSystemTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldTakeNothingFromTheLivingAndTheStoppedWhenItRemovesWhatTheDeadHaveLeft()
            throws IOException, InterruptedException {
        run("start", "trading");
        run("enable", "trading", "Orders");
        try (ProgramProcess living = emit("Orders"); ProgramProcess stopped = emit("Orders")) {
            await().atMost(PATIENCE).until(() -> ProgramProcess.lookAt(folder, "trading"),
                    line -> number(line, "lanesInUse") == 2);
            stopped.signal("STOP");
            final List<Path> theirs = files().stream()
                    .filter(path -> path.toString().matches(".*\\.(alive|page|ring|ledger)")).toList();
            assertThat(theirs).hasSizeGreaterThanOrEqualTo(8);
            final List<Path> dead = kill(theirs);

            final ProgramRun fix = run("doctor", "--fix", "--format", "json");
            assertThat(fix.out()).anyMatch(line -> line.startsWith("{\"name\":\"leftovers\",\"ok\":true")
                    && dead.stream().allMatch(path -> line.contains(String.valueOf(path.getFileName()))));
            assertThat(dead).noneMatch(Files::exists);
            assertThat(theirs).allMatch(Files::exists);

            expectLate(stopped);
            stopped.signal("CONT");
            final String first = interrupt(living);
            final String second = interrupt(stopped);
            final String ledger = run("stop", "trading", "--format", "json").out().get(0);
            assertThat(number(ledger, "wanted")).isEqualTo(number(first, "wanted") + number(second, "wanted"));
            assertThat(number(ledger, "discarded")).isEqualTo(number(first, "written") + number(second, "written"));
        }
        assertThat(run("doctor", "--fix").exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(files()).extracting(path -> String.valueOf(path.getFileName()))
                .containsExactlyInAnyOrder("control", "control.lock");
    }

    @Test
    void shouldCheckWhatItCanWhenTheJvmLacksItsFlag() throws IOException {
        try (ProgramProcess program = ProgramProcess.start(folder, List.of(), "doctor", "--format", "json")) {
            final ProgramRun run = program.await();
            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(run.out()).hasSize(5);
            assertThat(run.out().get(1)).startsWith(
                    "{\"name\":\"flags\",\"ok\":false,\"detail\":\"JVM flag is missing: flag=--add-exports");
            assertThat(run.err()).containsExactly(
                    "ringside: some checks failed: checks=[flags]: do what their lines say");
        }
    }

    /** A stopped process is alive: the session waits for it, and says so. */
    private void expectLate(final ProgramProcess stopped) throws IOException {
        assertThat(run("stop", "trading", "--timeout", "10ms").exitCode()).isEqualTo(ExitCode.FAILED);
        final ProgramRun look = run("doctor", "--fix");
        assertThat(look.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(look.out()).anyMatch(line -> line.matches(
                "NOT OK  sessions +session is stopping and has not ended: name=trading, late=\\[pid=" + stopped.pid()
                        + " .*"));
    }

    /** A process of which no session has wanted anything, and that has died. */
    private List<Path> kill(final List<Path> others) throws IOException, InterruptedException {
        try (ProgramProcess victim = emit("Quotes")) {
            ProgramProcess.awaitProvider(folder, "Quotes");
            victim.signal("KILL");
            victim.await();
        }
        final List<Path> left = files().stream()
                .filter(path -> path.toString().matches(".*\\.(alive|page)") && !others.contains(path)).toList();
        assertThat(left).hasSize(2);
        return left;
    }

    private static String interrupt(final ProgramProcess emit) throws IOException, InterruptedException {
        emit.signal("INT");
        final ProgramRun run = emit.await();
        assertThat(run.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        return run.out().get(0);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    private ProgramProcess emit(final String provider) throws IOException {
        return ProgramProcess.start(folder, "emit", "--provider", provider, "--rate", "200", "--events", "1000000",
                "--format", "json");
    }

    private ProgramRun run(final String... args) throws IOException {
        return ProgramProcess.run(folder, args);
    }
}
