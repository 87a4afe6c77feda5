package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.reader.DataFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A recorder whose wall clock is wrong for a moment. */
@Tag("process")
@Tag("proof")
class WallClockSystemTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long DAY_S = TimeUnit.DAYS.toSeconds(1);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldKeepEverythingAndRollAfterTheClockWasADayAhead() throws IOException, InterruptedException {
        final WallClock clock = WallClock.require(folder);
        final Path recording = folder.resolve("recording");
        ProgramProcess.run(folder, "start", "trading");
        ProgramProcess.run(folder, "enable", "trading", "Orders");
        try (ProgramProcess record = ProgramProcess.startUnder(clock.wrapper(), folder,
                List.of(System.getProperty("ringside.jvm.flags").trim().split("\\s+")), "record", "trading", "--to",
                recording.toString(), "--mode", "circular", "--max-age", "1h", "--roll", "secondly", "--format",
                "json");
                ProgramProcess emit = ProgramProcess.start(folder, "emit", "--provider", "Orders", "--events", "60000",
                        "--rate", "1000", "--wait-enabled", "60s")) {
            record.awaitDrain(folder, "trading");
            awaitFiles(recording, 3);
            clock.moveTo(DAY_S);
            awaitFiles(recording, 5);
            for (final String source : List.of("trading", recording.toString())) {
                final ProgramRun hour = ProgramProcess.startUnder(clock.wrapper(), folder,
                        List.of(System.getProperty("ringside.jvm.flags").trim().split("\\s+")), "tail", source,
                        "--from-start", "--since", "-1h", "--limit", "3", "--format", "json").await();
                assertThat(hour.out()).as("%s: %s", source, hour).hasSize(3);
            }
            clock.moveTo(0);
            awaitFiles(recording, 8);
            emit.signal("TERM");
            emit.await();
            ProgramProcess.run(folder, "stop", "trading");

            final ProgramRun recorded = record.await();
            assertThat(recorded.exitCode()).as("%s", recorded.err()).isEqualTo(ExitCode.DONE);
            final ProgramRun tail = ProgramProcess.look(folder, "tail", recording.toString(), "--format", "json");
            assertThat(tail.err()).isEmpty();
            assertThat(tail.out()).hasSize((int) number(recorded.out().get(0), "recorded"))
                    .allMatch(line -> line.startsWith("{\"time\":"));
            final List<Long> sequences = tail.out().stream().map(line -> number(line, "sequence")).toList();
            assertThat(sequences).startsWith(0L).isSorted();
        }
    }

    private static void awaitFiles(final Path recording, final int count) {
        await().atMost(PATIENCE).until(() -> DataFiles.of(recording).size() >= count);
    }
}
