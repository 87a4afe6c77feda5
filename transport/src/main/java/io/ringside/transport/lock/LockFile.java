package io.ringside.transport.lock;

import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import io.ringside.transport.directory.Uninterrupted;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A lock between processes, and between the threads of this one, on an empty file that is made at need. Not reentrant.
 * Thread-safe; an interrupt neither ends a wait nor loses the lock.
 */
public final class LockFile {
    private static final long MIN_PARK_NS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final long MAX_PARK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Indexes of an entry in the shared table. The semaphore guards the others. */
    private static final int SEMAPHORE = 0;
    private static final int CHANNEL = 1;
    private static final int FILE_KEY = 2;
    private static final int ENTRY_LENGTH = 3;

    private final Path path;
    private final @Nullable Object[] entry;

    private LockFile(final Path path, final @Nullable Object[] entry) {
        this.path = path;
        this.entry = entry;
    }

    /**
     * The lock on a file.
     *
     * @param path of the file, without links, in a folder that exists when the lock is acquired
     * @return the lock, not held
     */
    public static LockFile of(final Path path) {
        final String name = path.toString();
        if (!SharedTable.LOCKS.containsKey(name)) {
            closeRemoved();
        }
        return new LockFile(path, SharedTable.LOCKS.computeIfAbsent(name, key -> newEntry()));
    }

    /** The file. */
    public Path path() {
        return path;
    }

    /**
     * Acquire the lock within a time.
     *
     * @param timeoutNs longest wait; 0 tries once
     * @return the lock
     * @throws RingsideException with {@link ErrorCode#TIMEOUT} if somebody else holds it that long, or with another
     * code if the file cannot be locked
     */
    public HeldLock acquire(final long timeoutNs) {
        final HeldLock held = acquireOrNull(timeoutNs);
        if (held == null) {
            throw new RingsideException(ErrorCode.TIMEOUT, "lock is held by another thread or process: path=" + path
                    + ", waitedMs=" + TimeUnit.NANOSECONDS.toMillis(timeoutNs) + ": try again, or end its holder");
        }
        return held;
    }

    /**
     * Acquire the lock now or not at all.
     *
     * @return the lock, null if somebody holds it
     * @throws RingsideException if the file cannot be locked
     */
    public @Nullable HeldLock tryAcquire() {
        return acquireOrNull(0);
    }

    /**
     * Whether somebody holds the lock, in this process or another. Found out by trying, so who tries at the same moment
     * may be refused once.
     *
     * @throws RingsideException if the file cannot be locked
     */
    public boolean isHeld() {
        final HeldLock held = tryAcquire();
        if (held == null) {
            return true;
        }
        held.close();
        return false;
    }

    /**
     * Close the channel of a lock whose file will never be used again, unless somebody holds it.
     */
    public void forget() {
        if (semaphore().tryAcquire()) {
            try {
                closeChannel();
                SharedTable.LOCKS.remove(path.toString(), entry);
            } catch (final IOException e) {
                throw RingsideException.ofFile("close a lock file", path, e);
            } finally {
                semaphore().release();
            }
        }
    }

    private static @Nullable Object[] newEntry() {
        final @Nullable Object[] entry = new Object[ENTRY_LENGTH];
        entry[SEMAPHORE] = new Semaphore(1);
        return entry;
    }

    /** Closes the channels of files that others have removed, so that the ends of their sessions leak nothing here. */
    private static void closeRemoved() {
        SharedTable.LOCKS.forEach((name, entry) -> new LockFile(Path.of(name), entry).closeIfRemoved());
    }

    private void closeIfRemoved() {
        if (semaphore().tryAcquire()) {
            try {
                if (entry[CHANNEL] != null && !channel().isAt(path)) {
                    closeChannel();
                }
            } catch (final IOException | RingsideException e) {
                // Who wants this lock next is told what is wrong with it.
                return;
            } finally {
                semaphore().release();
            }
        }
    }

    private @Nullable HeldLock acquireOrNull(final long timeoutNs) {
        try {
            return Uninterrupted.call(() -> Optional.ofNullable(poll(timeoutNs))).orElse(null);
        } catch (final IOException e) {
            throw RingsideException.ofFile("lock a file", path, e);
        }
    }

    private @Nullable HeldLock poll(final long timeoutNs) throws IOException {
        final long deadlineNs = System.nanoTime() + timeoutNs;
        long parkNs = MIN_PARK_NS;
        while (true) {
            if (semaphore().tryAcquire()) {
                final HeldLock held = lockOrRelease();
                if (held != null) {
                    return held;
                }
            }
            final long remainingNs = deadlineNs - System.nanoTime();
            if (remainingNs <= 0) {
                return null;
            }
            LockSupport.parkNanos(this, Math.min(parkNs, remainingNs));
            parkNs = Math.min(2 * parkNs, MAX_PARK_NS);
        }
    }

    /** Locks the file for the holder of the semaphore, or gives the semaphore back. */
    private @Nullable HeldLock lockOrRelease() throws IOException {
        boolean locked = false;
        try {
            final FileLock lock = lockChannel();
            locked = lock != null;
            return lock == null ? null : new Held(path, lock, semaphore());
        } finally {
            if (!locked) {
                semaphore().release();
            }
        }
    }

    private @Nullable FileLock lockChannel() throws IOException {
        while (true) {
            final LockChannel channel = channel();
            final FileLock lock = channel.tryLock();
            boolean isOurs = lock == null;
            try {
                isOurs |= channel.isAt(path);
                if (isOurs) {
                    return lock;
                }
            } finally {
                if (!isOurs) {
                    // The file was removed while we waited for it: what we hold now is nobody's lock any more. Or
                    // nobody can say what stands there; then the lock is released as well.
                    closeChannel();
                }
            }
        }
    }

    private LockChannel channel() throws IOException {
        final FileChannel open = (FileChannel) entry[CHANNEL];
        if (open != null) {
            return new LockChannel(open, entry[FILE_KEY]);
        }
        final LockChannel opened = LockChannel.open(path);
        entry[CHANNEL] = opened.channel();
        entry[FILE_KEY] = opened.fileKey();
        return opened;
    }

    private void closeChannel() throws IOException {
        final FileChannel open = (FileChannel) entry[CHANNEL];
        entry[CHANNEL] = null;
        if (open != null) {
            open.close();
        }
    }

    private Semaphore semaphore() {
        return (Semaphore) Objects.requireNonNull(entry[SEMAPHORE]);
    }
}
