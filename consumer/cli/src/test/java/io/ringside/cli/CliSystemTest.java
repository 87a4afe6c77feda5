package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The program as it is used: every command a process. */
@Tag("process")
class CliSystemTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    @DisplayName("R6.12 a slow consumer costs events that are counted")
    void shouldAccountForEveryEventWhenAProviderIsFasterThanItsDrain() throws IOException {
        assertThat(run("start", "Trading", "--lane-size", "64k").exitCode()).isEqualTo(ExitCode.DONE);
        try (ProgramProcess emit = start("emit", "--provider", "Orders", "--events", "20000", "--threads", "3",
                "--wait-enabled", "1m", "--format", "json")) {
            ProgramProcess.awaitProvider(folder, "Orders");
            final String enabled = json("enable", "trading", "Orders", "--any", "even,odd", "--timeout", "20s");
            assertThat(enabled).contains("\"provider\":\"Orders\"", "\"any\":\"0x3\"", "\"timedOut\":0");
            assertThat(number(enabled, "acknowledged")).isEqualTo(1);

            final ProgramRun emitted = emit.await();
            assertThat(emitted.exitCode()).isEqualTo(ExitCode.DONE);
            assertThat(emitted.err()).isEmpty();
            final String statuses = emitted.out().get(0);
            assertThat(number(statuses, "attempted")).isEqualTo(60_000);
            assertThat(number(statuses, "wanted") + number(statuses, "disabled")).isEqualTo(60_000);
            assertThat(number(statuses, "lost")).isPositive();
            expectLedger(statuses);
        }
    }

    private void expectLedger(final String statuses) throws IOException {
        final ProgramRun tail = run("tail", "TRADING", "--format", "json");
        assertThat(tail.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(tail.err()).isEmpty();
        final List<String> gaps = tail.out().stream().filter(line -> line.startsWith("{\"lost\":")).toList();
        final long delivered = (long) tail.out().size() - gaps.size();
        final long lost = gaps.stream().mapToLong(gap -> number(gap, "lost")).sum();
        assertThat(delivered).isEqualTo(number(statuses, "written"));
        assertThat(lost).isEqualTo(number(statuses, "lost"));

        final ProgramRun stop = run("stop", "trading", "--format", "json");
        assertThat(stop.exitCode()).isEqualTo(ExitCode.LOST);
        assertThat(stop.err()).isEmpty();
        final String ledger = stop.out().get(0);
        assertThat(ledger).contains("\"final\":true", "\"settled\":true", "\"inRing\":0", "\"inFlight\":0");
        assertThat(number(ledger, "wanted")).isEqualTo(number(statuses, "wanted"));
        assertThat(number(ledger, "delivered")).isEqualTo(delivered);
        assertThat(number(ledger, "lost")).isEqualTo(lost);
        expectNothingLeft();
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void shouldPrintWhatItHasTakenWhenATailIsInterrupted(final String signal) throws IOException, InterruptedException {
        run("start", "trading");
        run("enable", "trading", "Orders");
        try (ProgramProcess tail = start("tail", "trading", "--follow", "--format", "json");
                ProgramProcess emit = start("emit", "--provider", "Orders", "--rate", "5000", "--format", "json")) {
            await().atMost(PATIENCE).until(() -> tail.out().size() > 100);
            final ProgramRun refused = run("tail", "trading");
            assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(refused.out()).isEmpty();
            assertThat(refused.err()).singleElement().asString().contains("pid=" + tail.pid());

            tail.signal(signal);
            final ProgramRun taken = tail.await();
            assertThat(taken.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
            assertThat(taken.err()).isEmpty();
            emit.signal(signal);
            final ProgramRun emitted = emit.await();
            assertThat(emitted.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
            final String ledger = json("query", "trading");
            assertThat(number(ledger, "delivered"))
                    .isEqualTo(taken.out().stream().filter(line -> line.startsWith("{\"time\":")).count());
            assertThat(number(ledger, "wanted")).isEqualTo(number(emitted.out().get(0), "wanted"));
        }
    }

    @Test
    void shouldShowEveryLossWhenTheProviderIsKilled() throws IOException, InterruptedException {
        run("start", "trading", "--lane-size", "64k");
        run("enable", "trading", "Orders");
        try (ProgramProcess emit = start("emit", "--provider", "Orders", "--threads", "2", "--events", "1000000000")) {
            await().atMost(PATIENCE).until(() -> number(ProgramProcess.lookAt(folder, "trading"), "lost") > 0);
            emit.signal("KILL");
            emit.await();
        }
        final List<String> lines = run("tail", "trading", "--format", "json").out();
        final long lost = lines.stream().filter(line -> line.startsWith("{\"lost\":"))
                .mapToLong(gap -> number(gap, "lost"))
                .sum();
        final long events = lines.stream().filter(line -> line.startsWith("{\"time\":")).count();
        final String ledger = json("query", "trading");
        assertThat(ledger).contains("\"settled\":true", "\"inFlight\":0", "\"inRing\":0");
        assertThat(events + lost).isEqualTo(number(ledger, "wanted"));
        assertThat(events).isEqualTo(number(ledger, "delivered"));
    }

    @Test
    void shouldEndWithTheSessionWhenATailFollowsIt() throws IOException {
        run("start", "trading");
        run("enable", "trading", "Orders");
        try (ProgramProcess tail = start("tail", "trading", "--follow")) {
            tail.awaitDrain(folder, "trading");
            final ProgramRun emitted = run("emit", "--provider", "Orders", "--events", "10");
            assertThat(emitted.out().get(0)).isEqualTo("attempted  10");
            final ProgramRun stop = run("stop", "trading");
            assertThat(stop.exitCode()).as("%s", stop).isEqualTo(ExitCode.DONE);
            final ProgramRun taken = tail.await();
            assertThat(taken.exitCode()).isEqualTo(ExitCode.DONE);
            assertThat(taken.out()).hasSize(10);
        }
    }

    @Test
    void shouldNameTheProcessWhenOneDoesNotAnswer() throws IOException, InterruptedException {
        try (ProgramProcess emit = start("emit", "--provider", "Orders", "--rate", "10")) {
            ProgramProcess.awaitProvider(folder, "Orders");
            run("start", "trading");
            emit.signal("STOP");
            final ProgramRun enable = run("enable", "trading", "Orders", "--timeout", "10ms", "--format", "json");
            assertThat(enable.exitCode()).isEqualTo(ExitCode.DONE);
            assertThat(number(enable.out().get(0), "timedOut")).isEqualTo(1);
            assertThat(enable.err()).singleElement().asString().contains("timedOut=[pid=" + emit.pid());

            final ProgramRun stop = run("stop", "trading", "--timeout", "10ms", "--format", "json");
            assertThat(stop.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(stop.out()).singleElement().asString().contains("\"state\":\"stopping\"", "\"final\":false");
            assertThat(stop.err()).singleElement().asString().contains("timedOut=[pid=" + emit.pid());
            assertThat(json("sessions")).contains("\"state\":\"stopping\"");
            expectFailure(ExitCode.FAILED, "session is ending: name=trading", "enable", "trading", "Orders");

            emit.signal("CONT");
            assertThat(run("stop", "trading").exitCode()).isEqualTo(ExitCode.DONE);
        }
    }

    @Test
    void shouldEndTheSessionWhenWhoHoldsItIsTerminated() throws IOException, InterruptedException {
        try (ProgramProcess hold = start("start", "trading", "--hold")) {
            await().atMost(PATIENCE).until(() -> !hold.out().isEmpty());
            assertThat(run("query", "trading").exitCode()).isEqualTo(ExitCode.DONE);
            hold.signal("TERM");
            assertThat(hold.await().exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        }
        assertThat(run("sessions", "--format", "json").out()).isEmpty();
        expectNothingLeft();
    }

    @Test
    void shouldFailInOneLineWhenCommandsCannotBeDone() throws IOException {
        run("start", "Trading");
        expectFailure(ExitCode.FAILED, "session exists: name=Trading", "start", "TRADING");
        expectFailure(ExitCode.FAILED, "no such session: name=other", "query", "other");
        expectFailure(ExitCode.FAILED, "no such session: name=other", "stop", "other");
        expectFailure(ExitCode.FAILED, "no such session: name=other", "tail", "other");
        expectFailure(ExitCode.FAILED, "no such session: name=other", "record", "other", "--to", "x");
        expectFailure(ExitCode.USAGE, "no such command: command=gauge", "gauge", "trading");
        expectFailure(ExitCode.USAGE, "--lane-size", "start", "b", "--lane-size", "many");
        run("stop", "Trading");
        expectNothingLeft();
    }

    @Test
    void shouldFailWhenTheDirectoryIsOpenToOthers() throws IOException {
        final Path open = Files.createDirectory(folder.resolve("trace"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
        expectFailure(ExitCode.FAILED, "trace directory is not for its owner alone", "start", "trading");
        expectFailure(ExitCode.FAILED, "trace directory is not for its owner alone", "emit", "--provider", "Orders");
        expectFailure(ExitCode.FAILED, "trace directory is not for its owner alone", "tail", "trading");
        assertThat(open).isEmptyDirectory();
    }

    @Test
    void shouldFailWhenTheDirectoryIsOfAnotherRelease() throws IOException {
        run("start", "trading");
        try (FileChannel control = FileChannel.open(folder.resolve("trace/v1/control"), StandardOpenOption.WRITE)) {
            final int versionOffset = 8;
            control.write(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(0, 99), versionOffset);
        }
        expectFailure(ExitCode.FAILED, "file was made by another release", "start", "other");
        expectFailure(ExitCode.FAILED, "file was made by another release", "stop", "trading");
        expectFailure(ExitCode.FAILED, "file was made by another release", "emit", "--provider", "Orders");
        assertThat(run("sessions", "--format", "json").out()).hasSize(1);
    }

    @Test
    @Tag("jdk25")
    void shouldFailWhenTheJvmLacksItsFlag() throws IOException {
        try (ProgramProcess program = ProgramProcess.start(folder, List.of(), "sessions")) {
            final ProgramRun run = program.await();
            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).singleElement().asString()
                    .startsWith("ringside: JVM flag is missing: flag=--add-exports");
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    @Tag("jdk25")
    void shouldBalanceAndLeaveNothingWhenTheDemoEnds() throws IOException {
        final ProgramRun run = run("demo", "--seconds", "2", "--format", "json");
        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.DONE);
        final String ledger = run.out().get(0);
        assertThat(ledger).contains("\"balanced\":true");
        assertThat(number(ledger, "attempted")).isPositive()
                .isEqualTo(number(ledger, "delivered") + number(ledger, "lost"));
        assertThat(number(ledger, "lost")).isPositive();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void shouldLeaveNothingWhenTheDemoIsInterrupted() throws IOException, InterruptedException {
        try (ProgramProcess demo = start("demo", "--seconds", "600")) {
            await().atMost(PATIENCE).ignoreExceptions().until(() -> hasProcessPage() || !demo.isRunning());
            demo.signal("INT");
            final ProgramRun run = demo.await();
            assertThat(run.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
            assertThat(run.out()).isEmpty();
        }
        assertThat(folder).isEmptyDirectory();
        assertThat(ProcessHandle.allProcesses().map(process -> process.info().commandLine().orElse(""))
                .filter(command -> command.contains(folder.toString()))).isEmpty();
    }

    private boolean hasProcessPage() throws IOException {
        try (Stream<Path> files = Files.find(folder, 5, (path, attributes) -> path.toString().endsWith(".page"))) {
            return files.findAny().isPresent();
        }
    }

    /** Alive files, rows and folders of sessions all go with who made them; pages go with the next change. */
    private void expectNothingLeft() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files.filter(Files::isRegularFile).map(path -> path.getFileName().toString()))
                    .filteredOn(name -> !name.endsWith(".page") && !name.endsWith(".schema"))
                    .containsExactlyInAnyOrder("control", "control.lock");
        }
    }

    private void expectFailure(final int exitCode, final String what, final String... args) throws IOException {
        final ProgramRun run = run(args);
        assertThat(run.exitCode()).as("%s", run).isEqualTo(exitCode);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).singleElement().asString().startsWith("ringside: ").contains(what);
    }

    private ProgramProcess start(final String... args) throws IOException {
        return ProgramProcess.start(folder, args);
    }

    private ProgramRun run(final String... args) throws IOException {
        return ProgramProcess.run(folder, args);
    }

    private String json(final String... args) throws IOException {
        final ProgramRun run = run(
                Stream.concat(Stream.of("--format", "json"), Stream.of(args)).toArray(String[]::new));
        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).hasSize(1);
        return run.out().get(0);
    }
}
