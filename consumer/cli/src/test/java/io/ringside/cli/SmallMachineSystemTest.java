package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** In as little memory as containers have: 64 MB of tmpfs, and all processes in a control group of 256 MB. */
@Tag("process")
@Tag("proof")
class SmallMachineSystemTest {
    private static final String DOCKER_DEFAULT = "64m";
    private static final long GROUP_BYTES = 256L << 20;

    @TempDir
    private Path place;
    @TempDir
    private Path disk;
    private List<String> wrapper = List.of();

    @Test
    void shouldBalanceTheDemoAndRecordInASmallFileSystem() throws IOException, InterruptedException {
        try (MemoryMount mount = MemoryMount.require(place, DOCKER_DEFAULT)) {
            demonstrate();
            record(mount.path().resolve("recording"));
            refuse("16m");
        }
    }

    @Test
    void shouldBalanceTheDemoAndRecordUnderASmallLimitOfMemory() throws IOException, InterruptedException {
        try (MemoryGroup group = requireGroup(); MemoryMount mount = MemoryMount.require(place, DOCKER_DEFAULT)) {
            wrapper = group.wrapper();
            demonstrate();
            record(disk.resolve("recording"));
            assertThat(mount.freeBytes()).isPositive();
            assertThat(group.kills()).as("processes killed by the kernel").isZero();
        }
    }

    @Test
    void shouldRefuseLanesThatTheLimitOfMemoryWouldNotBear() throws IOException, InterruptedException {
        try (MemoryGroup group = requireGroup(); MemoryMount mount = MemoryMount.require(place, "2g")) {
            wrapper = group.wrapper();
            final List<String> told = refuse("32m");
            assertThat(told).anyMatch(line -> line.contains("memory.") && line.contains("not enough"));
            assertThat(mount.freeBytes()).isGreaterThan(GROUP_BYTES);
            assertThat(group.kills()).as("processes killed by the kernel").isZero();
        }
    }

    private void demonstrate() throws IOException {
        final ProgramRun demo = run("demo", "--seconds", "2", "--format", "json");
        assertThat(demo.exitCode()).as("%s", demo).isEqualTo(ExitCode.DONE);
        final String figures = demo.out().get(demo.out().size() - 1);
        assertThat(figures).contains("\"balanced\":true");
        assertThat(number(figures, "delivered")).isPositive();
        assertThat(number(figures, "attempted")).isEqualTo(number(figures, "delivered") + number(figures, "lost"));
    }

    private void record(final Path recording) throws IOException {
        run("start", "recorded");
        run("enable", "recorded", "Orders");
        try (ProgramProcess record = start("record", "recorded", "--to", recording.toString(), "--format", "json")) {
            record.awaitDrain(place, "recorded");
            final String emitted = only("emit", "--provider", "Orders", "--events", "10000", "--threads", "4",
                    "--payload", "128", "--rate", "20000");
            final String stop = only("stop", "recorded");
            final ProgramRun recorded = record.await();
            assertThat(recorded.exitCode()).as("%s", recorded).isIn(ExitCode.DONE, ExitCode.LOST);
            assertThat(number(recorded.out().get(0), "recorded")).isEqualTo(number(stop, "delivered"))
                    .isEqualTo(number(emitted, "written")).isPositive();
            assertThat(number(stop, "wanted")).isEqualTo(number(emitted, "attempted"))
                    .isEqualTo(number(stop, "delivered") + number(stop, "lost"));
            final ProgramRun tail = run("tail", recording.toString(), "--format", "json");
            assertThat(tail.exitCode()).as("%s", tail.err()).isEqualTo(ExitCode.DONE);
            assertThat(tail.out().stream().filter(line -> line.startsWith("{\"time\":")).count())
                    .isEqualTo(number(stop, "delivered"));
        }
    }

    /** A session whose lanes do not fit: every event of it is counted as lost, and everybody lives on. */
    private List<String> refuse(final String laneSize) throws IOException {
        assertThat(run("start", "large", "--lane-size", laneSize, "--max-bytes", "1g").exitCode())
                .isEqualTo(ExitCode.DONE);
        assertThat(run("enable", "large", "Orders").exitCode()).isEqualTo(ExitCode.DONE);
        final ProgramRun doctor = run("doctor");
        assertThat(doctor.exitCode()).as("%s", doctor).isEqualTo(ExitCode.FAILED);
        final ProgramRun emit = run("emit", "--provider", "Orders", "--events", "1000", "--format", "json");
        assertThat(emit.exitCode()).as("%s", emit).isEqualTo(ExitCode.DONE);
        final ProgramRun stop = run("stop", "large", "--format", "json");
        assertThat(stop.exitCode()).as("%s", stop).isEqualTo(ExitCode.LOST);
        final String ledger = stop.out().get(0);
        assertThat(number(ledger, "notAttached")).isEqualTo(number(ledger, "wanted")).isEqualTo(1_000)
                .isEqualTo(number(ledger, "lost"));
        assertThat(ledger).contains("\"final\":true", "processes had no memory for lanes");
        return doctor.out();
    }

    private static MemoryGroup requireGroup() throws IOException {
        final Optional<MemoryGroup> group = MemoryGroup.tryCreate(GROUP_BYTES);
        assumeThat(group).as("memory can be bounded by a control group").isPresent();
        return group.orElseThrow();
    }

    private ProgramProcess start(final String... args) throws IOException {
        return ProgramProcess.startUnder(wrapper, place, List.of(System.getProperty("ringside.jvm.flags").trim()
                .split("\\s+")), args);
    }

    private ProgramRun run(final String... args) throws IOException {
        try (ProgramProcess program = start(args)) {
            return program.await();
        }
    }

    private String only(final String... args) throws IOException {
        final ProgramRun run = run(Stream
                .concat(Stream.of("--format", "json"), Stream.of(args))
                .toArray(String[]::new));
        assertThat(run.out()).as("%s", run).hasSize(1);
        return run.out().get(0);
    }
}
