package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Commands that are killed while they take events from a session, or write a recording into one. */
@Tag("process")
@Tag("proof")
class ReaderKillSystemTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int EVENTS = 2_000;
    private static final int KILLS = 5;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;

    @Test
    void shouldDeliverEachEventAtMostOnceWhenLiveReadersAreKilled() throws IOException, InterruptedException {
        run("start", "live", "--lane-size", "4m");
        run("enable", "live", "Orders");
        final List<Long> seen = new ArrayList<>();
        for (int kill = 0; kill < KILLS; kill++) {
            try (ProgramProcess tail = ProgramProcess.start(folder, "tail", "live", "--follow", "--format", "json")) {
                tail.awaitDrain(folder, "live");
                run("emit", "--provider", "Orders", "--events", Integer.toString(EVENTS));
                await().atMost(PATIENCE).until(() -> !tail.out().isEmpty());
                tail.signal("KILL");
                tail.await();
                seen.addAll(times(tail.out()));
            }
        }
        seen.addAll(times(run("tail", "live", "--format", "json").out()));

        final String stop = run("stop", "live", "--format", "json").out().get(0);
        assertThat(seen).doesNotHaveDuplicates();
        assertThat(number(stop, "wanted")).isEqualTo((long) KILLS * EVENTS)
                .isEqualTo(number(stop, "delivered") + number(stop, "lost"));
        assertThat(number(stop, "delivered")).isGreaterThanOrEqualTo(seen.size());
    }

    @Test
    void shouldAccountForEachEventOfAReplayThatIsKilled() throws IOException, InterruptedException {
        final Path recording = disk.resolve("recording");
        run("start", "trading", "--lane-size", "4m");
        run("enable", "trading", "Orders");
        run("emit", "--provider", "Orders", "--events", Integer.toString(EVENTS));
        try (ProgramProcess record = ProgramProcess.start(folder, "record", "trading", "--to", recording.toString())) {
            record.awaitDrain(folder, "trading");
            run("stop", "trading");
            assertThat(record.await().exitCode()).isEqualTo(ExitCode.DONE);
        }
        run("start", "again");
        try (ProgramProcess replay = ProgramProcess.start(folder, "replay", recording.toString(), "--to", "again",
                "--speed", "0.001x")) {
            await().atMost(PATIENCE).until(() -> number(ProgramProcess.lookAt(folder, "again"), "wanted") > 0);
            replay.signal("KILL");
            replay.await();
        }
        final List<Long> seen = times(run("tail", "again", "--format", "json").out());
        final String stop = ProgramProcess.look(folder, "stop", "again", "--format", "json").out().get(0);

        assertThat(seen).isNotEmpty().doesNotHaveDuplicates().hasSize((int) number(stop, "delivered"));
        assertThat(number(stop, "wanted")).isEqualTo(number(stop, "delivered") + number(stop, "lost"));
        assertThat(number(stop, "lost")).as("the event that was being written").isLessThanOrEqualTo(1);
    }

    /** Times of events, which differ from each other; the last line of a process that was killed may be cut off. */
    private static List<Long> times(final List<String> lines) {
        return lines.stream().filter(line -> line.startsWith("{\"time\":") && line.endsWith("}"))
                .map(line -> number(line, "ticks")).toList();
    }

    private ProgramRun run(final String... args) {
        final ProgramRun run = ProgramProcess.look(folder, args);
        assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCode.DONE);
        return run;
    }
}
