package io.ringside.reader;

import io.ringside.etw.relog.RelogContext;
import io.ringside.etw.relog.Relogger;
import io.ringside.recording.Recorder;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is damaged within a chunk of kept records is missing by its number, as the page of the layout has it, also where
 * the checksum was forged.
 */
class KeptDamageTest {
    private static final int EVENTS = 300;
    private static final long FIRST_VALUE = 0x1234_5678_0000_0000L;
    /** From the payload back to the kind of its entry. */
    private static final int ENTRY_KIND = -32 - 16 + 4;
    /** From the payload of the first event back to the chunk's count of attempts. */
    private static final int CHUNK_TOTAL = -32 - 16 - 72 + 56;

    @TempDir
    Path root;
    private RecordingFixture fixture;
    private Path output;

    @BeforeEach
    void write() {
        fixture = new RecordingFixture(root);
        output = root.resolve("output");
        fixture.session.provider().writeSequence(0, FIRST_VALUE, EVENTS);
        try (Recorder recorder = fixture.recorder()) {
            fixture.record(recorder);
        }
        try (Relogger relogger = Relogger.open(new RelogContext(List.of(fixture.folder), output,
                (event, stream) -> stream.inject(event)).blockBytes(1 << 21).minFreeBytes(1))) {
            while (!relogger.isComplete()) {
                assertThat(relogger.doWork()).isOne();
            }
        }
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void shouldTellWhatIsMissingBehindADamagedEntry() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(dataFile().toFile(), "rw")) {
            file.seek(positionOf(FIRST_VALUE + 100) + ENTRY_KIND);
            file.write(9);
        }
        DataFiles.seal(dataFile());
        final RecordingFixture.Read read = fixture.read(output, true);

        assertThat(read.values).isEqualTo(LongStream.range(0, 100).mapToObj(value -> FIRST_VALUE + value).toList());
        assertThat(read.elsewhere).isEqualTo(EVENTS - 100);
        assertThat(fixture.problems).singleElement().asString().contains("entry of a chunk is damaged: field=kind");
    }

    @Test
    void shouldTellWhatIsMissingOfAChunkThatHoldsLessThanItSays() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(dataFile().toFile(), "rw")) {
            final long position = positionOf(FIRST_VALUE) + CHUNK_TOTAL;
            file.seek(position);
            assertThat(Long.reverseBytes(file.readLong())).isEqualTo(EVENTS);
            file.seek(position);
            file.writeLong(Long.reverseBytes(EVENTS + 5L));
        }
        DataFiles.seal(dataFile());
        final RecordingFixture.Read read = fixture.read(output, true);

        assertThat(read.values).hasSize(EVENTS);
        assertThat(read.elsewhere).isEqualTo(5);
        assertThat(fixture.problems).singleElement().asString().contains("the difference is missing");
    }

    @Test
    void shouldLeaveOutAChunkOfWhichAByteHasChanged() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(dataFile().toFile(), "rw")) {
            final long position = positionOf(FIRST_VALUE + 100) + 3;
            file.seek(position);
            file.write(0xFF);
        }
        final RecordingFixture.Read read = fixture.read(output, true);

        assertThat(read.values).isEmpty();
        assertThat(fixture.problems).singleElement().asString().contains(dataFile().toString(), "position=",
                "field=checksum");
    }

    private long positionOf(final long value) throws IOException {
        final ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(dataFile())).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i <= bytes.capacity() - Long.BYTES; i += Integer.BYTES) {
            // Behind it the payload is zero; the header before it holds the value as well.
            if (bytes.getLong(i) == value && bytes.getLong(i + Long.BYTES) != ~value) {
                return i;
            }
        }
        throw new AssertionError("value is not in the file: value=" + value);
    }

    private Path dataFile() throws IOException {
        return DataFiles.of(output).get(0);
    }
}
