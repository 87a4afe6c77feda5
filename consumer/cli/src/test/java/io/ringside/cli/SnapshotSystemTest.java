package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/** Flight recorders as they are used: every command a process. */
@Tag("process")
class SnapshotSystemTest {
    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;

    @Test
    void shouldCopyWhatAFlightRecorderHoldsAndLeaveItAsItWas() throws IOException {
        assertThat(run("start", "flight", "--overflow", "drop-oldest", "--lane-size", "64k").exitCode())
                .isEqualTo(ExitCode.DONE);
        run("enable", "flight", "Orders");
        final String emitted = run("emit", "--provider", "Orders", "--events", "20000", "--format", "json")
                .out().get(0);
        final String before = run("query", "flight", "--format", "json").out().get(0);

        final Path first = disk.resolve("first");
        final ProgramRun snapshot = run("snapshot", "flight", "--to", first.toString(), "--format", "json");
        final ProgramRun again = run("snapshot", "flight", "--to", disk.resolve("again").toString(), "--format",
                "json");
        final List<String> lines = run("tail", first.toString(), "--format", "json").out();

        assertThat(snapshot.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(snapshot.err()).isEmpty();
        final String taken = snapshot.out().get(0);
        assertThat(number(taken, "recorded") + number(taken, "overwritten")).isEqualTo(20_000);
        assertThat(number(taken, "recorded")).isPositive().isEqualTo(number(again.out().get(0), "recorded"));
        assertThat(number(taken, "overwritten")).isEqualTo(number(before, "overwritten"));
        assertThat(number(emitted, "written")).isEqualTo(20_000);
        assertThat(number(emitted, "lost")).isZero();
        assertThat(run("query", "flight", "--format", "json").out().get(0)).isEqualTo(before);
        assertThat(lines.get(0)).startsWith("{\"lost\":0,\"cause\":\"overwritten\",\"overwritten\":"
                + number(taken, "overwritten") + ",\"from\":");
        assertThat(lines).hasSize(1 + (int) number(taken, "recorded"));
        assertThat(lines.get(lines.size() - 1)).contains("\"sequence\":19999");
        assertThat(run("tail", first.toString()).out().get(0)).contains(" overwritten until ");
        assertThat(run("tail", first.toString(), "--summary", "--format", "json").out()).hasSize(2).last()
                .isEqualTo("{\"overwritten\":" + number(taken, "overwritten") + "}");
        assertThat(run("tail", first.toString(), "--summary").out()).last().asString().startsWith("overwritten: ");

        final ProgramRun stop = run("stop", "flight", "--format", "json");

        assertThat(stop.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(number(stop.out().get(0), "overwritten")).isEqualTo(20_000);
        assertThat(number(stop.out().get(0), "lost")).isZero();
    }

    @Test
    void shouldRefuseWhatIsNotForAFlightRecorderAndWhatIsOnlyForOne() throws IOException {
        run("start", "flight", "--overflow", "drop-oldest");
        run("start", "drained", "--overflow", "block:250ms");

        assertRefused(run("tail", "flight"), "use snapshot");
        assertRefused(run("record", "flight", "--to", disk.resolve("r").toString()), "use snapshot");
        assertRefused(run("snapshot", "drained", "--to", disk.resolve("s").toString()), "use tail or record");
        assertRefused(run("snapshot", "nobody", "--to", disk.resolve("s").toString()), "nobody");
        assertThat(disk.resolve("r")).doesNotExist();
        assertThat(disk.resolve("s")).doesNotExist();
        assertThat(run("snapshot", "flight", "--to", disk.resolve("s").toString()).exitCode()).isEqualTo(ExitCode.DONE);
        assertRefused(run("snapshot", "flight", "--to", disk.resolve("s").toString()), "holds a recording already");
        assertThat(run("query", "drained", "--format", "json").out().get(0)).contains("\"overflow\":\"block\"");
    }

    private static void assertRefused(final ProgramRun run, final String reason) {
        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).singleElement().asString().startsWith("ringside: ").contains(reason);
        assertThat(run.out()).isEmpty();
    }

    private ProgramRun run(final String... args) throws IOException {
        return ProgramProcess.run(folder, args);
    }
}
