package io.ringside.internal.files;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(30)
class LockFileTest {
    private static final long LONG_NS = TimeUnit.SECONDS.toNanos(20);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path root;

    @Test
    void shouldExcludeOtherThreadsUntilClosed() {
        final HeldLock held = lock().acquire(0);

        assertThat(lock().tryAcquire()).isNull();
        assertThat(lock().isHeld()).isTrue();
        held.close();
        held.close();

        assertThat(lock().isHeld()).isFalse();
        try (HeldLock again = lock().acquire(0)) {
            assertThat(again).isNotNull();
            assertThat(lock().tryAcquire()).isNull();
        }
    }

    @Test
    void shouldSayWhatItWaitedFor() {
        try (HeldLock held = lock().acquire(0)) {
            assertThat(held).isNotNull();
            assertThatThrownBy(() -> lock().acquire(TimeUnit.MILLISECONDS.toNanos(2)))
                    .isInstanceOfSatisfying(RingsideException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT))
                    .hasMessageContaining("path=" + root.resolve("lock")).hasMessageContaining("waitedMs=2");
        }
    }

    @Test
    void shouldWaitForAnotherThread() throws InterruptedException {
        final HeldLock held = lock().acquire(0);
        final CountDownLatch acquired = new CountDownLatch(1);
        final Thread waiting = new Thread(() -> {
            lock().acquire(LONG_NS).close();
            acquired.countDown();
        });
        waiting.start();
        assertThat(acquired.getCount()).isOne();
        held.close();

        assertThat(acquired.await(20, TimeUnit.SECONDS)).isTrue();
        waiting.join();
    }

    @Test
    void shouldKeepLockAndInterruptOfInterruptedThread() {
        Thread.currentThread().interrupt();
        try (HeldLock held = lock().acquire(LONG_NS)) {
            assertThat(held).isNotNull();
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
            assertThat(lock().tryAcquire()).as("still locked").isNull();
        }
        assertThat(Thread.interrupted()).isTrue();
        assertThat(lock().isHeld()).isFalse();
    }

    @Test
    void shouldHoldNothingInTheFile() {
        lock().acquire(0).close();

        assertThat(root.resolve("lock")).isEmptyFile();
    }

    @Test
    void shouldLockTheFileThatStandsAfterRemoval() throws IOException {
        lock().acquire(0).close();
        Files.delete(root.resolve("lock"));

        try (HeldLock held = lock().acquire(0)) {
            assertThat(held).isNotNull();
            assertThat(root.resolve("lock")).exists();
        }
    }

    @Test
    void shouldCloseFilesThatOthersHaveRemoved() throws IOException {
        lock().acquire(0).close();
        assertThat(openFiles(root.resolve("lock"))).isOne();
        Files.delete(root.resolve("lock"));

        LockFile.of(root.resolve("next")).acquire(0).close();

        assertThat(openFiles(root.resolve("lock"))).isZero();
    }

    @Test
    void shouldLockAgainAfterItWasForgotten() {
        lock().acquire(0).close();
        lock().forget();

        assertThat(lock().isHeld()).isFalse();
        try (HeldLock held = lock().acquire(0)) {
            lock().forget();
            assertThat(held).isNotNull();
            assertThat(lock().isHeld()).as("a held lock is not forgotten").isTrue();
        }
    }

    @Test
    void shouldHaveOneHolderWhenLockWasForgottenUnderAnotherOne() throws IOException {
        final LockFile first = lock();
        final LockFile second = lock();
        first.acquire(0).close();
        first.forget();
        try (HeldLock held = second.acquire(0)) {
            assertThat(held).isNotNull();
            assertThat(lock().tryAcquire()).isNull();
            lock().forget();

            assertThat(first.isHeld()).isTrue();
            assertThat(openFiles(root.resolve("lock"))).isOne();
        }
    }

    @Test
    void shouldAskWithoutMakingTheFile() {
        assertThat(lock().isHeld()).isFalse();
        assertThat(root.resolve("lock")).doesNotExist();
    }

    @Test
    void shouldSayThatFolderIsMissingAndBeFreeAfterwards() throws IOException {
        final LockFile lock = LockFile.of(root.resolve("folder/lock"));
        assertThatThrownBy(() -> lock.acquire(0)).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));

        Files.createDirectory(root.resolve("folder"));

        assertThat(lock.isHeld()).isFalse();
    }

    @Test
    void shouldHoldNothingWhenWhatItHasLockedIsNoFileAnyMore() throws IOException {
        lock().acquire(0).close();
        final Path file = lock().path();
        final Path aside = file.resolveSibling("aside");
        Files.move(file, aside);
        Files.createDirectory(file);
        assertThatThrownBy(() -> lock().acquire(0)).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.LAYOUT));

        Files.delete(file);
        Files.move(aside, file);
        assertThat(lock().isHeld()).isFalse();
    }

    @Test
    void shouldRefuseLinkAndFolder() throws IOException {
        Files.writeString(root.resolve("precious"), "theirs");
        Files.createSymbolicLink(root.resolve("lock"), root.resolve("precious"));
        Files.createDirectory(root.resolve("folder"));

        assertThatThrownBy(() -> lock().acquire(0)).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.LAYOUT));
        assertThatThrownBy(() -> LockFile.of(root.resolve("folder")).acquire(0)).isInstanceOf(RingsideException.class);
    }

    @Test
    void shouldBeSharedByClassLoaders() throws Exception {
        final Path file = root.resolve("lock");
        try (URLClassLoader other = otherCopy()) {
            final Class<?> copy = other.loadClass(LockFile.class.getName());
            assertThat(copy).isNotSameAs(LockFile.class);
            final Object otherLock = copy.getMethod("of", Path.class).invoke(null, file);
            final Method tryAcquire = copy.getMethod("tryAcquire");
            final AutoCloseable otherHeld = (AutoCloseable) tryAcquire.invoke(otherLock);

            assertThat(otherHeld).isNotNull();
            assertThat(lock().tryAcquire()).isNull();
            otherHeld.close();

            try (HeldLock held = lock().acquire(0)) {
                assertThat(held).isNotNull();
                assertThat(tryAcquire.invoke(otherLock)).isNull();
            }
        }
    }

    /** Another copy of this library, as an application server would have. */
    static URLClassLoader otherCopy() {
        final URL[] classPath = Arrays.stream(System.getProperty("java.class.path").split(":"))
                .map(entry -> {
                    try {
                        return Path.of(entry).toUri().toURL();
                    } catch (final IOException e) {
                        throw new AssertionError(e);
                    }
                })
                .toArray(URL[]::new);
        return new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader());
    }

    private static long openFiles(final Path path) throws IOException {
        long count = 0;
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (final Path descriptor : descriptors) {
                try {
                    count += Files.readSymbolicLink(descriptor).toString().startsWith(path.toString()) ? 1 : 0;
                } catch (final NoSuchFileException closedMeanwhile) {
                    // By another thread.
                }
            }
        }
        return count;
    }

    private LockFile lock() {
        return LockFile.of(root.resolve("lock"));
    }
}
