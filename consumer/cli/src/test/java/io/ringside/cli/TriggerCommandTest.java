package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Triggers of a tail or a recorder: one session is looked at, and something happens to it or to a flight recorder. */
class TriggerCommandTest {
    private static final String EVENTS = "2000";

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;

    @BeforeEach
    void start() {
        run("start", "flight", "--overflow", "drop-oldest", "--lane-size", "1m", "--lanes", "4");
        run("start", "alarms", "--lanes", "4");
        run("enable", "flight", "Orders");
        run("enable", "alarms", "Orders");
    }

    @Test
    void shouldTakeASnapshotThatHoldsTheEventsAroundTheOneThatFires() throws Exception {
        final CompletableFuture<ProgramRun> emit = CompletableFuture.supplyAsync(
                () -> run("emit", "--provider", "Orders", "--events", EVENTS, "--rate", "4000"));
        final ProgramRun tail = run("tail", "alarms", "--follow", "--limit", EVENTS, "--trigger", "sequence = 700",
                "--then", "snapshot:flight:" + disk, "--after", "200");

        assertThat(emit.get(1, TimeUnit.MINUTES).exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(tail.exitCode()).as("%s", tail.err()).isEqualTo(ExitCode.DONE);
        assertThat(tail.out()).hasSize(2_000);
        assertThat(tail.err()).singleElement().asString().startsWith("ringside: trigger fired: firing=1, event="
                + "Orders/").contains("suppressed=0: snapshot was taken: session=flight", "000001");
        final List<String> snapshot = run("tail", disk.resolve("000001").toString(), "--where",
                "sequence between 500 and 900", "--format", "json").out();
        assertThat(snapshot).hasSize(401).allMatch(line -> !line.startsWith("{\"lost\""));
        assertThat(IntStream.range(0, 401)).allMatch(i -> snapshot.get(i).contains("\"sequence\":" + (500 + i) + "}")
                || snapshot.get(i).contains("\"sequence\":" + (500 + i) + ","));
        final String time = tail.err().get(0).replaceFirst(".*timeNs=(\\d+), ticks=(\\d+),.*",
                "{\"time\":$1,\"ticks\":$2,");
        assertThat(snapshot.get(200)).startsWith(time);
        assertThat(run("query", "flight", "--format", "json").out().get(0)).contains("\"delivered\":0");
    }

    @Test
    void shouldNumberTheFoldersOfAllFirings() throws IOException {
        emit();
        Files.createDirectories(disk.resolve("000007"));
        final ProgramRun tail = run("tail", "alarms", "--limit", "10", "--trigger", "sequence = 2 or sequence = 8",
                "--then", "snapshot:flight:" + disk, "--at-most-every", "0", "--after", "1");
        assertThat(tail.exitCode()).as("%s", tail.err()).isEqualTo(ExitCode.DONE);
        assertThat(disk.resolve("000008")).isNotEmptyDirectory();

        final ProgramRun second = run("tail", "alarms", "--limit", "10", "--trigger", "sequence >= 10", "--then",
                "snapshot:flight:" + disk, "--summary");
        assertThat(second.err()).hasSize(2).last().asString().contains("firings=1, suppressed=9");
        assertThat(second.out()).isNotEmpty();
    }

    @Test
    void shouldStopTheSessionItLooksAtAndEndWithIt() {
        emit();
        final ProgramRun tail = run("tail", "alarms", "--follow", "--trigger", "sequence = 100", "--then",
                "stop:alarms");
        assertThat(tail.exitCode()).as("%s", tail.err()).isEqualTo(ExitCode.DONE);
        assertThat(tail.out()).hasSize(2_000);
        assertThat(tail.err()).singleElement().asString().contains("session was stopped: name=alarms, lost=0");
        assertThat(run("sessions").out()).noneMatch(line -> line.contains("alarms"));
    }

    @Test
    void shouldRunACommandWithoutAShell() throws IOException {
        emit();
        final Path script = Files.writeString(disk.resolve("run.sh"), "echo \"$RINGSIDE_TRIGGER_NUMBER $2\" > $1\n");
        final ProgramRun tail = run("tail", "alarms", "--limit", "5", "--trigger", "sequence = 1", "--then",
                "exec:/bin/sh " + script + " " + disk.resolve("told") + " $HOME");
        assertThat(tail.exitCode()).as("%s", tail.err()).isEqualTo(ExitCode.DONE);
        assertThat(disk.resolve("told")).hasContent("1 $HOME");
    }

    @Test
    void shouldSplitACommandIntoWordsAsAShellDoes() throws IOException {
        emit();
        final Path script = Files.writeString(disk.resolve("a script.sh"), "printf '<%s>' \"$@\" > \"$TOLD\"\n"
                .replace("$TOLD", disk.resolve("told").toString()));
        final ProgramRun tail = run("tail", "alarms", "--limit", "5", "--trigger", "sequence = 1", "--then",
                "exec:/bin/sh '" + script + "' \"two words\" one\\ word '' '$HOME' \"\\$HOME \\\"q\\\"\"");
        assertThat(tail.exitCode()).as("%s", tail.err()).isEqualTo(ExitCode.DONE);
        assertThat(disk.resolve("told")).hasContent("<two words><one word><><$HOME><$HOME \"q\">");
    }

    @Test
    void shouldTakeASnapshotWhileARecorderTakesTheEventThatFires() throws Exception {
        final CompletableFuture<ProgramRun> record = CompletableFuture.supplyAsync(() -> run("record", "alarms", "--to",
                disk.resolve("recording").toString(), "--trigger", "sequence = 700", "--then",
                "snapshot:flight:" + disk.resolve("around"), "--after", "200", "--then", "stop:alarms"));
        assertThat(run("emit", "--provider", "Orders", "--events", EVENTS, "--rate", "4000").exitCode())
                .isEqualTo(ExitCode.DONE);

        final ProgramRun done = record.get(1, TimeUnit.MINUTES);
        assertThat(done.exitCode()).as("%s", done.err()).isEqualTo(ExitCode.DONE);
        assertThat(done.err()).hasSize(2);
        assertThat(done.err().get(0)).startsWith("ringside: trigger fired: firing=1, event=Orders/")
                .contains("suppressed=0: snapshot was taken: session=flight", "000001");
        assertThat(done.err().get(1)).contains("session was stopped: name=alarms, lost=0");
        assertThat(run("tail", disk.resolve("around").resolve("000001").toString(), "--where",
                "sequence between 500 and 900").out()).hasSize(401);
        final long recorded = run("tail", disk.resolve("recording").toString()).out().size();
        assertThat(done.out().get(0)).startsWith(String.format(Locale.ROOT, "recorded %,d events, 0 lost", recorded));
        assertThat(recorded).isGreaterThan(900);
        assertThat(run("sessions").out()).noneMatch(line -> line.contains("alarms"));
    }

    @Test
    void shouldLookAtEveryEventOnceWhenARecordingIsContinued() throws Exception {
        emit();
        final String[] record = {"record", "alarms", "--to", disk.resolve("recording").toString(), "--trigger",
            "sequence >= 0", "--at-most-every", "1h", "--then", "stop:alarms"};
        final ProgramRun first = run(record);
        assertThat(first.exitCode()).as("%s", first.err()).isEqualTo(ExitCode.DONE);
        assertThat(first.out().get(0)).startsWith("recorded 2,000 events, 0 lost");
        assertThat(first.err()).hasSize(2).last().asString().contains("firings=1, suppressed=1999");

        run("start", "alarms", "--lanes", "4");
        run("enable", "alarms", "Orders");
        emit();
        record[record.length - 1] = "exec:/bin/sh -c 'exit 7'";
        final CompletableFuture<ProgramRun> stop = CompletableFuture.supplyAsync(() -> {
            ProgramRun stopped;
            do {
                stopped = run("stop", "alarms");
            } while (stopped.out().isEmpty());
            return stopped;
        }, CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS));
        final List<String> appending = new ArrayList<>(List.of(record));
        appending.addAll(List.of("--mode", "append"));
        final ProgramRun second = run(appending.toArray(String[]::new));
        stop.get(1, TimeUnit.MINUTES);
        assertThat(second.exitCode()).as("%s", second.err()).isEqualTo(ExitCode.FAILED);
        assertThat(second.err()).hasSize(2).last().asString().contains("firings=1, suppressed=1999");
        assertThat(second.err().get(0)).contains("trigger action failed: firing=1", "exitCode=7");
    }

