package io.ringside.internal.queue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableDirectByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What a writer appends, from whatever buffer. */
class QueueWriterTest {
    private static final long NOW_MS = 1_700_000_000_000L;
    private static final int BLOCK_BYTES = 256 * 1024;
    private static final int LENGTH = 64;

    @TempDir
    private Path folder;

    @Test
    void shouldAppendTheBytesOfABufferThatGrowsAndOfOthersInTurn() {
        final ExpandableDirectByteBuffer growing = new ExpandableDirectByteBuffer(LENGTH);
        final ByteBuffer bytes = ByteBuffer.allocateDirect(4 * LENGTH);
        // The same address, once as a part of the whole and once by itself.
        final UnsafeBuffer part = new UnsafeBuffer(bytes, LENGTH, LENGTH);
        final UnsafeBuffer slice = new UnsafeBuffer(bytes.position(LENGTH).slice());
        final List<Long> expected = new ArrayList<>();
        try (QueueWriter writer = QueueWriter.open(folder, QueueWriter.STEPPED, BLOCK_BYTES, NOW_MS)) {
            for (long round = 1; round <= 3; round++) {
                final int offset = (int) (round - 1) * 4096;
                for (int i = 0; i < LENGTH; i += Long.BYTES) {
                    growing.putLong(offset + i, 10 * round);
                    part.putLong(i, 10 * round + 1);
                }
                append(writer, growing, offset);
                append(writer, part, 0);
                append(writer, slice, 0);
                append(writer, part, 0);
                expected.addAll(List.of(10 * round, 10 * round + 1, 10 * round + 1, 10 * round + 1));
            }
        }

        assertThat(read()).isEqualTo(expected);
    }

    @Test
    void shouldAppendAndReadOnWhateverThreadTheyAreHandedTo() throws InterruptedException {
        final UnsafeBuffer excerpt = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));
        final ExpandableDirectByteBuffer target = new ExpandableDirectByteBuffer(LENGTH);
        try (QueueWriter writer = QueueWriter.open(folder, QueueWriter.STEPPED, BLOCK_BYTES, NOW_MS)) {
            writer.append(excerpt, 0, LENGTH);
            try (QueueReader reader = QueueReader.open(folder)) {
                assertThat(reader.next(target)).isTrue();
                for (int round = 1; round <= 4; round++) {
                    if (round % 2 == 0) {
                        writer.roll(NOW_MS);
                    }
                    excerpt.setMemory(0, LENGTH, (byte) round);
                    onAnotherThread(() -> writer.append(excerpt, 0, LENGTH));
                    final int expected = round;
                    onAnotherThread(() -> {
                        assertThat(reader.next(target)).isTrue();
                        assertThat(target.getByte(LENGTH - 1)).isEqualTo((byte) expected);
                        assertThat(reader.hasNext()).isFalse();
                    });
                }
                onAnotherThread(reader::close);
            }
            onAnotherThread(writer::close);
        }
    }

    private static void onAnotherThread(final Runnable action) throws InterruptedException {
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        final Thread other = new Thread(action);
        other.setUncaughtExceptionHandler((thread, cause) -> failure.set(cause));
        other.start();
        other.join();
        assertThat(failure).hasNullValue();
    }

    private static void append(final QueueWriter writer, final DirectBuffer buffer, final int offset) {
        writer.append(buffer, offset, LENGTH);
    }

    /** The number that each excerpt consists of. */
    private List<Long> read() {
        final List<Long> numbers = new ArrayList<>();
        final ExpandableDirectByteBuffer excerpt = new ExpandableDirectByteBuffer(LENGTH);
        try (QueueReader reader = QueueReader.open(folder)) {
            while (reader.next(excerpt)) {
                assertThat(reader.length()).isEqualTo(LENGTH);
                final long number = excerpt.getLong(0);
                for (int i = 0; i < LENGTH; i += Long.BYTES) {
                    assertThat(excerpt.getLong(i)).isEqualTo(number);
                }
                numbers.add(number);
            }
        }
        return numbers;
    }
}
