package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.queue.QueueWriter;
import io.ringside.internal.registry.ClockPair;
import io.ringside.reader.EventReader;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.recording.RecorderContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RecordingVersionTest {
    @TempDir
    Path folder;

    @Test
    void shouldReadItsOwnVersion() {
        write(ExcerptDescriptor.MAGIC, ExcerptDescriptor.VERSION);

        assertThat(RecordingSummary.read(folder).session().name()).isEqualTo("night");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 8})
    void shouldRefuseAnotherVersionAndNameIt(final int version) {
        write(ExcerptDescriptor.MAGIC, version);

        assertRefused("version=" + version + ", expected=1: read the recording with the version that wrote it");
    }

    @Test
    void shouldRefuseAnotherMagicAndNameIt() {
        write(0x43525352, ExcerptDescriptor.VERSION);

        assertRefused(
                "magic=0x43525352, expected=0x58455352: if it is not damaged, read the recording with the version");
    }

    private void assertRefused(final String reason) {
        assertThatThrownBy(() -> RecordingSummary.read(folder)).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                .hasMessageContaining("path=" + folder).hasMessageContaining(reason);
        assertThatThrownBy(() -> RecordingExcerpts.idOf(folder)).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT)).hasMessageContaining(reason);
        final List<Throwable> problems = new ArrayList<>();
        try (EventReader reader = EventReader.open(new ReaderContext().errorHandler(problems::add),
                Source.recording(folder))) {
            reader.poll(event -> {});
            assertThat(reader.totals().damages()).isEqualTo(1);
        }
        assertThat(problems).singleElement().asString().contains(reason);
    }

    private void write(final int magic, final int version) {
        final ExcerptEncoder encoder = new ExcerptEncoder();
        encoder.recording(new UUID(5, 6), 0);
        final int length = encoder.session(session());
        encoder.buffer().putInt(ExcerptDescriptor.MAGIC_OFFSET, magic);
        encoder.buffer().putInt(ExcerptDescriptor.VERSION_OFFSET, version);
        new ExcerptSeal().seal(encoder.buffer(), length - ExcerptDescriptor.TRAILER_LENGTH);
        try (QueueWriter writer = QueueWriter.open(folder, RecorderContext.RollInterval.DAILY.lengthMs(), 1 << 21,
                1_700_000_000_000L)) {
            writer.append(encoder.buffer(), 0, length);
        }
    }

    private static RecordedSession session() {
        return new RecordedSession(1, 0, "night", LaneGeometry.MIN_LANE_BYTES, new ClockPair(1, 2), 0, new UUID(3, 4),
                false);
    }
}
