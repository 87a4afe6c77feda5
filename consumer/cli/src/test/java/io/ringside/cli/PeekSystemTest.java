package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/** Peeking as it is used: each command is a process of its own. */
@Tag("process")
class PeekSystemTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int EVENTS = 100_000;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;

    /** What a peek has printed. */
    private record Peeked(long events, long behind, long lost) {
        static Peeked of(final List<String> lines) {
            final Map<String, Long> last = new HashMap<>();
            long events = 0;
            long behind = 0;
            long lost = 0;
            for (final String line : lines) {
                if (line.startsWith("{\"lost\"")) {
                    lost += number(line, "lost");
                    behind += line.contains("\"cause\":\"behind\"") ? number(line, "behind") : 0;
                } else {
                    events++;
                    final Long before = last.put(number(line, "pid") + "/" + number(line, "tid"),
                            number(line, "sequence"));
                    assertThat(before == null || before < number(line, "sequence")).as(line).isTrue();
                }
            }
            return new Peeked(events, behind, lost);
        }
    }

    @Test
    void shouldAccountForEveryEventBesideARecorderAndWritersAtFullSpeed() throws IOException {
        run("start", "trading", "--lane-size", "256k");
        run("enable", "trading", "Orders");
        emit("--events", "100");
        try (ProgramProcess peek = peek("trading");
                ProgramProcess record = ProgramProcess.start(folder, "record", "trading", "--to",
                        disk.resolve("recording").toString())) {
            record.awaitDrain(folder, "trading");
            final String emitted = emit("--events", Integer.toString(EVENTS), "--threads", "2");
            final String ledger = run("stop", "trading", "--format", "json").out().get(0);
            final ProgramRun peeked = peek.await();
            assertThat(record.await().err()).isEmpty();

            assertThat(peeked.exitCode()).isEqualTo(ExitCode.DONE);
            assertThat(peeked.err()).isEmpty();
            final Peeked seen = Peeked.of(peeked.out());
            assertThat(seen.events + seen.behind).isEqualTo(100 + number(emitted, "written"));
            assertThat(seen.lost).isEqualTo(number(emitted, "lost"));
            assertThat(number(ledger, "wanted")).isEqualTo(2L * EVENTS + 100);
            assertThat(number(ledger, "delivered")).isEqualTo(100 + number(emitted, "written"));
            assertThat(number(ledger, "lost")).isEqualTo(number(emitted, "lost"));
        }
    }

    @Test
    void shouldTakeNothingOfASessionThatNobodyDrains() throws IOException {
        run("start", "trading");
        run("enable", "trading", "Orders");
        emit("--events", "1000");
        final String before = ProgramProcess.lookAt(folder, "trading");
        for (int i = 0; i < 2; i++) {
            final ProgramRun peeked = run("tail", "trading", "--peek", "--format", "json");
            assertThat(peeked.exitCode()).isEqualTo(ExitCode.DONE);
            assertThat(Peeked.of(peeked.out())).isEqualTo(new Peeked(1000, 0, 0));
        }

        assertThat(ProgramProcess.lookAt(folder, "trading")).isEqualTo(before);
        assertThat(run("tail", "trading", "--format", "json").out()).hasSize(1000);
        assertThat(run("tail", "trading", "--peek").out()).isEmpty();
        assertThat(run("tail", "nobody", "--peek").err()).singleElement().asString().contains("nobody");
    }

    @Test
    void shouldReadAFlightRecorderAndLeaveItAsItIs() throws IOException {
        run("start", "flight", "--overflow", "drop-oldest", "--lane-size", "64k");
        run("enable", "flight", "Orders");
        emit("--events", "20000");
        final String before = ProgramProcess.lookAt(folder, "flight");
        final ProgramRun peeked = run("tail", "flight", "--peek", "--format", "json");

        assertThat(peeked.err()).isEmpty();
        assertThat(Peeked.of(peeked.out())).isEqualTo(new Peeked(number(before, "inRing"), 0, 0));
        assertThat(peeked.out()).last().asString().contains("\"sequence\":19999");
        assertThat(ProgramProcess.lookAt(folder, "flight")).isEqualTo(before);
    }

    @Test
    void shouldReadWhatAKilledProcessHasLeft() throws IOException, InterruptedException {
        run("start", "trading");
        run("enable", "trading", "Orders");
        try (ProgramProcess writer = ProgramProcess.start(folder, "emit", "--provider", "Orders", "--rate", "1000",
                "--wait-enabled", "60s"); ProgramProcess peek = peek("trading")) {
            writer.signal("KILL");
            writer.await();
            final String left = ProgramProcess.lookAt(folder, "trading");
            Awaitility.await().atMost(PATIENCE).until(() -> peek.out().size() == number(left, "inRing"));
            assertThat(ProgramProcess.lookAt(folder, "trading")).isEqualTo(left);
            final String ledger = run("stop", "trading", "--format", "json").out().get(0);
            final ProgramRun peeked = peek.await();

            assertThat(peeked.exitCode()).isEqualTo(ExitCode.DONE);
            assertThat(number(ledger, "wanted")).isEqualTo(number(left, "wanted"));
            assertThat(Peeked.of(peeked.out()).events).isEqualTo(number(left, "inRing"));
        }
    }

    /** A peek that has begun. */
    private ProgramProcess peek(final String session) throws IOException {
        final ProgramProcess peek = ProgramProcess.start(folder, "tail", session, "--peek", "--follow", "--format",
                "json");
        Awaitility.await().atMost(PATIENCE).until(() -> !peek.out().isEmpty());
        return peek;
    }

    private String emit(final String... options) throws IOException {
        final String[] command = new String[options.length + 5];
        command[0] = "emit";
        command[1] = "--provider";
        command[2] = "Orders";
        command[3] = "--format";
        command[4] = "json";
        System.arraycopy(options, 0, command, 5, options.length);
        final ProgramRun emitted = run(command);
        assertThat(emitted.exitCode()).as("%s", emitted).isEqualTo(ExitCode.DONE);
        return emitted.out().get(0);
    }

    private ProgramRun run(final String... args) throws IOException {
        return ProgramProcess.run(folder, args);
    }
}
