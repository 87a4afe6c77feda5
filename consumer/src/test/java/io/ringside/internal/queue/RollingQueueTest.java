package io.ringside.internal.queue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.ExpandableDirectByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A reader that follows a queue whose writer begins new files all the time. */
class RollingQueueTest {
    private static final long NOW_MS = 1_700_000_000_000L;
    private static final int BLOCK_BYTES = 64 * 1024;
    private static final int MAGIC = 0x4B52_414D;
    private static final int LENGTH = 256;
    private static final int EXCERPTS = 4_000;
    private static final int EXCERPTS_PER_FILE = 20;

    @TempDir
    private Path folder;

    @Test
    void shouldReadEveryExcerptAndNoDamageWhenTheWriterRolls() throws InterruptedException {
        final UnsafeBuffer excerpt = excerpt(0);
        final ExpandableDirectByteBuffer target = new ExpandableDirectByteBuffer(LENGTH);
        final AtomicBoolean failed = new AtomicBoolean();

        try (QueueWriter writer = open()) {
            writer.append(excerpt, 0, LENGTH);
        }
        final Thread appending = new Thread(() -> append(excerpt));
        appending.setUncaughtExceptionHandler((thread, cause) -> failed.set(true));
        appending.start();
        try (QueueReader reader = QueueReader.open(folder, new ExcerptMark(MAGIC, 4))) {
            for (int number = 0; number < EXCERPTS; number++) {
                while (!reader.next(target)) {
                    assertThat(reader.pollDamage()).as("damage before excerpt %d", number).isNull();
                    assertThat(failed).as("writer has failed").isFalse();
                }
                assertThat(target.getInt(8)).isEqualTo(number);
            }
            assertThat(reader.pollDamage()).isNull();
        } finally {
            appending.join();
        }
    }

    @Test
    void shouldReadWhatIsAppendedBehindDamageToTheLastFile() throws IOException {
        try (QueueWriter writer = open()) {
            writer.append(excerpt(1), 0, LENGTH);
            final long begin = writer.fileBytes();
            writer.append(excerpt(2), 0, LENGTH);
            try (RandomAccessFile file = new RandomAccessFile(writer.path(writer.file()).toFile(), "rw")) {
                file.seek(begin + Integer.BYTES);
                file.writeInt(0);
            }
            try (QueueReader reader = QueueReader.open(folder, new ExcerptMark(MAGIC, 4))) {
                final ExpandableDirectByteBuffer target = new ExpandableDirectByteBuffer(LENGTH);
                assertThat(next(reader)).isEqualTo(1);
                assertThat(reader.next(target)).isFalse();
                assertThat(reader.pollDamage()).isNotNull();

                writer.append(excerpt(3), 0, LENGTH);
                writer.roll(NOW_MS);
                writer.append(excerpt(4), 0, LENGTH);
                assertThat(next(reader)).isEqualTo(3);
                assertThat(next(reader)).isEqualTo(4);
                assertThat(reader.next(target)).isFalse();
            }
        }
    }

    @Test
    void shouldReadNoDamageInFileThatItsWriterWasKilledOver() throws IOException {
        final Path last;
        try (QueueWriter writer = open()) {
            writer.append(excerpt(1), 0, LENGTH);
            writer.roll(NOW_MS);
            writer.append(excerpt(2), 0, LENGTH);
            last = writer.path(writer.file());
        }
        Files.delete(last);
        Files.createFile(last);

        try (QueueReader reader = QueueReader.open(folder, new ExcerptMark(MAGIC, 4))) {
            final ExpandableDirectByteBuffer target = new ExpandableDirectByteBuffer(LENGTH);
            assertThat(reader.next(target)).isTrue();
            assertThat(target.getInt(8)).isEqualTo(1);
            assertThat(reader.next(target)).isFalse();
            assertThat(reader.pollDamage()).isNull();
        }
    }

    @Test
    void shouldReadNoDamageWhenFilesAreRemovedWhereverTheReaderIs() throws IOException {
        for (int read = 0; read <= 6; read++) {
            final Path own = folder.resolve(Integer.toString(read));
            try (QueueWriter writer = QueueWriter.open(Files.createDirectory(own), QueueWriter.STEPPED, BLOCK_BYTES,
                    NOW_MS)) {
                appendFile(writer, 1);
                appendFile(writer, 3);
                appendFile(writer, 5);
                try (QueueReader reader = QueueReader.open(own, new ExcerptMark(MAGIC, 4))) {
                    for (int number = 1; number <= read; number++) {
                        assertThat(next(reader)).isEqualTo(number);
                    }
                    writer.remove(writer.files().get(0));
                    writer.remove(writer.files().get(0));
                    appendFile(writer, 7);
                    // What is mapped is read to its end, though its file is gone.
                    int last = read;
                    int missed = 0;
                    while (reader.hasNext()) {
                        final int number = next(reader);
                        assertThat(number).isGreaterThan(last);
                        missed += number - last - 1;
                        last = number;
                    }
                    assertThat(last).isEqualTo(8);
                    assertThat(missed).isLessThanOrEqualTo(Math.max(4 - read, 0));
                    assertThat(reader.filesMissed() > 0).as("after %d of 6", read).isEqualTo(read < 5);
                    assertThat(reader.pollDamage()).as("after %d of 6", read).isNull();
                }
            }
        }
    }

    /** A file of two excerpts, with consecutive numbers. */
    private static void appendFile(final QueueWriter writer, final int number) {
        writer.roll(NOW_MS);
        writer.append(excerpt(number), 0, LENGTH);
        writer.append(excerpt(number + 1), 0, LENGTH);
    }

    private static int next(final QueueReader reader) {
        final ExpandableDirectByteBuffer target = new ExpandableDirectByteBuffer(LENGTH);
        assertThat(reader.next(target)).isTrue();
        return target.getInt(8);
    }

    private static UnsafeBuffer excerpt(final int number) {
        final UnsafeBuffer excerpt = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));
        excerpt.putInt(0, MAGIC);
        excerpt.putInt(4, LENGTH);
        excerpt.putInt(8, number);
        return excerpt;
    }

    private QueueWriter open() {
        return QueueWriter.open(folder, QueueWriter.STEPPED, BLOCK_BYTES, NOW_MS);
    }

    private void append(final UnsafeBuffer excerpt) {
        try (QueueWriter writer = open()) {
            for (int number = 1; number < EXCERPTS; number++) {
                if (number % EXCERPTS_PER_FILE == 0) {
                    writer.roll(NOW_MS);
                }
                excerpt.putInt(8, number);
                writer.append(excerpt, 0, LENGTH);
            }
        }
    }
}
