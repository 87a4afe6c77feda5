package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The repository of JDK Flight Recorder in a small file system that others fill: JFR itself then ends the JVM. */
@Tag("process")
@Tag("proof")
@Tag("jdk25")
class FlightRecorderSpaceSystemTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int NEARLY_FULL_BYTES = 40 << 20;
    private static final int WRITE_BYTES = 1 << 20;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path place;

    @Test
    void shouldEndTheRecordingBeforeAFullFileSystemEndsTheApplication() throws IOException, InterruptedException {
        try (MemoryMount mount = MemoryMount.require(place, "256m");
                ForeignApplication server = ForeignApplication.server(folder, "-Djava.io.tmpdir=" + mount.path())) {
            final ProgramRun attach = attach(server);
            assertThat(attach.exitCode()).as("%s", attach.err()).isEqualTo(ExitCode.DONE);
            assertThat(run("start", "flight", "--lane-size", "2m").exitCode()).isEqualTo(ExitCode.DONE);
            assertThat(run("enable", "flight", "Ringside.Jfr", "--level", "5", "--timeout", "20s").exitCode())
                    .isEqualTo(ExitCode.DONE);
            Awaitility.await().atMost(PATIENCE).until(() -> server.diagnose("JFR.check").contains("running"));

            fill(mount, NEARLY_FULL_BYTES);
            Awaitility.await().atMost(PATIENCE)
                    .until(() -> server.diagnose("JFR.check").contains("No available recordings"));
            fill(mount, 0);

            assertThat(server.answers()).isTrue();
            assertThat(server.log()).anyMatch(line -> line.contains("events of Flight Recorder end here")
                    && line.contains("freeBytes=") && line.contains("repository="));
            assertThat(run("tail", "flight", "--format", "json").out())
                    .anyMatch(line -> line.contains("\"event\":\"ringside.RecordingEnded\""));
            // Nobody has drained the session, so a JVM with many events fills its lanes.
            assertThat(run("stop", "flight").exitCode()).isIn(ExitCode.DONE, ExitCode.LOST);
            assertThat(server.answers()).isTrue();
        }
    }

    @Test
    void shouldRefuseToAttachWhereTheFileSystemIsNearlyFull() throws IOException, InterruptedException {
        try (MemoryMount mount = MemoryMount.require(place, "64m");
                ForeignApplication server = ForeignApplication.server(folder, "-Djava.io.tmpdir=" + mount.path())) {
            final ProgramRun attach = attach(server);

            assertThat(attach.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(attach.err()).anyMatch(line -> line.contains("events of Flight Recorder are refused")
                    && line.contains("path=" + mount.path()) && line.contains("repository="));
            assertThat(server.answers()).isTrue();
            assertThat(server.err()).isEmpty();
        }
    }

    private static void fill(final MemoryMount mount, final long leftBytes) throws IOException {
        final Path filler = Files.createTempFile(mount.path(), "filler", "");
        try (var out = Files.newOutputStream(filler)) {
            for (long free = mount.freeBytes(); free > leftBytes; free = mount.freeBytes()) {
                out.write(new byte[(int) Math.min(WRITE_BYTES, free - leftBytes)]);
            }
        }
    }

    private ProgramRun attach(final ForeignApplication server) {
        return run("attach", Long.toString(server.pid()), "--agent", ForeignApplication.AGENT.toString(), "--jfr");
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
