package io.ringside.internal.ship.aeron;

import io.ringside.internal.files.HeldLock;
import io.ringside.internal.files.LockFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class OwnDriverTest {
    @TempDir
    private Path folder;

    @Test
    void shouldRemoveWhatKilledProcessesHaveLeftAndNothingElse() throws IOException {
        final Path keep = Files.writeString(Files.createDirectory(folder.resolve("other")).resolve("keep"), "1");
        leave("dead");
        leave("alive");
        leave("linked");
        Files.delete(folder.resolve("ringside-aeron-linked/cnc.dat"));
        Files.delete(folder.resolve("ringside-aeron-linked"));
        Files.createSymbolicLink(folder.resolve("ringside-aeron-linked"), keep.getParent());
        try (HeldLock alive = LockFile.of(folder.resolve("ringside-aeron-alive.lock")).acquire(0)) {
            assertThat(alive).isNotNull();
            try (OwnDriver driver = OwnDriver.launch(folder, failure -> {
                throw new AssertionError(failure);
            })) {
                assertThat(Path.of(driver.aeronDirectoryName()).resolve("cnc.dat")).exists();
                assertThat(folder.resolve("ringside-aeron-dead")).doesNotExist();
                assertThat(folder.resolve("ringside-aeron-alive/cnc.dat")).exists();
                assertThat(keep).exists();
            }
        }
        try (Stream<Path> rest = Files.list(folder)) {
            assertThat(rest.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(List.of("other", "ringside-aeron-alive",
                            "ringside-aeron-alive.lock", "ringside-aeron-linked"));
        }
    }

    @Test
    void shouldKeepItsLockWhenSomebodyOpensAndClosesTheFile() throws IOException {
        try (OwnDriver driver = OwnDriver.launch(folder, failure -> {
            throw new AssertionError(failure);
        })) {
            final Path lock = Path.of(driver.aeronDirectoryName() + ".lock");
            Files.readAllBytes(lock);
            final long beginNs = System.nanoTime();
            while (!isLocked(lock)) {
                assertThat(System.nanoTime() - beginNs).isLessThan(TimeUnit.SECONDS.toNanos(20));
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            }
        }
    }

    private static boolean isLocked(final Path file) throws IOException {
        final String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
        return Files.readAllLines(Path.of("/proc/locks")).stream()
                .anyMatch(line -> line.contains(inode) && line.contains(" WRITE "));
    }

    @Test
    void shouldHaveItsFilesInSharedMemoryUnlessThereIsMoreRoomElsewhere() {
        final Path memory = Path.of("memory");
        final Path disk = Path.of("disk");
        assertThat(OwnDriver.choose(memory, disk, room(memory, 300, 900))).isEqualTo(memory);
        assertThat(OwnDriver.choose(memory, disk, room(memory, 64, 900))).isEqualTo(disk);
        assertThat(OwnDriver.choose(memory, disk, room(memory, 64, 10))).isEqualTo(memory);
        assertThat(OwnDriver.choose(memory, disk, room(memory, 0, 10))).isEqualTo(disk);
    }

    private static ToLongFunction<Path> room(final Path first, final long firstMib, final long secondMib) {
        return path -> 1024 * 1024 * (path.equals(first) ? firstMib : secondMib);
    }

    private void leave(final String name) throws IOException {
        Files.createFile(folder.resolve("ringside-aeron-" + name + ".lock"));
        Files.writeString(Files.createDirectory(folder.resolve("ringside-aeron-" + name)).resolve("cnc.dat"), "1");
    }
}
