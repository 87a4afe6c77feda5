package io.ringside.internal.queue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Function;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ExcerptScanTest {
    private static final ExcerptMark MARK = new ExcerptMark(0x4B52_414D, 4);
    private static final int LENGTH = 256;
    private static final int FILE_BYTES = 256 * 1024;

    @TempDir
    private Path folder;

    @Test
    void shouldFindTheFirstOfTheExcerptsThatAreAppendedWhileItSearches() throws IOException {
        for (final int first : new int[]{0, 4, 60_000}) {
            for (final int second : new int[]{64 * 1024, 200_000}) {
                final Path file = Files.write(folder.resolve(first + "-" + second), new byte[FILE_BYTES]);
                // The writer goes on between two reads of the search, as when its thread is suspended there.
                final Function<FileChannel, ExcerptScan.Source> interrupted = channel -> (target, from) -> {
                    final int read = channel.read(target, from);
                    append(file, first);
                    append(file, second);
                    return read;
                };
                try (ExcerptScan scan = new ExcerptScan(file, MARK, LENGTH, interrupted)) {
                    assertThat(scan.find(0)).as("second at %d", second).isEqualTo(first);
                }
            }
        }
    }

    @Test
    void shouldFindWhatIsBehindDamage() throws IOException {
        final Path file = Files.write(folder.resolve("damaged"), new byte[FILE_BYTES]);
        append(file, 200_000);
        try (ExcerptScan scan = new ExcerptScan(file, MARK, LENGTH)) {
            assertThat(scan.find(8)).isEqualTo(200_000);
            assertThat(scan.find(200_004)).isEqualTo(ExcerptScan.NULL_POSITION);
        }
    }

    private static void append(final Path file, final int position) {
        final UnsafeBuffer excerpt = new UnsafeBuffer(new byte[Integer.BYTES + LENGTH]);
        excerpt.putInt(0, LENGTH);
        excerpt.putInt(Integer.BYTES, MARK.magic());
        excerpt.putInt(Integer.BYTES + MARK.lengthOffset(), LENGTH);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(excerpt.byteArray()), position);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
