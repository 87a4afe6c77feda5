package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.reader.DataFiles;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Who may read a recording, by the rights of its folder and of each of its files. */
@Timeout(120)
@Tag("process")
@Tag("proof")
class RecordingAccessSystemTest {
    private static final String METADATA = "metadata.cq4t";

    @TempDir
    private Path root;
    private OtherUser reader;
    private Path recording;
    private long nowNs;

    @BeforeEach
    void record() throws IOException {
        reader = new OtherUser(OtherUser.require(root), 61_204, 61_204, "022");
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
        recording = root.resolve("recording");
        try (HandMadeSession session = HandMadeSession.start(root.resolve("trace"))) {
            session.provider().writeSequence(0, 0, 3);
            try (Recorder recorder = Recorder.open(
                    new RecorderContext(session.row().name(), recording).directory(session.directory().path())
                            .clock(() -> nowNs).libraryThread(Runnable::run))) {
                while (recorder.events() < 3) {
                    nowNs += TimeUnit.SECONDS.toNanos(1);
                    recorder.doWork();
                }
            }
        }
    }

    @Test
    @DisplayName("R6.1 a recording that may not be read, or holds a file that may not, is refused with ACCESS_DENIED")
    void shouldRefuseWhatMayNotBeRead() throws IOException {
        final Path open = copy("open");
        final Path noData = copy("no-data");
        final Path data = rights(dataFile(noData), "rw-------");
        final Path noMetadata = copy("no-metadata");
        final Path metadata = rights(noMetadata.resolve(METADATA), "rw-------");
        final Path closed = rights(copy("closed"), "rwx------");
        final Path unlisted = rights(copy("unlisted"), "rwx--x--x");
        final Path listedOnly = rights(copy("listed-only"), "rwxr--r--");

        final ProgramRun run = reader.run(TraceOpenMain.class, Stream.of(open, noData, noMetadata, closed, unlisted,
                listedOnly, root.resolve("missing")).map(Path::toString).toList());

        assertThat(run.exitCode()).as("%s", run.err()).isZero();
        assertThat(run.out()).hasSize(7);
        assertThat(run.out().get(0)).isEqualTo("hand-made");
        final List<Path> refused = List.of(data, metadata, closed, unlisted, listedOnly);
        for (int i = 0; i < refused.size(); i++) {
            assertThat(run.out().get(i + 1)).startsWith("ACCESS_DENIED ").contains("path=" + refused.get(i) + ": ask");
        }
        assertThat(run.out().get(6)).startsWith("NOT_FOUND ");
    }

    @Test
    @DisplayName("R6.1 the command that reads a recording says so too, in one line")
    void shouldSayInOneLineWhichFileMayNotBeRead() throws IOException {
        final Path noData = copy("no-data");
        final Path data = rights(dataFile(noData), "rw-------");

        final ProgramRun run = reader.run(root.resolve("none"), "tail", noData.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).singleElement().asString().contains("path=" + data);
    }

    /** For everybody to read. */
    private Path copy(final String name) throws IOException {
        final Path folder = rights(Files.createDirectory(root.resolve(name)), "rwxr-xr-x");
        try (Stream<Path> files = Files.list(recording)) {
            for (final Path file : files.toList()) {
                rights(Files.copy(file, folder.resolve(file.getFileName())), "rw-r--r--");
            }
        }
        return folder;
    }

    private static Path dataFile(final Path folder) throws IOException {
        return DataFiles.of(folder).get(0);
    }

    private static Path rights(final Path path, final String rights) throws IOException {
        return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(rights));
    }
}
