package io.ringside.internal.layout;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.MappedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Files of one length, and those that another release has made with another one. */
class FileHeaderTest {
    private static final long MAGIC = 0x52494E47;
    private static final int VERSION = 2;
    private static final int LENGTH = 128;

    @TempDir
    private Path folder;
    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("page");
    }

    @Test
    void shouldMapAFileOfItsVersion() throws IOException {
        write(VERSION, LENGTH);
        try (MappedFile mapped = FileHeader.map(file, Access.READ_ONLY, LENGTH, MAGIC, VERSION)) {
            assertThat(mapped.buffer().capacity()).isEqualTo(LENGTH);
        }
    }

    @Test
    void shouldNameBothVersionsWhenAFileHasAnotherOne() throws IOException {
        write(VERSION + 1, LENGTH);
        assertThat(problem()).contains("version=3, known=2");
    }

    @Test
    void shouldNameBothVersionsWhenAFileHasAnotherOneAndAnotherLength() throws IOException {
        write(VERSION + 1, 2 * LENGTH);
        assertThat(problem()).contains("version=3, known=2");
        write(VERSION - 1, LENGTH / 2);
        assertThat(problem()).contains("version=1, known=2");
    }

    @Test
    void shouldNameBothMagicsWhenAFileHasAnotherOneAndAnyLength() throws IOException {
        for (final int length : new int[]{LENGTH / 2, LENGTH, 2 * LENGTH}) {
            write(MAGIC + 1, VERSION, length);
            assertThat(problem()).contains("magic=0x0000000052494e48, expected=0x0000000052494e47", "another release");
        }
    }

    @Test
    void shouldNameTheLengthWhenOnlyThatIsWrong() throws IOException {
        write(VERSION, 2 * LENGTH);
        assertThat(problem()).contains("file has an unexpected length", "length=256");
        Files.write(file, new byte[1]);
        assertThat(problem()).contains("file has an unexpected length", "length=1");
    }

    private String problem() {
        final RingsideException problem = catchThrowableOfType(RingsideException.class,
                () -> FileHeader.map(file, Access.READ_ONLY, LENGTH, MAGIC, VERSION));
        assertThat(problem.code()).isEqualTo(ErrorCode.LAYOUT);
        return problem.getMessage();
    }

    private void write(final int version, final int length) throws IOException {
        write(MAGIC, version, length);
    }

    private void write(final long magic, final int version, final int length) throws IOException {
        final byte[] bytes = new byte[length];
        FileHeader.publish(new UnsafeBuffer(bytes), magic, version);
        Files.write(file, bytes);
    }
}
