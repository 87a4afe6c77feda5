package io.ringside.internal.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What becomes of an access to a file that was cut, interpreted first and compiled then. */
@Tag("jdk25")
class MappedFaultTest {
    private static final int FILE_BYTES = 16 * 1024;
    private static final int BEHIND_THE_CUT = 8 * 1024;
    private static final int ROUNDS = 30_000;
    private static final int CUT_EVERY = 3;

    @TempDir
    Path folder;

    @Test
    void shouldTellOfACutFileBehindTheAccessAndNotLater() throws IOException {
        try (FileChannel file = FileChannel.open(folder.resolve("cut"), StandardOpenOption.CREATE,
                StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.allocate(FILE_BYTES), 0);
            final MappedByteBuffer mapped = file.map(FileChannel.MapMode.READ_WRITE, 0, FILE_BYTES);
            final UnsafeBuffer buffer = new UnsafeBuffer(mapped);
            final byte[] copy = new byte[100];
            for (int i = 0; i < ROUNDS; i++) {
                final boolean isCut = i % CUT_EVERY == 0;
                if (isCut) {
                    file.truncate(1);
                }
                assertThat(isTold(buffer, copy, i % 2 == 0)).as("round %d", i).isEqualTo(isCut);
                if (isCut) {
                    file.write(ByteBuffer.allocate(FILE_BYTES), 0);
                }
            }
            IoUtil.unmap(mapped);
        }
    }

    private static boolean isTold(final UnsafeBuffer buffer, final byte[] copy, final boolean copies) {
        try {
            if (copies) {
                buffer.getBytes(BEHIND_THE_CUT, copy);
            } else {
                copy[0] = (byte) buffer.getLongVolatile(BEHIND_THE_CUT);
            }
            MappedFault.settle();
            return false;
        } catch (final InternalError e) {
            MappedFault.require(e);
            return true;
        }
    }
}
