package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A recorder whose disk accepts more than it stores. */
@Tag("process")
@Tag("proof")
class LyingDiskSystemTest {
    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path place;

    @Test
    void shouldReportWhatTheDiskHasNotStoredAndClaimNoLosses() throws IOException, InterruptedException {
        try (LyingDisk disk = LyingDisk.require(place, "24m")) {
            final Path recording = disk.path().resolve("recording");
            final ProgramRun recorded = record(recording);
            assertThat(recorded.exitCode()).as("%s", recorded).isEqualTo(ExitCode.FAILED);
            assertThat(recorded.err()).anyMatch(line -> line.contains("was not stored by its disk")
                    && line.contains(recording.toString()) && line.contains("check the disk"));
            assertThat(recorded.out()).singleElement().asString().contains("\"lost\":null", "\"unforcedFiles\":1");
            final ProgramRun tail = ProgramProcess.run(folder, "tail", recording.toString(), "--summary");
            assertThat(tail.err()).anyMatch(line -> line.contains("recording has no end"));
        }
    }

    @Test
    void shouldNotClaimACopyThatTheDiskHasNotStored() throws IOException, InterruptedException {
        final Path recording = folder.resolve("recording");
        assertThat(record(recording).exitCode()).isEqualTo(ExitCode.DONE);
        try (LyingDisk disk = LyingDisk.require(place, "24m")) {
            final ProgramRun copied = ProgramProcess.run(folder, "record", recording.toString(), "--to",
                    disk.path().resolve("copy").toString(), "--format", "json");
            assertThat(copied.exitCode()).as("%s", copied).isEqualTo(ExitCode.FAILED);
            assertThat(copied.err()).anyMatch(line -> line.contains("was not stored by its disk"));
            assertThat(copied.out()).isEmpty();
        }
    }

    /** Records 60 MB, more than the disk can store. */
    private ProgramRun record(final Path recording) throws IOException, InterruptedException {
        ProgramProcess.run(folder, "start", "trading", "--lane-size", "16m", "--lanes", "4");
        ProgramProcess.run(folder, "enable", "trading", "Orders");
        try (ProgramProcess record = ProgramProcess.start(folder, "record", "trading", "--to", recording.toString(),
                "--format", "json")) {
            record.awaitDrain(folder, "trading");
            ProgramProcess.run(folder, "emit", "--provider", "Orders", "--events", "60000", "--payload", "1024",
                    "--rate", "60000");
            ProgramProcess.run(folder, "stop", "trading");
            return record.await();
        }
    }
}