    @Test
    void shouldLookAtARecordingThatBeginsLate() {
        emit();
        final ProgramRun late = run("record", "alarms", "--to", disk.resolve("late").toString(), "--delay-open",
                "--trigger", "sequence = 3", "--then", "stop:alarms");
        assertThat(late.exitCode()).as("%s", late.err()).isEqualTo(ExitCode.DONE);
        assertThat(late.out().get(0)).startsWith("recorded 2,000 events, 0 lost");
        assertThat(late.err()).singleElement().asString().contains("trigger fired: firing=1", "stopped");
    }

    @Test
    void shouldLookAtARecordingThatGoesOnInAnotherFolder() throws Exception {
        final CompletableFuture<ProgramRun> record = CompletableFuture.supplyAsync(() -> run("record", "alarms", "--to",
                disk.resolve("first").toString(), "--trigger", "sequence = 1500", "--then", "stop:alarms"));
        run("emit", "--provider", "Orders", "--events", "1000");
        final String[] update = {"update", "alarms", "--to", disk.resolve("second").toString()};
        ProgramRun moved = run(update);
        while (moved.exitCode() != ExitCode.DONE && !record.isDone()) {
            moved = run(update);
        }
        emit();
        final ProgramRun done = record.get(1, TimeUnit.MINUTES);
        assertThat(done.exitCode()).as("%s", done.err()).isEqualTo(ExitCode.DONE);
        assertThat(done.err()).hasSize(2).first().asString().contains("continues in another folder");
        assertThat(done.err()).last().asString().contains("trigger fired: firing=1", "stopped");
    }

