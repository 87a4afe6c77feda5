package io.ringside.internal.ship.aeron;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.ringside.RingsideException;
import io.ringside.internal.files.HeldLock;
import io.ringside.internal.files.LockFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.agrona.CloseHelper;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;

/**
 * A media driver in this process. Its files are in shared memory if there is enough space, else in the folder of
 * temporary files. They are accompanied by a lock that is held while the driver runs; the next driver removes the files
 * of killed processes. Not thread-safe.
 */
final class OwnDriver implements AutoCloseable {
    private static final String PREFIX = "ringside-aeron-";
    private static final String LOCK_SUFFIX = ".lock";
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    /** A file that is owned by the user of this process. */
    private static final Path SELF = Path.of("/proc/self");
    /** Required space: the buffers of a publication and of some replays, each with three terms. */
    private static final long ROOM_BYTES = 256L * 1024 * 1024;
    private static final long CONFIRM_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int MAX_SPINS = 10;
    private static final int MAX_YIELDS = 20;
    private static final long MIN_PARK_NS = TimeUnit.MICROSECONDS.toNanos(1);
    private static final long MAX_PARK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final LockFile file;
    private final HeldLock lock;
    private final MediaDriver driver;

    private OwnDriver(final LockFile file, final HeldLock lock, final MediaDriver driver) {
        this.file = file;
        this.lock = lock;
        this.driver = driver;
    }

    /**
     * Starts a driver.
     *
     * @param errorHandler called by the driver's thread
     * @throws RingsideException if its files cannot be created
     */
    static OwnDriver launch(final ErrorHandler errorHandler) {
        final Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        removeAbandoned(SHARED_MEMORY);
        return launch(choose(SHARED_MEMORY, temporary, OwnDriver::room), errorHandler);
    }

    /** Removes abandoned folders first, because they may be what fills the parent folder. */
    private static void removeAbandoned(final Path parent) {
        try {
            removeAbandoned(parent, Files.getOwner(SELF));
        } catch (final IOException | UnsupportedOperationException e) {
            // Abandoned folders stay.
            return;
        }
    }

    /** Chooses the first folder if it has enough space, else the larger; shared memory may be limited to 64 MB. */
    static Path choose(final Path first, final Path second, final ToLongFunction<Path> room) {
        final long firstBytes = room.applyAsLong(first);
        return firstBytes >= ROOM_BYTES || firstBytes >= room.applyAsLong(second) ? first : second;
    }

    private static long room(final Path parent) {
        try {
            return Files.isWritable(parent) ? Files.getFileStore(parent).getUsableSpace() : 0;
        } catch (final IOException e) {
            return 0;
        }
    }

    static OwnDriver launch(final Path parent, final ErrorHandler errorHandler) {
        final Path folder = parent.toAbsolutePath().resolve(PREFIX + UUID.randomUUID());
        final LockFile file = LockFile.of(folder.resolveSibling(folder.getFileName() + LOCK_SUFFIX));
        final HeldLock lock = file.acquire(0);
        MediaDriver driver = null;
        try {
            removeAbandoned(parent, Files.getOwner(file.path(), LinkOption.NOFOLLOW_LINKS));
            driver = MediaDriver.launch(new MediaDriver.Context()
                    .aeronDirectoryName(folder.toString())
                    .dirDeleteOnStart(true)
                    .dirDeleteOnShutdown(true)
                    .warnIfDirectoryExists(false)
                    .threadingMode(ThreadingMode.SHARED)
                    .sharedIdleStrategy(new ConfirmingIdle(lock, errorHandler))
                    .errorHandler(errorHandler));
            return new OwnDriver(file, lock, driver);
        } catch (final IOException e) {
            throw RingsideException.ofFile("start a media driver", folder, e);
        } finally {
            if (driver == null) {
                leave(file, lock, folder);
            }
        }
    }

    String aeronDirectoryName() {
        return driver.aeronDirectoryName();
    }

    @Override
    public void close() {
        try {
            CloseHelper.close(driver);
        } finally {
            leave(file, lock, Path.of(aeronDirectoryName()));
        }
    }

    /** Releases the lock. Its file stays if the folder could not be removed, so that the next driver finds it. */
    private static void leave(final LockFile file, final HeldLock lock, final Path folder) {
        try {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                Files.deleteIfExists(file.path());
            }
        } catch (final IOException e) {
            throw RingsideException.ofFile("remove the lock of a media driver", file.path(), e);
        } finally {
            lock.close();
            file.forget();
        }
    }

    /** Removes folders of the same user only, and follows no links, because everybody can write to the parent. */
    private static void removeAbandoned(final Path parent, final UserPrincipal owner) throws IOException {
        try (DirectoryStream<Path> locks = Files.newDirectoryStream(parent, PREFIX + "*" + LOCK_SUFFIX)) {
            for (final Path each : locks) {
                removeIfOwn(each, owner);
            }
        }
    }

    private static void removeIfOwn(final Path lockPath, final UserPrincipal owner) {
        try {
            if (Files.isRegularFile(lockPath, LinkOption.NOFOLLOW_LINKS)
                    && Files.getOwner(lockPath, LinkOption.NOFOLLOW_LINKS).equals(owner)) {
                removeIfAbandoned(lockPath, owner);
            }
        } catch (final IOException | RingsideException e) {
            // Another process is removing the folder, too, or it cannot be removed and stays.
            return;
        }
    }

    private static void removeIfAbandoned(final Path lockPath, final UserPrincipal owner) throws IOException {
        final LockFile other = LockFile.of(lockPath);
        final HeldLock held = other.tryAcquire();
        if (held == null) {
            return;
        }
        final String name = String.valueOf(lockPath.getFileName());
        final Path folder = lockPath.resolveSibling(name.substring(0, name.length() - LOCK_SUFFIX.length()));
        try {
            if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(owner)) {
                Files.walkFileTree(folder, new Deletion());
            }
        } finally {
            leave(other, held, folder);
        }
    }

    /** Makes the driver's thread confirm the lock every second. */
    private static final class ConfirmingIdle implements IdleStrategy {
        private final IdleStrategy idle = new BackoffIdleStrategy(MAX_SPINS, MAX_YIELDS, MIN_PARK_NS, MAX_PARK_NS);
        private final HeldLock lock;
        private final ErrorHandler errorHandler;
        private long nextNs = System.nanoTime() + CONFIRM_INTERVAL_NS;

        ConfirmingIdle(final HeldLock lock, final ErrorHandler errorHandler) {
            this.lock = lock;
            this.errorHandler = errorHandler;
        }

        @Override
        public void idle(final int workCount) {
            confirm();
            idle.idle(workCount);
        }

        @Override
        public void idle() {
            idle.idle();
        }

        @Override
        public void reset() {
            idle.reset();
        }

        private void confirm() {
            final long nowNs = System.nanoTime();
            if (nowNs - nextNs >= 0) {
                nextNs = nowNs + CONFIRM_INTERVAL_NS;
                try {
                    lock.confirm();
                } catch (final RingsideException e) {
                    // The lock was lost: another process is removing the driver's files.
                    errorHandler.onError(e);
                }
            }
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(final Path path, final BasicFileAttributes attributes) throws IOException {
            Files.delete(path);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(final Path path, final @Nullable IOException failure)
                throws IOException {
            if (failure != null) {
                throw failure;
            }
            Files.delete(path);
            return FileVisitResult.CONTINUE;
        }
    }
}
