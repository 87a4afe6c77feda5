package io.ringside.consumer.recording;

import io.ringside.consumer.queue.QueueWriter;
import io.ringside.consumer.queue.RollInterval;
import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import io.ringside.transport.lane.LaneGeometry;
import io.ringside.transport.rows.ClockPair;
import java.nio.file.Path;
import java.util.UUID;
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
    void shouldRefuseTheVersionBeforeAndSayWhichItIs() {
        write(3);

        assertThatThrownBy(() -> RecordingSummary.read(folder)).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                .hasMessageContaining("path=" + folder)
                .hasMessageContaining("version=3, expected=" + ExcerptDescriptor.VERSION);
    }

    private void write(final int version) {
        final ExcerptEncoder encoder = new ExcerptEncoder();
        final int length = encoder.session(new RecordedSession(1, 0, "old", LaneGeometry.MIN_LANE_BYTES,
                new ClockPair(1, 2), 0, new UUID(3, 4), false));
        encoder.buffer().putInt(ExcerptDescriptor.VERSION_OFFSET, version);
        try (QueueWriter writer = QueueWriter.open(folder, RollInterval.DAILY, 1 << 21, 1_700_000_000_000L)) {
            writer.append(encoder.buffer(), 0, length);
        }
    }
}
