package io.ringside.internal.queue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A writer that was killed when it had ended a file, and had not begun the next one yet. */
class EndedFileTest {
    private static final long NOW_MS = 1_700_000_000_000L;
    private static final int BLOCK_BYTES = 64 * 1024;

    private final UnsafeBuffer excerpt = new UnsafeBuffer(ByteBuffer.allocateDirect(64));

    @TempDir
    private Path folder;

    @Test
    void shouldGoOnInAnotherFileWhenTheLastOneWasEnded() throws IOException {
        try (QueueWriter writer = open()) {
            append(writer, 2);
            writer.roll(NOW_MS);
            append(writer, 1);
            assertThat(writer.files()).hasSize(2);
            Files.delete(writer.path(writer.file()));
        }

        try (QueueWriter writer = open()) {
            final List<Integer> left = writer.files();
            assertThat(left).hasSize(1);
            assertThat(writer.isAtRoll()).isTrue();
            append(writer, 3);
            assertThat(writer.files()).hasSize(2);
            assertThat(writer.file()).isGreaterThan(left.get(0));
        }
    }

    @Test
    void shouldGoOnInTheLastFileWhenItWasNotEnded() {
        try (QueueWriter writer = open()) {
            append(writer, 2);
            writer.roll(NOW_MS);
            append(writer, 1);
        }

        try (QueueWriter writer = open()) {
            final int last = writer.file();
            assertThat(writer.isAtRoll()).isFalse();
            append(writer, 1);
            assertThat(writer.file()).isEqualTo(last);
            assertThat(writer.files()).hasSize(2);
        }
    }

    private QueueWriter open() {
        return QueueWriter.open(folder, QueueWriter.STEPPED, BLOCK_BYTES, NOW_MS);
    }

    private void append(final QueueWriter writer, final int count) {
        for (int i = 0; i < count; i++) {
            writer.append(excerpt, 0, excerpt.capacity());
        }
    }
}
