package io.ringside.internal.files;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.machine.DescriptionLock;
import io.ringside.internal.machine.DescriptionLock.Answer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * An open lock file, its identity, and the exclusive lock on it while it is held. Not thread-safe.
 * <p>
 * The lock belongs to the open file description if foreign functions can be called: see {@link DescriptionLock}.
 * Otherwise it is a POSIX lock, which is silently dropped when any descriptor of the file is closed in this JVM. {@link
 * #isHeld} therefore reads the locks of the descriptor from the kernel.
 */
final class LockChannel {
    private static final Path LOCKS = Path.of("/proc/locks");
    private static final String DESCRIPTORS = "/proc/self/fdinfo/";
    /** The kernel shows {@code lock: 1: POSIX ADVISORY WRITE 4711 00:1a:99 0 EOF}. No other line has this word. */
    private static final byte[] SHOWN = "WRITE".getBytes(StandardCharsets.US_ASCII);
    private static final int SHOWN_LENGTH_MAX = 512;
    /** An attempt fails only if a descriptor of the file is closed between two system calls. */
    private static final int SHOW_ATTEMPTS = 3;
    /** Processes that test the lock hold a shared lock for microseconds, so they cannot make so many attempts fail. */
    private static final int REGAIN_ATTEMPTS = 200;
    private static final long REGAIN_PARK_NS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final int KIND_WORD = 3;
    private static final int PID_WORD = 4;
    private static final int FILE_WORD = 5;

    private static final int MARK_OFFSET = 0;
    /** Offset of the marking process's pid, as the kernel does not name the holder of a description's lock. */
    private static final int MARK_PID_OFFSET = 8;
    private static final int MARK_NAMESPACE_OFFSET = 16;
    private static final int MARK_LENGTH = 24;

    private final FileChannel channel;
    private final @Nullable Object fileKey;
    private final int descriptor;
    private @Nullable FileLock posixLock;
    private boolean holdsDescription;
    /** Whether the kernel shows the POSIX lock, which not all systems and file systems do. */
    private boolean isShown;
    /**
     * File in which the kernel shows the lock, open as long as the lock is held, since a recorder checks for each
     * excerpt.
     */
    private @Nullable RandomAccessFile descriptorInfo;
    private byte[] shown = {};

    /**
     * An open lock file.
     *
     * @param channel channel of the file, not used for anything else
     * @param fileKey identity of the opened file, null if the file system has none
     */
    LockChannel(final FileChannel channel, final @Nullable Object fileKey) {
        this.channel = channel;
        this.fileKey = fileKey;
        this.descriptor = DescriptionLock.descriptorOf(channel);
    }

    FileChannel channel() {
        return channel;
    }

    @Nullable
    Object fileKey() {
        return fileKey;
    }

    /** Opens the file at a path, and makes it if it is absent. */
    static LockChannel open(final Path path) throws IOException {
        while (true) {
            FileMaker.createEmpty(path);
            try {
                final Object before = keyOf(path);
                final FileChannel channel = FileChannel.open(path,
                        Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
                // The keys before and after are equal only if the channel is open on that very file.
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
                // The file was removed since it was made, as the unfinished file of a process not alive yet; it is made
                // again.
            }
        }
    }

    /**
     * Try to lock the file for writing. An interrupt has no effect.
     *
     * @return false if another process holds a lock
     */
    boolean tryLock() throws IOException {
        if (descriptor != DescriptionLock.NO_DESCRIPTOR && DescriptionLock.isAvailable()) {
            final Answer answer = DescriptionLock.tryLock(descriptor);
            if (answer != Answer.REFUSED) {
                holdsDescription = answer == Answer.TAKEN;
                return holdsDescription;
            }
        }
        for (int attempt = 0; attempt < SHOW_ATTEMPTS && !isShown; attempt++) {
            release();
            posixLock = tryPosix();
            if (posixLock == null) {
                return false;
            }
            isShown = showsLock();
        }
        return true;
    }

    void unlock() throws IOException {
        if (holdsDescription) {
            holdsDescription = false;
            DescriptionLock.unlock(descriptor);
        }
        release();
        final RandomAccessFile info = descriptorInfo;
        descriptorInfo = null;
        if (info != null) {
            info.close();
        }
    }

    /** Returns whether the lock is still held, as far as the kernel shows it. */
    boolean isHeld() {
        return channel.isOpen() && (holdsDescription || !isShown || showsLock());
    }

    /**
     * Take a lock again that was dropped.
     *
     * @return false if another process holds it
     */
    boolean regain() throws IOException {
        for (int attempt = 0; attempt < REGAIN_ATTEMPTS; attempt++) {
            isShown = false;
            if (tryLock()) {
                return true;
            }
            LockSupport.parkNanos(this, REGAIN_PARK_NS);
        }
        return false;
    }

    /** Returns the number that the last holder of the lock has left in the file, 0 if there is none. */
    long mark() throws IOException {
        return readMark().getLong(MARK_OFFSET);
    }

    /** Returns the pid of the process that left the last mark, empty if it is in another pid namespace. */
    OptionalLong markedBy() throws IOException {
        final ByteBuffer mark = readMark();
        final long pid = mark.getLong(MARK_PID_OFFSET);
        return pid > 0 && mark.getLong(MARK_NAMESPACE_OFFSET) == ProcFileSystem.own().pidNamespace()
                ? OptionalLong.of(pid)
                : OptionalLong.empty();
    }

    /** Leave a number in the file, by which a holder can determine whether another process has held the lock since. */
    void mark(final long mark) throws IOException {
        channel.write(ByteBuffer.allocate(MARK_LENGTH).putLong(MARK_OFFSET, mark)
                .putLong(MARK_PID_OFFSET, ProcessHandle.current().pid())
                .putLong(MARK_NAMESPACE_OFFSET, ProcFileSystem.own().pidNamespace()), 0);
    }

    /** Remove the number from the file, which needs no room on the disk. */
    void clearMark() throws IOException {
        channel.truncate(0);
    }

    private ByteBuffer readMark() throws IOException {
        final ByteBuffer mark = ByteBuffer.allocate(MARK_LENGTH);
        return channel.read(mark, 0) == MARK_LENGTH ? mark : ByteBuffer.allocate(MARK_LENGTH);
    }

    private @Nullable FileLock tryPosix() throws IOException {
        try {
            return channel.tryLock();
        } catch (final OverlappingFileLockException e) {
            return null;
        }
    }

    /** Releases the POSIX lock, even a dropped one, which the JDK would otherwise refuse to take again. */
    private void release() throws IOException {
        final FileLock held = posixLock;
        posixLock = null;
        if (held != null && channel.isOpen()) {
            held.release();
        }
    }

    private boolean showsLock() {
        if (descriptor == DescriptionLock.NO_DESCRIPTOR) {
            return false;
        }
        try {
            RandomAccessFile info = descriptorInfo;
            if (info == null) {
                info = new RandomAccessFile(DESCRIPTORS + descriptor, "r");
                descriptorInfo = info;
                shown = new byte[SHOWN_LENGTH_MAX];
            }
            info.seek(0);
            return isShownIn(info.read(shown));
        } catch (final IOException e) {
            return false;
        }
    }

    private boolean isShownIn(final int length) {
        for (int i = 0; i + SHOWN.length <= length; i++) {
            if (Arrays.equals(shown, i, i + SHOWN.length, SHOWN, 0, SHOWN.length)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether another process has locked the file for writing. The JVM must not hold a lock on it. */
    boolean isLocked() throws IOException {
        try (FileLock lock = channel.tryLock(0, 1, true)) {
            return lock == null;
        } catch (final OverlappingFileLockException e) {
            return true;
        }
    }

    /** Returns whether another process has locked a file that this process may only read. */
    static boolean isLockedForReader(final Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            return new LockChannel(channel, null).isLocked();
        }
    }

    /** Returns the pid of the process that has locked a file, as listed by the kernel; empty if it is not visible. */
    static OptionalLong holder(final Path path) {
        try {
            final long device = ((Number) Files.getAttribute(path, "unix:dev", LinkOption.NOFOLLOW_LINKS)).longValue();
            final String file = String.format(Locale.ROOT, "%02x:%02x:%s", (device >>> 8) & 0xFFF,
                    (device & 0xFF) | ((device >>> 12) & 0xFFF00),
                    Files.getAttribute(path, "unix:ino", LinkOption.NOFOLLOW_LINKS));
            // Example of a line: 1: POSIX ADVISORY WRITE 4711 00:1a:99 0 EOF
            return Uninterrupted.call(() -> Files.readAllLines(LOCKS)).stream().map(line -> line.trim().split("\\s+"))
                    .filter(words -> words.length > FILE_WORD && words[FILE_WORD].equals(file)
                            && words[KIND_WORD].equals("WRITE") && words[PID_WORD].matches("[1-9][0-9]{0,9}"))
                    .mapToLong(words -> Long.parseLong(words[PID_WORD])).findFirst();
        } catch (final IOException | RuntimeException e) {
            return OptionalLong.empty();
        }
    }

    /** Returns whether there is a lock file at a path. */
    static boolean exists(final Path path) throws IOException {
        try {
            keyOf(path);
            return true;
        } catch (final NoSuchFileException e) {
            return false;
        }
    }

    /** Returns whether the opened file is still at the path. */
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
