package io.ringside.internal.files;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.machine.DescriptionLock;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

@Timeout(30)
@Tag("jdk25")
class LockFileTest {
    private static final long LONG_NS = TimeUnit.SECONDS.toNanos(20);

    private static final int CONFIRMATIONS = 100;

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
    void shouldKeepTheLockWhenSomebodyOpensAndClosesTheFile() throws IOException {
        try (HeldLock held = lock().acquire(0)) {
            assertThat(held.confirm()).isFalse();
            Files.readAllBytes(root.resolve("lock"));

            // The kernel has dropped it only where it is a POSIX lock.
            assertThat(held.confirm()).isNotEqualTo(DescriptionLock.isAvailable());
            assertThat(held.confirm()).isFalse();
            assertThat(isLockedForOtherProcesses(root.resolve("lock"))).isTrue();
        }
        assertThat(isLockedForOtherProcesses(root.resolve("lock"))).isFalse();
    }

    @Test
    void shouldConfirmEachSecondForLessThanAThousandthOfAProcessor() {
        final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        try (HeldLock held = lock().acquire(0)) {
            held.confirm();
            final long beginNs = threads.getCurrentThreadCpuTime();
            for (int i = 0; i < CONFIRMATIONS; i++) {
                assertThat(held.confirm()).isFalse();
            }
            assertThat(threads.getCurrentThreadCpuTime() - beginNs)
                    .isLessThan(CONFIRMATIONS * TimeUnit.SECONDS.toNanos(1) / 1_000);
        }
    }

    @Test
    void shouldStopWhenAnotherHasHeldTheLockInBetween() throws IOException {
        assumeThat(DescriptionLock.isAvailable()).as("such locks do not vanish").isFalse();
        final HeldLock held = lock().acquire(0);
        Files.write(root.resolve("lock"), new byte[]{1, 2, 3, 4, 5, 6, 7, 8});

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(held::confirm)
                    .isInstanceOfSatisfying(RingsideException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.BUSY))
                    .hasMessageContaining("path=" + root.resolve("lock"));
        }
        held.close();
        lock().acquire(0).close();
    }

    @Test
    void shouldConfirmAfterTheLockWasClosed() throws IOException {
        final HeldLock held = lock().acquire(0);
        held.close();
        Files.readAllBytes(root.resolve("lock"));

        assertThat(held.confirm()).isFalse();
        assertThat(isLockedForOtherProcesses(root.resolve("lock"))).isFalse();
    }

    @Test
    void shouldKeepProgramsThatThisProcessStartsFromTheDescriptor() throws IOException {
        assumeThat(DescriptionLock.isAvailable()).isTrue();
        try (HeldLock held = lock().acquire(0)) {
            assertThat(held).isNotNull();
            assertThat(descriptorsOf(root.resolve("lock"))).singleElement().asString()
                    .containsPattern("flags:\\s+02[0-7]{6}\\b").contains("OFDLCK");
        }
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
    void shouldAnswerWhoMayOnlyReadTheFile() throws IOException {
        final Path path = root.resolve("lock");
        try (HeldLock held = lock().acquire(0)) {
            assertThat(LockChannel.isLockedForReader(path)).isTrue();
            held.confirm();
        }
        assertThat(LockChannel.isLockedForReader(path)).isFalse();
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

    /** The kernel's list of locks: this JVM itself could not tell. */
    static boolean isLockedForOtherProcesses(final Path file) throws IOException {
        final String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
        return Files.readAllLines(Path.of("/proc/locks")).stream()
                .anyMatch(line -> line.contains(inode) && line.contains(" WRITE "));
    }

    private static long openFiles(final Path path) throws IOException {
        return descriptorsOf(path).size();
    }

    private static List<String> descriptorsOf(final Path path) throws IOException {
        final List<String> open = new ArrayList<>();
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (final Path descriptor : descriptors) {
                try {
                    if (Files.readSymbolicLink(descriptor).toString().startsWith(path.toString())) {
                        open.add(Files.readString(Path.of("/proc/self/fdinfo").resolve(descriptor.getFileName())));
                    }
                } catch (final NoSuchFileException closedMeanwhile) {
                    // By another thread.
                }
            }
        }
        return open;
    }

    private LockFile lock() {
        return LockFile.of(root.resolve("lock"));
    }
}
