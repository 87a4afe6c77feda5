package io.ringside.internal.lane;

import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.MappedFault;
import io.ringside.internal.files.MappedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MappedRingBytesTest {
    private static final int LANE_BYTES = 64 * 1024;
    private static final int LANES = 6;
    private static final int LENGTH = 100;

    @TempDir
    private Path folder;
    private Path second;
    private final UnsafeBuffer copy = new UnsafeBuffer(ByteBuffer.allocateDirect(LANE_BYTES));

    @BeforeEach
    void makeTheSecondBatch() throws IOException {
        second = folder.resolve("1.ring");
        final byte[] bytes = new byte[2 * LANE_BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31 + i / 251);
        }
        Files.write(second, bytes);
    }

    @Test
    void shouldCopyTheBytesOfItsLane() throws IOException {
        final byte[] expected = Files.readAllBytes(second);
        try (MappedRingBytes ring = bytes(5)) {
            for (final int index : new int[]{0, 8, LANE_BYTES - LENGTH}) {
                assertThat(ring.copy(index, copy, LENGTH)).isTrue();
                for (int i = 0; i < LENGTH; i++) {
                    assertThat(copy.getByte(i)).isEqualTo(expected[LANE_BYTES + index + i]);
                }
            }
        }
    }

    @Test
    void shouldStillReadAFileThatWasRemovedSinceTheFirstLook() throws IOException {
        try (MappedRingBytes ring = bytes(4)) {
            assertThat(ring.copy(0, copy, LENGTH)).isTrue();
            Files.delete(second);
            assertThat(ring.copy(LANE_BYTES / 2, copy, LENGTH)).isTrue();
        }
        try (MappedRingBytes late = bytes(4)) {
            assertThat(late.copy(0, copy, LENGTH)).isFalse();
        }
    }

    @Test
    void shouldGiveWhatThereIsOfAFileThatIsCutBeforeTheFirstLookOrAfterIt() throws IOException {
        for (final boolean before : new boolean[]{true, false}) {
            makeTheSecondBatch();
            try (MappedRingBytes ring = bytes(5)) {
                assertThat(before || ring.copy(0, copy, LENGTH)).isTrue();
                cut(second, LANE_BYTES + LANE_BYTES / 2);
                assertThat(ring.copy(LANE_BYTES / 2 + 8192, copy, LENGTH)).isFalse();
                assertThat(ring.copy(LANE_BYTES - LENGTH, copy, LENGTH)).isFalse();
                assertThat(ring.copy(0, copy, LENGTH)).isTrue();
            }
        }
    }

    @Test
    void shouldReadAFileThatIsNotAsItWasMadeAsFarAsItGoes() throws IOException {
        final byte[] expected = Files.readAllBytes(second);
        for (final int length : new int[]{LANE_BYTES + 200, 2 * LANE_BYTES + 1}) {
            Files.write(second, Arrays.copyOf(expected, length));
            try (MappedRingBytes ring = bytes(5)) {
                assertThat(ring.copy(8, copy, LENGTH)).isTrue();
                assertThat(copy.getByte(0)).isEqualTo(expected[LANE_BYTES + 8]);
                assertThat(ring.copy(1024, copy, LENGTH)).isEqualTo(length > 2 * LANE_BYTES);
            }
        }
    }

    @Test
    void shouldCopyToWhereATargetBegins() throws IOException {
        final byte[] expected = Files.readAllBytes(second);
        final UnsafeBuffer whole = new UnsafeBuffer(ByteBuffer.allocateDirect(3 * LENGTH));
        final UnsafeBuffer middle = new UnsafeBuffer(whole, LENGTH, LENGTH);
        for (final boolean byFile : new boolean[]{false, true}) {
            Files.write(second, Arrays.copyOf(expected, expected.length + (byFile ? 1 : 0)));
            whole.setMemory(0, whole.capacity(), (byte) 0);
            try (MappedRingBytes ring = bytes(5)) {
                assertThat(ring.copy(8, middle, LENGTH)).isTrue();
            }
            for (int i = 0; i < LENGTH; i++) {
                assertThat(middle.getByte(i)).isEqualTo(expected[LANE_BYTES + 8 + i]);
                assertThat(whole.getByte(i)).isZero();
                assertThat(whole.getByte(2 * LENGTH + i)).isZero();
            }
        }
    }

    /** Whose file it was must be found out by who knows it. */
    @Test
    void shouldPassTheFaultOfAnotherFileOn() throws IOException {
        final Path other = folder.resolve("other");
        Files.write(other, new byte[LANE_BYTES]);
        try (MappedRingBytes ring = bytes(4);
                MappedFile mapped = ExistingFile.map(other, Access.READ_ONLY, LANE_BYTES, LANE_BYTES)) {
            assertThat(ring.copy(0, copy, LENGTH)).isTrue();
            cut(other, 0);
            assertThatThrownBy(() -> {
                mapped.buffer().getLong(8192);
                ring.copy(0, copy, LENGTH);
            }).isInstanceOf(InternalError.class);
            MappedFault.settle();
            assertThat(ring.copy(0, copy, LENGTH)).isTrue();
        }
    }

    private MappedRingBytes bytes(final int lane) {
        return new MappedRingBytes(second, lane, LANES, LANE_BYTES);
    }

    private static void cut(final Path path, final long length) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.truncate(length);
        }
    }
}