    @Test
    void shouldRefuseARecordersTriggerBeforeAnythingIsRecorded() {
        emit();
        final ProgramRun record = run("record", "alarms", "--to", disk.resolve("recording").toString(), "--trigger",
                "id = 1", "--then", "snapshot:alarms:/absent");
        assertThat(record.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(record.err().get(0)).contains("not in overwrite mode");
        assertThat(disk.resolve("recording")).doesNotExist();
        assertThat(run("query", "alarms", "--format", "json").out().get(0)).contains("\"delivered\":0");
    }

    @Test
    void shouldGoOnReadingAndFailInTheEndWhenAnActionFails() {
        emit();
        final ProgramRun tail = run("tail", "alarms", "--trigger", "sequence = 1", "--then",
                "exec:" + disk.resolve("absent"), "--then", "snapshot:flight:" + disk.resolve("s"));
        assertThat(tail.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(tail.out()).hasSize(2_000);
        assertThat(tail.err()).hasSize(2).first().asString()
                .startsWith("ringside: trigger action failed: firing=1").contains("cannot be started");
        assertThat(disk.resolve("s").resolve("000001")).isNotEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "--trigger level<=2                                          | 2 | --then",
        "--then stop:alarms                                          | 2 | --trigger",
        "--trigger level<= --then stop:alarms                        | 2 | expected=a value, found=the end",
        "--trigger id=1 --then bake:bread                            | 2 | expected snapshot:NAME:DIR",
        "--trigger id=1 --then exec:                                 | 2 | expected snapshot:NAME:DIR",
        "--trigger id=1 --then exec:'unclosed                        | 2 | quote is not closed",
        "--trigger id=1 --then snapshot:flight                       | 2 | expected snapshot:NAME:DIR",
        "--trigger id=1 --then stop:alarms --after -1                | 2 | option=--after, value=-1",
        "--trigger id=1 --then stop:alarms --at-most-every soon      | 2 | invalid duration",
        "--trigger id=1 --then stop:nobody                           | 1 | nobody",
        "--trigger id=1 --then snapshot:nobody:/absent               | 1 | nobody",
        "--trigger id=1 --then snapshot:alarms:/absent               | 1 | not in overwrite mode"})
    void shouldRefuseWhatCannotBeDoneBeforeAnythingIsRead(final String options, final int exitCode,
            final String reason) {
        emit();
        final ProgramRun tail = run(("tail alarms " + options).split(" "));
        assertThat(tail.exitCode()).as("%s", tail.err()).isEqualTo(exitCode);
        assertThat(tail.err().get(0)).startsWith("ringside: ").contains(reason);
        assertThat(tail.out()).isEmpty();
        assertThat(run("query", "alarms", "--format", "json").out().get(0)).contains("\"delivered\":0");
    }

    private void emit() {
        assertThat(run("emit", "--provider", "Orders", "--events", EVENTS).exitCode()).isEqualTo(ExitCode.DONE);
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
