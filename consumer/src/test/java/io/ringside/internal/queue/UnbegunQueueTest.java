package io.ringside.internal.queue;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.recording.RecorderContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.queue.impl.table.Metadata;
import net.openhft.chronicle.queue.impl.table.SingleTableBuilder;
import org.agrona.ExpandableDirectByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** What a recorder leaves that was killed over the first files of its folder: as yet there is no recording. */
class UnbegunQueueTest {
    private static final int BLOCK_BYTES = 1 << 21;
    private static final long NOW_MS = 1_700_000_000_000L;
    private static final int PAGE_BYTES = 4096;

    @TempDir
    private Path folder;

    /** How far its own file had come. */
    private enum Reached {
        NO_BYTES, NO_HEADER, NO_KEYS, ALL_KEYS
    }

    @ParameterizedTest
    @EnumSource(Reached.class)
    void shouldBeNoRecordingYetWhenNoFileForExcerptsWasMade(final Reached reached) throws IOException {
        make(reached);

        assertThat(QueueReader.exists(folder)).isFalse();
        assertThatExceptionOfType(RingsideException.class).isThrownBy(() -> QueueReader.open(folder))
                .withMessageContaining("folder holds no recording")
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.NOT_FOUND));
    }

    @ParameterizedTest
    @EnumSource(Reached.class)
    void shouldGoOnInTheFolderWhenTheFirstWriterWasKilled(final Reached reached) throws IOException {
        make(reached);

        try (QueueWriter writer = QueueWriter.open(folder, RecorderContext.RollInterval.HOURLY.lengthMs(), BLOCK_BYTES,
                NOW_MS)) {
            append(writer, 4711);
        }

        assertThat(read()).containsExactly(4711L);
    }

    @Test
    void shouldKeepWhatWasAppendedWhenAnotherWriterGoesOn() {
        for (long value = 1; value <= 3; value++) {
            try (QueueWriter writer = QueueWriter.open(folder, RecorderContext.RollInterval.HOURLY.lengthMs(),
                    BLOCK_BYTES, NOW_MS)) {
                append(writer, value);
            }
        }

        assertThat(QueueReader.exists(folder)).isTrue();
        assertThat(read()).containsExactly(1L, 2L, 3L);
    }

    private void make(final Reached reached) throws IOException {
        final Path metadata = folder.resolve(QueueFiles.METADATA);
        switch (reached) {
            case NO_BYTES -> Files.createFile(metadata);
            case NO_HEADER -> Files.write(metadata, new byte[PAGE_BYTES]);
            case NO_KEYS -> SingleTableBuilder.binary(metadata.toFile(), Metadata.NoMeta.INSTANCE).build().close();
            case ALL_KEYS ->
                QueueWriter.open(folder, RecorderContext.RollInterval.HOURLY.lengthMs(), BLOCK_BYTES, NOW_MS).close();
            default -> throw new IllegalArgumentException(reached.name());
        }
        assertThat(metadata).exists();
    }

    private List<Long> read() {
        final ExpandableDirectByteBuffer excerpt = new ExpandableDirectByteBuffer();
        final List<Long> values = new ArrayList<>();
        try (QueueReader reader = QueueReader.open(folder)) {
            while (reader.next(excerpt)) {
                values.add(excerpt.getLong(0));
            }
        }
        return values;
    }

    private static void append(final QueueWriter writer, final long value) {
        final ExpandableDirectByteBuffer excerpt = new ExpandableDirectByteBuffer(Long.BYTES);
        excerpt.putLong(0, value);
        writer.append(excerpt, 0, Long.BYTES);
    }
}
