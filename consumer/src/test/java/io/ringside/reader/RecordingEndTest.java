package io.ringside.reader;

import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.recording.FailingDisk;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Whether a recording is whole, and what readers say if its end is missing, or its disk has not stored it. */
@Timeout(120)
class RecordingEndTest {
    private static final int ROUND = 400;
    private static final int FILES = 8;

    @TempDir
    Path root;
    private final FailingDisk disk = new FailingDisk();
    private RecordingFixture fixture;
    private HandMadeProvider provider;
    private long next;

    @BeforeEach
    void start() {
        fixture = new RecordingFixture(root);
        provider = fixture.session.provider();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void shouldTellARecordingThatEndedFromOneThatIsWrittenAndOneThatIsCutOff() throws IOException {
        final Path copy;
        try (Recorder recorder = fixture.recorder()) {
            write(recorder);
            final RecordingFixture.Read written = fixture.read();
            assertThat(written.cutOff).as("its recorder lives").isZero();
            copy = copy();
        }
        assertWhole(fixture.read());
        assertThat(fixture.problems).isEmpty();

        final RecordingFixture.Read killed = fixture.read(copy, true);
        assertThat(killed.values).isEqualTo(numbers(0, next));
        assertThat(killed.cutOff).isOne();
        assertThat(fixture.problems).singleElement().asString().contains("recording has no end", copy.toString());
    }

    @Test
    void shouldContinueARecordingThatEnded() {
        for (int i = 0; i < 3; i++) {
            try (Recorder recorder = fixture.recorder()) {
                write(recorder);
                assertThat(fixture.read().cutOff).isZero();
            }
            assertWhole(fixture.read());
        }
        assertThat(fixture.problems).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("last three of eight files are zeros, or gone: readers say so, and that the loss is unknown")
    void shouldSayThatTheLastFilesAreMissing(final boolean isZeroed) throws IOException {
        recordFiles();
        for (final Path file : dataFiles().subList(FILES - 3, FILES)) {
            lose(file, isZeroed);
        }
        final RecordingFixture.Read read = fixture.read();

        assertThat(read.values).isEqualTo(numbers(0, 5 * ROUND));
        assertThat(read.damages).isPositive();
        assertThat(read.damagedEvents).isNull();
        assertThat(read.cutOff).isOne();
        assertThat(fixture.problems).anyMatch(problem -> problem.contains(isZeroed
                ? "file has no content, only zeros"
                : "last file is missing"));
    }

    @Test
    void shouldCountWhatIsMissingInFilesOfZerosBeforeOthers() throws IOException {
        recordFiles();
        lose(dataFiles().get(3), true);
        zeroAfterFirstBatch(dataFiles().get(5));
        final RecordingFixture.Read read = fixture.read();

        assertThat(read.damages).isEqualTo(2);
        assertThat(read.damagedEvents).isEqualTo(FILES * ROUND - read.values.size()).isEqualTo(read.corrupt)
                .isGreaterThanOrEqualTo(ROUND);
        assertThat(read.values).startsWith(0L).endsWith(next - 1);
        assertThat(read.cutOff).isZero();
    }

    @Test
    void shouldSayThatTheEndIsMissingWhenTheLastFileEndsInZeros() throws IOException {
        recordFiles();
        zeroAfterFirstBatch(dataFiles().get(FILES - 1));
        final RecordingFixture.Read read = fixture.read();

        assertThat(read.values).hasSizeLessThan(FILES * ROUND);
        assertThat(read.cutOff).isOne();
        assertThat(fixture.problems).last().asString().contains("recording has no end", "unreadBytes=");
    }

    @Test
    void shouldForceEachFileWhenItIsClosedAndTheLastOneAroundTheEndMark() throws IOException {
        recordFiles();

        final List<Path> expected = new ArrayList<>(dataFiles());
        expected.add(expected.get(FILES - 1));
        assertThat(disk.forced()).isEqualTo(expected);
        assertWhole(fixture.read());
    }

    @Test
    void shouldForceNothingIfThatIsNotWanted() {
        try (Recorder recorder = Recorder.open(context().force(false))) {
            write(recorder);
        }
        assertThat(disk.forced()).isEmpty();
        assertWhole(fixture.read());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, FILES - 1})
    void shouldReportFileThatTheDiskHasNotStoredAndWriteNoEndMark(final int number) throws IOException {
        final List<Path> known = new ArrayList<>();
        disk.failFor(file -> {
            if (!known.contains(file)) {
                known.add(file);
            }
            return known.indexOf(file) == number;
        });
        final Recorder recorder = recordFiles();

        assertThat(recorder.unforcedFiles()).isOne();
        assertThat(fixture.problems).singleElement().asString().contains("was not stored by its disk",
                dataFiles().get(number).toString(), "Input/output error", "check the disk");
        assertThat(fixture.read().cutOff).isOne();
    }

    private void assertWhole(final RecordingFixture.Read read) {
        assertThat(read.values).isEqualTo(numbers(0, next));
        assertThat(read.cutOff).isZero();
        assertThat(read.damages).isZero();
        assertThat(read.damagedEvents).isZero();
    }

    private RecorderContext context() {
        return disk.forcing(fixture.context().mode(RecorderContext.Mode.NEWFILE).maxBytes(1 << 20));
    }

    private Recorder recordFiles() throws IOException {
        try (Recorder recorder = Recorder.open(context())) {
            for (int file = 0; file < FILES; file++) {
                write(recorder);
                fixture.nowNs += TimeUnit.HOURS.toNanos(1);
            }
            assertThat(dataFiles()).hasSize(FILES);
            return recorder;
        }
    }

    private void write(final Recorder recorder) {
        provider.writeSequence(0, next, ROUND / 2);
        fixture.record(recorder);
        provider.writeSequence(0, next + ROUND / 2, ROUND / 2);
        next += ROUND;
        fixture.record(recorder);
    }

    private static void lose(final Path file, final boolean isZeroed) throws IOException {
        if (isZeroed) {
            Files.write(file, new byte[(int) Files.size(file)]);
        } else {
            Files.delete(file);
        }
    }

    /** Everything after the first batch is zeros. */
    private static void zeroAfterFirstBatch(final Path file) throws IOException {
        final ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        int at = 0;
        boolean batch = false;
        while (!batch) {
            final int word = bytes.getInt(at);
            batch = (word & 0x4000_0000) == 0 && bytes.getInt(at + 4 + 8) == 4;
            at += (4 + (word & 0x3FFF_FFFF) + 3) & ~3;
        }
        try (RandomAccessFile writing = new RandomAccessFile(file.toFile(), "rw")) {
            writing.seek(at);
            writing.write(new byte[bytes.capacity() - at]);
        }
    }

    private List<Path> dataFiles() throws IOException {
        return DataFiles.of(fixture.folder).stream().map(file -> fixture.folder.resolve(file.getFileName())).sorted()
                .toList();
    }

    /** The files as a recorder leaves them that is killed now. */
    private Path copy() throws IOException {
        final Path copy = Files.createDirectory(root.resolve("copy"));
        try (Stream<Path> files = Files.list(fixture.folder)) {
            for (final Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        return copy;
    }

    private static List<Long> numbers(final long from, final long to) {
        return LongStream.range(from, to).boxed().toList();
    }
}
