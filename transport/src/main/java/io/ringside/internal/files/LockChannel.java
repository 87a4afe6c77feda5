package io.ringside.internal.files;

import io.ringside.ErrorCode;
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
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An open lock file, and which file it is.
 *
 * @param channel for locking only
 * @param fileKey of the opened file, null where the file system has none
 */
record LockChannel(FileChannel channel, @Nullable Object fileKey) {
    private static final Path LOCKS = Path.of("/proc/locks");
    private static final int KIND_WORD = 3;
    private static final int PID_WORD = 4;
    private static final int FILE_WORD = 5;

    /** Opens the file at a path, and makes it if it is absent. */
    static LockChannel open(final Path path) throws IOException {
        while (true) {
            FileMaker.createEmpty(path);
            try {
                final Object before = keyOf(path);
                final FileChannel channel = FileChannel.open(path,
                        Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
                // Equal keys before and after: the channel is open on that very file.
                final LockChannel opened = new LockChannel(channel, before);
                boolean isThere = false;
                try {
                    isThere = opened.isAt(path);
                } finally {
                    if (!isThere) {
                        channel.close();
                    }
                }
                if (isThere) {
                    return opened;
                }
            } catch (final NoSuchFileException e) {
                // Removed since it was made, as an unfinished file of a process that is not alive yet: made again.
            }
        }
    }

    /** Locks for writing; null if somebody holds a lock. An interrupt has no influence. */
    @Nullable
    FileLock tryLock() throws IOException {
        try {
            return channel.tryLock();
        } catch (final OverlappingFileLockException e) {
            return null;
        }
    }

    /** Whether another process has locked the file for writing. The JVM holds no lock on it. */
    boolean isLocked() throws IOException {
        try (FileLock lock = channel.tryLock(0, 1, true)) {
            return lock == null;
        } catch (final OverlappingFileLockException e) {
            return true;
        }
    }

    /** Pid of the process that has locked a file for writing, as the kernel lists it; empty if it is not visible. */
    static OptionalLong holder(final Path path) {
        try {
            final long device = ((Number) Files.getAttribute(path, "unix:dev", LinkOption.NOFOLLOW_LINKS)).longValue();
            final String file = String.format(Locale.ROOT, "%02x:%02x:%s", (device >>> 8) & 0xFFF,
                    (device & 0xFF) | ((device >>> 12) & 0xFFF00),
                    Files.getAttribute(path, "unix:ino", LinkOption.NOFOLLOW_LINKS));
            // Such as: 1: POSIX  ADVISORY  WRITE 4711 00:1a:99 0 EOF
            return Uninterrupted.call(() -> Files.readAllLines(LOCKS)).stream().map(line -> line.trim().split("\\s+"))
                    .filter(words -> words.length > FILE_WORD && words[FILE_WORD].equals(file)
                            && words[KIND_WORD].equals("WRITE") && words[PID_WORD].matches("[1-9][0-9]{0,9}"))
                    .mapToLong(words -> Long.parseLong(words[PID_WORD])).findFirst();
        } catch (final IOException | RuntimeException e) {
            return OptionalLong.empty();
        }
    }

    /** Whether there is a lock file at a path. */
    static boolean exists(final Path path) throws IOException {
        try {
            keyOf(path);
            return true;
        } catch (final NoSuchFileException e) {
            return false;
        }
    }

    /** Whether the opened file still is at the path. */
    boolean isAt(final Path path) throws IOException {
        try {
            return Objects.equals(fileKey, keyOf(path));
        } catch (final NoSuchFileException e) {
            return false;
        }
    }

    private static @Nullable Object keyOf(final Path path) throws IOException {
        final BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class,
                LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isRegularFile()) {
            throw new RingsideException(ErrorCode.LAYOUT,
                    "not a regular file where a lock file should be: path=" + path + ": it is not ours, remove it");
        }
        return attributes.fileKey();
    }
}
