package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A recorder whose disk becomes full, and has room again. */
@Tag("process")
@Tag("proof")
class DiskFullSystemTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int FILLER_BYTES = 14 << 20;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path place;

    @Test
    void shouldStallAndCountLossesAsFullUntilThereIsRoomAgain() throws IOException, InterruptedException {
        try (MemoryMount disk = MemoryMount.require(place, "32m")) {
            final Path filler = Files.write(disk.path().resolve("filler"), new byte[FILLER_BYTES]);
            final Path recording = disk.path().resolve("trading");
            run("start", "trading", "--lane-size", "1m");
            run("enable", "trading", "Orders");
            try (ProgramProcess record = start("record", "trading", "--to", recording.toString(), "--format", "json")) {
                awaitDrain("pid=" + record.pid());
                // What a slow recorder loses does not fill its disk.
                await().atMost(PATIENCE).until(() -> {
                    emit("--events", "20000", "--payload", "1024", "--rate", "20000");
                    return query().contains("\"drain\":\"stalled: pid=" + record.pid());
                });
                emit("--events", "5000", "--payload", "1024");
                final long full = number(query(), "full");
                assertThat(full).isPositive().isEqualTo(number(query(), "lost"));
                final long before = number(query(), "delivered");

                Files.delete(filler);
                awaitDrain("pid=" + record.pid());
                await().atMost(PATIENCE).until(() -> number(query(), "inRing") == 0);
                final long after = number(query(), "delivered");
                assertThat(after).isGreaterThan(before);
                assertThat(emit("--events", "1000", "--payload", "128")).contains("\"written\":1000,");

                final String stop = run("stop", "trading", "--format", "json").out().get(0);
                final ProgramRun recorded = record.await();
                assertThat(recorded.exitCode()).isEqualTo(ExitCode.LOST);
                assertThat(recorded.err()).hasSize(2)
                        .anyMatch(line -> line.contains("disk is almost full") && line.contains("free some space"))
                        .anyMatch(line -> line.contains("disk has space again"));
                assertThat(number(stop, "delivered")).isEqualTo(after + 1_000)
                        .isEqualTo(number(recorded.out().get(0), "recorded"));
                assertThat(number(stop, "full")).isEqualTo(full).isEqualTo(number(stop, "lost"));
                assertHolds(recording, number(stop, "delivered"), full);
            }
        }
    }

    @Test
    void shouldRefuseToBeginOnAFullDiskAndWaitForRoomInARecordingThatWasBegun()
            throws IOException, InterruptedException {
        try (MemoryMount disk = MemoryMount.require(place, "16m")) {
            final Path recording = disk.path().resolve("trading");
            run("start", "trading");
            run("enable", "trading", "Orders");
            final Path filler = disk.fill("filler");

            final ProgramRun refused = run("record", "trading", "--to", recording.toString());

            assertThat(refused.exitCode()).as("%s", refused).isEqualTo(ExitCode.FAILED);
            assertThat(refused.err()).singleElement().asString()
                    .startsWith("ringside: disk is too full to begin a recording: path=" + recording);
            assertThat(recording).doesNotExist();
            Files.delete(filler);
            recordSome(recording);

            disk.fill("filler");
            emit("--events", "100");
            try (ProgramProcess record = start("record", "trading", "--to", recording.toString())) {
                awaitDrain("stalled: pid=" + record.pid());
                Files.delete(filler);
                await().atMost(PATIENCE).until(() -> number(query(), "delivered") == 200);
                run("stop", "trading");
                assertThat(record.await().exitCode()).isEqualTo(ExitCode.DONE);
            }
            assertHolds(recording, 200, 0);
        }
    }

    @Test
    void shouldStallAtTheLimitOfFileSizesUntilItIsRaised() throws IOException, InterruptedException {
        final Path recording = place.resolve("trading");
        run("start", "trading", "--lane-size", "1m");
        run("enable", "trading", "Orders");
        try (ProgramProcess record = ProgramProcess.startUnder(
                List.of("prlimit", "--fsize=" + FILLER_BYTES + ":unlimited"), folder,
                List.of(System.getProperty("ringside.jvm.flags").trim().split("\\s+")), "record", "trading", "--to",
                recording.toString())) {
            awaitDrain("pid=" + record.pid());
            await().atMost(PATIENCE).until(() -> {
                emit("--events", "2000", "--payload", "1024", "--rate", "20000");
                return query().contains("\"drain\":\"stalled: pid=" + record.pid());
            });
            final ProgramRun refused = ProgramProcess.startUnder(List.of("prlimit", "--fsize=1000000:unlimited"),
                    folder, List.of(System.getProperty("ringside.jvm.flags").trim().split("\\s+")), "record",
                    recording.toString(), "--to", place.resolve("other").toString()).await();
            assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(refused.err()).singleElement().asString()
                    .startsWith("ringside: files of this process may not become long enough: ");

            assertThat(new ProcessBuilder("prlimit", "--pid=" + record.pid(), "--fsize=unlimited").start().waitFor())
                    .isZero();
            await().atMost(PATIENCE).until(() -> number(query(), "inRing") == 0);
            final String stop = run("stop", "trading", "--format", "json").out().get(0);
            final ProgramRun recorded = record.await();
            assertThat(recorded.err()).hasSize(2).anyMatch(line -> line.contains("raise the limit of file sizes"));
            assertHolds(recording, number(stop, "delivered"), number(stop, "lost"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jsonl", "csv", "chrome", "perfetto", "ctf", "jfr", "parquet"})
    void shouldSayWhyAnExportCannotBeWritten(final String format) throws IOException, InterruptedException {
        final Path recording = place.resolve("trading");
        run("start", "trading", "--lane-size", "1m");
        run("enable", "trading", "Orders");
        recordSome(recording, 5_000);
        final Path target = place.resolve("exported." + format);
        final List<String> flags = new ArrayList<>(List.of("-XX:-UsePerfData"));
        flags.addAll(List.of(System.getProperty("ringside.jvm.flags").trim().split("\\s+")));

        try (ProgramProcess export = ProgramProcess.startUnder(List.of("prlimit", "--fsize=4096"), folder, flags,
                "export", recording.toString(), "--as", format, "--to", target.toString())) {
            final ProgramRun failed = export.await();

            assertThat(failed.exitCode()).as("%s", failed).isEqualTo(ExitCode.FAILED);
            assertThat(failed.err()).singleElement().asString().containsIgnoringCase("file too large")
                    .doesNotContain("please report it");
        }
    }

    @Test
    void shouldAnswerNoQuestionWithoutEventsThatCouldNotBeStored() throws IOException, InterruptedException {
        final Path recording = place.resolve("trading");
        run("start", "trading", "--lane-size", "1m");
        run("enable", "trading", "Orders");
        recordSome(recording, 5_000);
        final List<String> flags = new ArrayList<>(List.of("-XX:-UsePerfData", "-Djava.io.tmpdir=" + place));
        flags.addAll(List.of(System.getProperty("ringside.jvm.flags").trim().split("\\s+")));

        try (ProgramProcess sql = ProgramProcess.startUnder(List.of("prlimit", "--fsize=300000"), folder, flags,
                "sql", recording.toString(), "SELECT count(*) FROM \"Orders\".numbered")) {
            final ProgramRun failed = sql.await();

            assertThat(failed.exitCode()).as("%s", failed).isEqualTo(ExitCode.FAILED);
            assertThat(failed.out()).isEmpty();
            assertThat(failed.err()).singleElement().asString().doesNotContain("please report it");
        }
    }

    private void recordSome(final Path recording) throws IOException, InterruptedException {
        recordSome(recording, 100);
    }

    private void recordSome(final Path recording, final int events) throws IOException, InterruptedException {
        try (ProgramProcess record = start("record", "trading", "--to", recording.toString())) {
            awaitDrain("pid=" + record.pid());
            emit("--events", Integer.toString(events));
            await().atMost(PATIENCE).until(() -> number(query(), "delivered") == events);
            record.signal("INT");
            assertThat(record.await().exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        }
    }

    private void assertHolds(final Path recording, final long events, final long lost) throws IOException {
        final ProgramRun tail = run("tail", recording.toString(), "--format", "json");
        assertThat(tail.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(tail.err()).isEmpty();
        assertThat(tail.out().stream().filter(line -> line.startsWith("{\"time\":")).count()).isEqualTo(events);
        assertThat(tail.out().stream().filter(line -> line.startsWith("{\"lost\":"))
                .mapToLong(line -> number(line, "lost")).sum()).isEqualTo(lost);
    }

    private void awaitDrain(final String drain) {
        await().atMost(PATIENCE).until(() -> query().contains("\"drain\":\"" + drain));
    }

    private String query() {
        return ProgramProcess.lookAt(folder, "trading");
    }

    private String emit(final String... options) throws IOException {
        return run(Stream.concat(List.of("emit", "--provider", "Orders", "--format", "json").stream(),
                Stream.of(options)).toArray(String[]::new)).out().get(0);
    }

    private ProgramProcess start(final String... args) throws IOException {
        return ProgramProcess.start(folder, args);
    }

    private ProgramRun run(final String... args) throws IOException {
        return ProgramProcess.run(folder, args);
    }
}
