package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A live session is measured while another process writes at a pace. With {@code -Dringside.rounds=N} it is a million
 * events per second for N seconds, on an idle machine; else a few events, for which the rings have room.
 */
@Tag("process")
@Timeout(180)
class MeasureLiveRateSystemTest {
    private static final int SECONDS = Integer.getInteger("ringside.rounds", 0);
    private static final int RATE = SECONDS > 0 ? 1_000_000 : 50_000;
    private static final int THREADS = 2;
    private static final int EVENTS = RATE * Math.max(1, SECONDS) / THREADS;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldMeasureAllEventsOfALiveSessionWithoutALoss() throws IOException {
        look("start", "trading", "--lanes", "4", "--lane-size", "16m");
        look("enable", "trading", "Orders");
        final CompletableFuture<ProgramRun> measure = CompletableFuture.supplyAsync(() -> ProgramProcess.look(folder,
                "--format", "json", "measure", "trading", "--follow", "--of", "sequence", "--by", "event"));
        ProgramProcess.awaitDrained(folder, "trading");
        final ProgramRun emit = ProgramProcess.run(folder, "--format", "json", "emit", "--provider", "Orders",
                "--events", Integer.toString(EVENTS), "--threads", Integer.toString(THREADS), "--rate",
                Integer.toString(RATE));
        look("stop", "trading");
        final ProgramRun measured = measure.join();

        final String row = measured.out().get(measured.out().size() - 1);
        System.out.println("MeasureLiveRateSystemTest: rate=" + RATE + ", measured=" + row);
        assertThat(measured.exitCode()).as(measured.toString()).isEqualTo(ExitCode.DONE);
        assertThat(number(emit.out().get(0), "lost")).isZero();
        assertThat(number(row, "lost")).isZero();
        assertThat(number(row, "count")).isEqualTo((long) THREADS * EVENTS);
        assertThat(number(row, "sum")).isEqualTo((long) THREADS * EVENTS * (EVENTS - 1) / 2);
    }

    private void look(final String... args) {
        final ProgramRun run = ProgramProcess.look(folder, args);
        assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCode.DONE);
    }
}
