package io.ringside.internal.files;

import io.ringside.RingsideException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Determines whether incarnations are alive. An incarnation whose alive file is locked is alive, even if its process is
 * suspended; there are no heartbeats. A free lock alone does not prove death, as the kernel drops a POSIX lock when its
 * process closes any descriptor of the file. The incarnation must also have ended in order, or its process must be
 * gone, if this process can find it by its pid and start: see {@link ProcessLife}. Thread-safe.
 */
public final class Liveness {
    private static final int ATTEMPTS = 16;

    private final TraceDirectory directory;

    /**
     * Create an instance for a directory.
     *
     * @param directory with the alive files
     */
    public Liveness(final TraceDirectory directory) {
        this.directory = directory;
    }

    /**
     * Returns whether an incarnation is alive. Once false, it stays false, unless the incarnation is of another pid
     * namespace and had lost its lock for a moment.
     *
     * @param incarnation incarnation to check
     * @return false if it is proved that it cannot store anything any more
     * @throws RingsideException if this cannot be determined
     */
    public boolean isAlive(final Incarnation incarnation) {
        // The file of this process must not be opened, because closing it again would drop the lock.
        if (SharedTable.ALIVE.containsKey(incarnation.toString())) {
            return true;
        }
        final Path alive = directory.alive(incarnation);
        try {
            return mayBeLocked(alive) || ProcessLife.isRunning(directory.processPage(incarnation));
        } catch (final IOException e) {
            throw RingsideException.ofFile("look whether a process lives", alive, e);
        }
    }

    private static boolean mayBeLocked(final Path alive) throws IOException {
        try {
            return Files.isRegularFile(alive, LinkOption.NOFOLLOW_LINKS)
                    ? isLocked(alive)
                    : Files.exists(alive, LinkOption.NOFOLLOW_LINKS);
        } catch (final NoSuchFileException e) {
            return false;
        }
    }

    private static boolean isLocked(final Path alive) throws IOException {
        try (FileChannel channel = FileChannel.open(alive,
                Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            int overlaps = 0;
            while (overlaps < ATTEMPTS) {
                // Any byte will do, because the owner locks all. Concurrent callers use different ones, because the JDK
                // does not allow two threads to lock the same byte.
                final long position = ThreadLocalRandom.current().nextLong(Long.MAX_VALUE);
                try (FileLock lock = channel.tryLock(position, 1, true)) {
                    return lock == null;
                } catch (final OverlappingFileLockException e) {
                    overlaps++;
                }
            }
            return true;
        }
    }
}
