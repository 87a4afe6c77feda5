package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.queue.QueueWriter;
import io.ringside.internal.registry.ClockPair;
import io.ringside.reader.EventReader;
import io.ringside.reader.Source;
import io.ringside.recording.RollInterval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RecordingVersionTest {
    @TempDir
    Path folder;

    @Test
    void shouldReadItsOwnVersion() {
        write(ExcerptDescriptor.VERSION);

        assertThat(RecordingSummary.read(folder).session().name()).isEqualTo("old");
    }

    @Test
    void shouldReadARecordingOfVersionFourWhichHasNoChecksums() throws IOException {
        unzip("version-4.zip");

        final RecordingSummary summary = RecordingSummary.read(folder);
        assertThat(summary.session().name()).isEqualTo("old");
        assertThat(summary.events()).isEqualTo(40);
        assertThat(summary.lost().total()).isZero();
        try (EventReader consumer = EventReader.open(Source.recording(folder))) {
            while (consumer.poll(event -> {}) > 0) {
                assertThat(consumer.damages()).isZero();
            }
            consumer.deliverRest(event -> {});
            assertThat(consumer.events()).isEqualTo(40);
        }
    }

    @Test
    void shouldReadARecordingOfVersionFiveWhichHasNoNamesOfThreads() throws IOException {
        unzip("version-5.zip");

        final RecordingSummary summary = RecordingSummary.read(folder);
        assertThat(summary.session().name()).isEqualTo("old");
        assertThat(summary.events()).isEqualTo(40);
        try (EventReader consumer = EventReader.open(Source.recording(folder))) {
            while (consumer.poll(event -> assertThat(event.threadName()).isNull()) > 0) {
                assertThat(consumer.damages()).isZero();
            }
            consumer.deliverRest(event -> assertThat(event.threadName()).isNull());
            assertThat(consumer.events()).isEqualTo(40);
            assertThat(consumer.handlerErrors()).isZero();
        }
    }

    @Test
    void shouldTakeAnExcerptOfAnOlderVersionBehindOneOfANewerForDamaged() {
        final ExcerptDecoder decoder = new ExcerptDecoder();
        final ExcerptEncoder encoder = new ExcerptEncoder();
        final int length = encoder.session(session());
        decoder.decode(encoder.buffer(), length, new ExcerptVisitor() {});
        encoder.buffer().putInt(ExcerptDescriptor.VERSION_OFFSET, ExcerptDescriptor.OLDEST_VERSION);

        assertThatThrownBy(() -> decoder.decode(encoder.buffer(), length, new ExcerptVisitor() {}))
                .isInstanceOf(RingsideException.class).hasMessageEndingWith("field=version");
    }

    @Test
    void shouldRefuseTheVersionBeforeAndSayWhichItIs() {
        write(3);

        assertThatThrownBy(() -> RecordingSummary.read(folder)).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                .hasMessageContaining("path=" + folder)
                .hasMessageContaining("version=3, expected=" + ExcerptDescriptor.VERSION);
    }

    private void write(final int version) {
        final ExcerptEncoder encoder = new ExcerptEncoder();
        final int length = encoder.session(session());
        encoder.buffer().putInt(ExcerptDescriptor.VERSION_OFFSET, version);
        try (QueueWriter writer = QueueWriter.open(folder, RollInterval.DAILY.lengthMs(), 1 << 21,
                1_700_000_000_000L)) {
            writer.append(encoder.buffer(), 0, length);
        }
    }

    private static RecordedSession session() {
        return new RecordedSession(1, 0, "old", LaneGeometry.MIN_LANE_BYTES, new ClockPair(1, 2), 0, new UUID(3, 4),
                false);
    }

    private void unzip(final String resource) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(
                Objects.requireNonNull(RecordingVersionTest.class.getResourceAsStream(resource)))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Files.copy(zip, folder.resolve(entry.getName()));
            }
        }
    }
}
