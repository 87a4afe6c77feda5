package io.ringside.internal.files;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Scanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FileMakerTest {
    private static final int LENGTH = 150_000;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path root;

    private final FileMaker files = new FileMaker(new Incarnation(1, 2));

    @Test
    void shouldShowFileOnlyWhenItIsComplete() throws IOException {
        final Path target = root.resolve("file");

        try (MappedFile file = files.create(target, LENGTH, buffer -> {
            assertThat(FolderListing.namesIn(root)).singleElement().asString()
                    .startsWith(".tmp.00000000000000010000000000000002.");
            buffer.putLong(LENGTH - 8, 42);
        })) {
            assertThat(file.length()).isEqualTo(LENGTH);
            file.buffer().putLong(0, 43);
        }

        assertThat(FolderListing.namesIn(root)).containsExactly("file");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target))).isEqualTo("rw-------");
        try (MappedFile file = ExistingFile.map(target, ExistingFile.Access.READ_ONLY, LENGTH, LENGTH)) {
            assertThat(file.buffer().getLong(0)).isEqualTo(43);
            assertThat(file.buffer().getLong(LENGTH - 8)).isEqualTo(42);
            assertThat(file.buffer().getLong(8)).isZero();
        }
    }

    @Test
    void shouldWriteEveryByteOfZeros() throws IOException {
        files.createZeroed(root.resolve("zeros"), LENGTH);

        assertThat(Files.readAllBytes(root.resolve("zeros"))).hasSize(LENGTH).containsOnly(0);
        assertThat((long) LENGTH).as("a sparse file has fewer blocks").isLessThanOrEqualTo(allocated("zeros"));
    }

    @Test
    void shouldShowAFileOfSeveralPartsOnlyWhenAllAreWritten() throws IOException {
        final Path target = root.resolve("parts");
        Files.writeString(target, "before");

        files.replace(target, 3, part -> {
            assertThat(target).hasContent("before");
            return ByteBuffer.wrap(new byte[]{(byte) part, (byte) part});
        });

        assertThat(Files.readAllBytes(target)).containsExactly(0, 0, 1, 1, 2, 2);
        assertThat(FolderListing.namesIn(root)).containsExactly("parts");
    }

    @Test
    void shouldLeaveNothingWhenContentFails() {
        assertThatThrownBy(() -> files.create(root.resolve("file"), LENGTH, buffer -> {
            throw new IllegalStateException("on purpose");
        })).hasMessage("on purpose");

        assertThat(FolderListing.namesIn(root)).isEmpty();
    }

    @Test
    void shouldLeaveNothingWhenNameIsTakenByFolder() throws IOException {
        Files.createDirectory(root.resolve("folder"));
        Files.createFile(root.resolve("folder/inside"));

        assertThatThrownBy(() -> replace(root.resolve("folder"), "text")).isInstanceOf(RingsideException.class);

        assertThat(FolderListing.namesIn(root)).containsExactly("folder");
    }

    @Test
    void shouldRefuseToMakeWhatExists() throws IOException {
        Files.writeString(root.resolve("file"), "old");

        assertThatThrownBy(() -> files.createZeroed(root.resolve("file"), 1))
                .isInstanceOfSatisfying(RingsideException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS));

        assertThat(root.resolve("file")).hasContent("old");
    }

    @Test
    void shouldRefuseToMakeWhatIsDanglingLink() throws IOException {
        Files.createSymbolicLink(root.resolve("link"), root.resolve("nowhere"));

        assertThatThrownBy(() -> files.createZeroed(root.resolve("link"), 1)).isInstanceOf(RingsideException.class);

        assertThat(root.resolve("nowhere")).doesNotExist();
    }

    @Test
    void shouldReplaceLinkInsteadOfItsTarget() throws IOException {
        Files.writeString(root.resolve("precious"), "theirs");
        Files.createSymbolicLink(root.resolve("row"), root.resolve("precious"));

        replace(root.resolve("row"), "ours");

        assertThat(root.resolve("precious")).hasContent("theirs");
        assertThat(Files.isSymbolicLink(root.resolve("row"))).isFalse();
        assertThat(root.resolve("row")).hasContent("ours");
    }

    @Test
    void shouldReplaceAsAWhole() throws IOException {
        replace(root.resolve("row"), "first, and long");
        replace(root.resolve("row"), "second");

        assertThat(root.resolve("row")).hasContent("second");
    }

    @Test
    void shouldGiveUpStagedFileThatIsNotPublished() {
        final StagedFile staged = files.stage(root.resolve("row"), new byte[10]);
        assertThat(FolderListing.namesIn(root)).hasSize(1);

        staged.close();

        assertThat(FolderListing.namesIn(root)).isEmpty();
    }

    @Test
    void shouldSayThatFolderIsMissing() {
        assertThatThrownBy(() -> replace(root.resolve("absent/row"), "text"))
                .isInstanceOfSatisfying(RingsideException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
                .hasMessageContaining("path=" + root.resolve("absent/row"));
    }

    @Test
    void shouldWorkInInterruptedThreadAndStayInterrupted() throws IOException {
        Thread.currentThread().interrupt();
        try (MappedFile file = files.create(root.resolve("file"), LENGTH, buffer -> buffer.putLong(0, 1))) {
            replace(root.resolve("row"), "text");
            assertThat(file.buffer().getLong(0)).isEqualTo(1);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(root.resolve("row")).hasContent("text");
    }

    @Test
    void shouldBeginAgainWhenInterruptSpoilsTheWork() throws IOException {
        try (MappedFile file = files.create(root.resolve("file"), LENGTH, buffer -> buffer.putLong(0, 1))) {
            final int[] attempts = {0};
            final long value = Uninterrupted.call(() -> {
                if (attempts[0]++ < 3) {
                    Thread.currentThread().interrupt();
                }
                try (FileChannel channel = FileChannel.open(file.path())) {
                    return channel.map(MapMode.READ_ONLY, 0, LENGTH).order(ByteOrder.nativeOrder()).getLong(0);
                }
            });
            assertThat(value).isEqualTo(1);
            assertThat(attempts[0]).isEqualTo(4);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    private void replace(final Path target, final String text) {
        try (StagedFile staged = files.stage(target, text.getBytes(StandardCharsets.UTF_8))) {
            staged.publish();
        }
    }

    private long allocated(final String name) throws IOException {
        final Process du = new ProcessBuilder("du", "--block-size=1", root.resolve(name).toString()).start();
        try (Scanner output = new Scanner(du.inputReader())) {
            return output.nextLong();
        }
    }
}
