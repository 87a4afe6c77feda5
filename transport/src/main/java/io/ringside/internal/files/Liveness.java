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
 * Says whether incarnations live. One whose alive file is locked lives, also if its process is stopped; heartbeats are
 * not asked. A free lock alone is no proof of death, as the kernel drops a POSIX lock when anybody in its process
 * closes a descriptor of the file. The incarnation must have ended in order, or its process must be gone, where this
 * process can see it by its pid and start: see {@link ProcessLife}. Thread-safe.
 */
public final class Liveness {
    private static final int ATTEMPTS = 16;

    private final TraceDirectory directory;

    /**
     * Ask in a directory.
     *
     * @param directory with the alive files
     */
    public Liveness(final TraceDirectory directory) {
        this.directory = directory;
    }

    /**
     * Whether an incarnation lives. Once false, it stays false, unless the incarnation is of another pid namespace and
     * had lost its lock for a moment.
     *
     * @param incarnation to be asked for
     * @return false if it is proved that it can store nothing any more
     * @throws RingsideException if that cannot be found out
     */
    public boolean isAlive(final Incarnation incarnation) {
        // Our own file must not be opened: closing it again would drop the lock.
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
                // Any byte will do, as the owner locks all. Threads that ask at the same time are given different ones:
                // the JDK lets no two of them share a byte.
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
