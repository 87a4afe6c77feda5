package io.ringside.internal.files;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile.Access;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ExistingFileTest {
    private static final int LENGTH = 8192;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path root;

    private final FileMaker files = new FileMaker(new Incarnation(1, 2));

    @Test
    @Timeout(value = 10, threadMode = ThreadMode.SEPARATE_THREAD)
    void shouldNeverOpenFifo() throws IOException, InterruptedException {
        final Path fifo = root.resolve("fifo");
        assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor(10, TimeUnit.SECONDS)).isTrue();

        assertRefused(() -> ExistingFile.read(fifo, LENGTH), ErrorCode.LAYOUT);
        assertRefused(() -> ExistingFile.map(fifo, Access.READ_ONLY, 0, LENGTH), ErrorCode.LAYOUT);
        assertRefused(() -> ExistingFile.mapWindow(fifo, Access.READ_WRITE, LENGTH, 0, LENGTH), ErrorCode.LAYOUT);
    }

    @Test
    void shouldRefuseLinksAndFolders() throws IOException {
        files.createZeroed(root.resolve("file"), LENGTH);
        Files.createSymbolicLink(root.resolve("link"), root.resolve("file"));
        Files.createDirectory(root.resolve("folder"));

        assertRefused(() -> ExistingFile.read(root.resolve("link"), LENGTH), ErrorCode.LAYOUT);
        assertRefused(() -> map("link", Access.READ_WRITE), ErrorCode.LAYOUT);
        assertRefused(() -> map("folder", Access.READ_ONLY), ErrorCode.LAYOUT);
    }

    @Test
    void shouldRefuseFileOfAnotherUser() throws IOException {
        files.createZeroed(root.resolve("theirs"), LENGTH);
        TraceDirectoryTest.giveAway(root.resolve("theirs"));

        assertRefused(() -> map("theirs", Access.READ_ONLY), ErrorCode.ACCESS_DENIED);
    }

    @Test
    void shouldRefuseOtherLengthsAndLeaveThem() throws IOException {
        files.createZeroed(root.resolve("short"), LENGTH - 1);
        files.createZeroed(root.resolve("long"), LENGTH + 1);

        assertRefused(() -> map("short", Access.READ_WRITE), ErrorCode.LAYOUT);
        assertRefused(() -> map("long", Access.READ_WRITE), ErrorCode.LAYOUT);
        assertRefused(() -> ExistingFile.mapWindow(root.resolve("short"), Access.READ_WRITE, LENGTH, 0, 8),
                ErrorCode.LAYOUT);
        assertRefused(() -> ExistingFile.read(root.resolve("long"), LENGTH), ErrorCode.LAYOUT);
        assertThat(Files.size(root.resolve("short"))).isEqualTo(LENGTH - 1);
        assertThat(Files.size(root.resolve("long"))).isEqualTo(LENGTH + 1);
    }

    @Test
    void shouldSayThatFileIsMissing() {
        assertRefused(() -> map("absent", Access.READ_ONLY), ErrorCode.NOT_FOUND);
        assertRefused(() -> ExistingFile.read(root.resolve("absent"), 1), ErrorCode.NOT_FOUND);
        assertThat(ExistingFile.remove(root.resolve("absent"))).isFalse();
    }

    @Test
    void shouldMapWindow() {
        files.createZeroed(root.resolve("file"), 3 * LENGTH);
        try (MappedFile window = ExistingFile.mapWindow(root.resolve("file"), Access.READ_WRITE, 3 * LENGTH, LENGTH,
                LENGTH)) {
            window.buffer().putLong(0, 7);
        }
        try (MappedFile whole = ExistingFile.map(root.resolve("file"), Access.READ_ONLY, 1, 3 * LENGTH)) {
            assertThat(whole.length()).isEqualTo(3 * LENGTH);
            assertThat(whole.buffer().getLong(LENGTH)).isEqualTo(7);
        }
        assertRefused(() -> ExistingFile.mapWindow(root.resolve("file"), Access.READ_ONLY, 3 * LENGTH, 3 * LENGTH, 1),
                ErrorCode.INVALID_ARGUMENT);
    }

    @Test
    void shouldHaveNoBytesAfterClose() {
        files.createZeroed(root.resolve("file"), LENGTH);
        final MappedFile file = map("file", Access.READ_WRITE);

        file.close();
        file.close();

        assertThat(file.buffer().capacity()).isZero();
        assertThatThrownBy(() -> file.buffer().getLong(0)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    /** Writers know the address of a word, and nothing else. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldStayMappedWhenNobodyRefersToItAnyMore() throws IOException {
        files.createZeroed(root.resolve("file"), LENGTH);
        final WeakReference<Object> garbage = new WeakReference<>(new Object());
        map("file", Access.READ_WRITE).buffer().putLong(0, 1);

        for (int round = 0; round < 10; round++) {
            System.gc();
        }

        assertThat(garbage.get()).isNull();
        assertThat(Files.readString(Path.of("/proc/self/maps"))).contains(root.resolve("file").toString());
    }

    @Test
    void shouldOpenInInterruptedThreadAndStayInterrupted() {
        files.createZeroed(root.resolve("file"), LENGTH);
        Thread.currentThread().interrupt();
        try (MappedFile file = map("file", Access.READ_WRITE)) {
            assertThat(file.length()).isEqualTo(LENGTH);
            assertThat(ExistingFile.read(root.resolve("file"), LENGTH)).hasSize(LENGTH);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void shouldRemoveLinkAndNotItsTarget() throws IOException {
        files.createZeroed(root.resolve("file"), LENGTH);
        Files.createSymbolicLink(root.resolve("link"), root.resolve("file"));

        assertThat(ExistingFile.remove(root.resolve("link"))).isTrue();

        assertThat(FolderListing.namesIn(root)).containsExactly("file");
    }

    private MappedFile map(final String name, final Access access) {
        return ExistingFile.map(root.resolve(name), access, LENGTH, LENGTH);
    }

    private static void assertRefused(final ThrowingCallable call, final ErrorCode code) {
        assertThatThrownBy(call).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(code));
    }
}
