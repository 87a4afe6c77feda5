package io.ringside.internal.files;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A lock between processes, and between the threads of this process, on a file that is made when needed. Not reentrant.
 * Thread-safe; an interrupt neither ends a wait nor loses the lock.
 * <p>
 * The holder locks the whole file exclusively. {@link #isHeld} tests with a shared lock, so that testers never take
 * each other for a holder; an exclusive attempt that meets a tester is repeated. A JVM has one channel for each lock
 * file, as closing any other one would drop the lock, and one semaphore, as the operating system does not distinguish
 * threads. Both are in {@link SharedTable#LOCKS}, and each call reads them again.
 * <p>
 * Each holder leaves a random number in the file. A holder whose lock the kernel has dropped takes it again, and finds
 * its own number only if no other process has held the lock in between.
 */
public final class LockFile {
    private static final long MIN_PARK_NS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final long MAX_PARK_NS = TimeUnit.MILLISECONDS.toNanos(1);
    /** Testers hold their shared lock for microseconds; they cannot make so many attempts fail. */
    private static final int MAX_ATTEMPTS = 200;

    /** Indexes of an entry in the shared table. The semaphore guards all fields except HELD. */
    private static final int SEMAPHORE = 0;
    private static final int CHANNEL = 1;
    private static final int FILE_KEY = 2;
    private static final int HELD = 3;
    private static final int ENTRY_LENGTH = 4;

    /** Mark of a holder that could not write one, because there is no room on the disk. */
    private static final long NO_MARK = 0;

    private final Path path;

    private LockFile(final Path path) {
        this.path = path;
    }

    /**
     * The lock on a file.
     *
     * @param path of the file, without links, in a folder that exists when the lock is acquired
     * @return the lock, not held
     */
    public static LockFile of(final Path path) {
        if (!SharedTable.LOCKS.containsKey(path.toString())) {
            closeRemoved();
        }
        return new LockFile(path);
    }

    public Path path() {
        return path;
    }

    /**
     * Acquire the lock within a time.
     *
     * @param timeoutNs longest wait; 0 does not wait for a holder
     * @return the lock
     * @throws RingsideException with {@link ErrorCode#TIMEOUT} if the lock is held for that time, or with another code
     *                           if the file cannot be locked
     */
    public HeldLock acquire(final long timeoutNs) {
        final HeldLock held = acquireOrNull(timeoutNs);
        if (held == null) {
            throw new RingsideException(ErrorCode.TIMEOUT, "lock is held: path=" + path + ", holder=" + holder()
                    + ", waitedMs=" + TimeUnit.NANOSECONDS.toMillis(timeoutNs) + ": try again, or end its holder");
        }
        return held;
    }

    /**
     * Acquire the lock without waiting.
     *
     * @return the lock, null if it is held
     * @throws RingsideException if the file cannot be locked
     */
    public @Nullable HeldLock tryAcquire() {
        return acquireOrNull(0);
    }

    /**
     * Returns whether the lock is held, in this process or another. Neither takes the lock nor makes the file.
     *
     * @throws RingsideException if this cannot be determined
     */
    public boolean isHeld() {
        try {
            return Uninterrupted.call(this::ask);
        } catch (final IOException e) {
            throw RingsideException.ofFile("ask for the holder of a lock", path, e);
        }
    }

    /** Close the channel of a lock whose file will never be used again, unless the lock is in use in this process. */
    public void forget() {
        final @Nullable Object[] entry = SharedTable.LOCKS.get(path.toString());
        if (entry != null && semaphore(entry).tryAcquire()) {
            try {
                // A thread that still has this entry will find another one in the table, or none.
                if (SharedTable.LOCKS.remove(path.toString(), entry)) {
                    closeChannel(entry);
                }
            } catch (final IOException e) {
                throw RingsideException.ofFile("close a lock file", path, e);
            } finally {
                semaphore(entry).release();
            }
        }
    }

    private static @Nullable Object[] newEntry() {
        final @Nullable Object[] entry = new Object[ENTRY_LENGTH];
        entry[SEMAPHORE] = new Semaphore(1);
        entry[HELD] = new AtomicBoolean();
        return entry;
    }

    /** Closes the channels of removed files, so that other processes' ended sessions leave no open channels here. */
    private static void closeRemoved() {
        SharedTable.LOCKS.forEach((name, entry) -> closeIfRemoved(Path.of(name), entry));
    }

    private static void closeIfRemoved(final Path path, final @Nullable Object[] entry) {
        if (semaphore(entry).tryAcquire()) {
            try {
                final LockChannel open = openChannel(entry);
                if (open != null && !open.isAt(path)) {
                    closeChannel(entry);
                }
            } catch (final IOException | RingsideException e) {
                // The next thread that takes this lock receives the error.
                return;
            } finally {
                semaphore(entry).release();
            }
        }
    }

    /** Returns the table's entry with its semaphore taken; null if another thread of this JVM has the semaphore. */
    private @Nullable Object @Nullable [] enter() {
        while (true) {
            final @Nullable Object[] entry = SharedTable.LOCKS.computeIfAbsent(path.toString(), key -> newEntry());
            if (!semaphore(entry).tryAcquire()) {
                return null;
            }
            if (SharedTable.LOCKS.get(path.toString()) == entry) {
                return entry;
            }
            // The entry was removed meanwhile; a channel opened for it would be a second one.
            semaphore(entry).release();
        }
    }

    private boolean ask() throws IOException {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            final @Nullable Object[] entry = enter();
            if (entry != null) {
                try {
                    return isLockedByOther(entry);
                } finally {
                    semaphore(entry).release();
                }
            }
            if (isHeldHere()) {
                return true;
            }
            // Another thread tests the lock, or tries to take it, which takes only a moment.
            LockSupport.parkNanos(this, MIN_PARK_NS);
        }
        return true;
    }

    /** Returns the holder of the lock for display, as far as it can be determined. */
    public String holder() {
        if (isHeldHere()) {
            return "this process";
        }
        final OptionalLong shown = LockChannel.holder(path);
        final OptionalLong pid = shown.isPresent() ? shown : markedBy();
        return pid.isEmpty()
                ? "another process"
                : "pid " + pid.getAsLong()
                        + ProcessHandle.of(pid.getAsLong()).flatMap(process -> process.info().command())
                                .map(command -> " (" + command + ")").orElse("")
                        + (isStopped(pid.getAsLong()) ? ", which is stopped" : "");
    }

    private static boolean isStopped(final long pid) {
        try {
            final String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"),
                    StandardCharsets.ISO_8859_1);
            // The name before the state may contain anything.
            return stat.startsWith("T", stat.lastIndexOf(')') + 2);
        } catch (final IOException e) {
            return false;
        }
    }

    private OptionalLong markedBy() {
        final @Nullable Object[] entry = enter();
        if (entry == null) {
            return OptionalLong.empty();
        }
        try {
            return Uninterrupted.call(() -> channel(path, entry).markedBy());
        } catch (final IOException | RingsideException e) {
            return OptionalLong.empty();
        } finally {
            semaphore(entry).release();
        }
    }

    private boolean isHeldHere() {
        final @Nullable Object[] entry = SharedTable.LOCKS.get(path.toString());
        return entry != null && held(entry).get();
    }

    private boolean isLockedByOther(final @Nullable Object[] entry) throws IOException {
        final LockChannel open = openChannel(entry);
        if (open != null && !open.isAt(path)) {
            closeChannel(entry);
        }
        if (!LockChannel.exists(path)) {
            return false;
        }
        try {
            return channel(path, entry).isLocked();
        } catch (final FileSystemException e) {
            // A JVM that cannot open the file for writing holds no lock on it that closing it could drop.
            return LockChannel.isLockedForReader(path);
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
        int attempts = 0;
        while (true) {
            final @Nullable Object[] entry = enter();
            if (entry != null) {
                final HeldLock held = lockOrRelease(entry);
                if (held != null) {
                    return held;
                }
            }
            final long remainingNs = deadlineNs - System.nanoTime();
            if (remainingNs <= 0 && (++attempts > MAX_ATTEMPTS || ask())) {
                return null;
            }
            LockSupport.parkNanos(this, remainingNs > 0 ? Math.min(parkNs, remainingNs) : MIN_PARK_NS);
            parkNs = Math.min(2 * parkNs, MAX_PARK_NS);
        }
    }

    /** Locks the file for the holder of the semaphore, or releases the semaphore. */
    private @Nullable HeldLock lockOrRelease(final @Nullable Object[] entry) throws IOException {
        boolean locked = false;
        try {
            final LockChannel lock = lockChannel(entry);
            if (lock == null) {
                return null;
            }
            final HeldLock held = new Held(path, lock, entry, mark(lock));
            locked = true;
            return held;
        } finally {
            if (!locked) {
                semaphore(entry).release();
            }
        }
    }

    private static long mark(final LockChannel lock) throws IOException {
        try {
            final long mark = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
            lock.mark(mark);
            return mark;
        } catch (final ClosedByInterruptException e) {
            throw e;
        } catch (final IOException e) {
            // The previous holder of the lock must not find its own mark.
            lock.clearMark();
            return NO_MARK;
        }
    }

    private @Nullable LockChannel lockChannel(final @Nullable Object[] entry) throws IOException {
        while (true) {
            final LockChannel channel = channel(path, entry);
            final boolean locked = channel.tryLock();
            boolean isOurs = !locked;
            try {
                isOurs |= channel.isAt(path);
                if (isOurs) {
                    return locked ? channel : null;
                }
            } finally {
                if (!isOurs) {
                    // The file was removed while we waited, so that our lock has no effect, or its state is unknown.
                    // Either way the lock is released.
                    closeChannel(entry);
                }
            }
        }
    }

    private static LockChannel channel(final Path path, final @Nullable Object[] entry) throws IOException {
        final LockChannel open = openChannel(entry);
        if (open != null) {
            return open;
        }
        final LockChannel opened = LockChannel.open(path);
        entry[CHANNEL] = opened.channel();
        entry[FILE_KEY] = opened.fileKey();
        return opened;
    }

    private static @Nullable LockChannel openChannel(final @Nullable Object[] entry) {
        final FileChannel open = (FileChannel) entry[CHANNEL];
        // An interrupt may have closed the channel.
        return open == null || !open.isOpen() ? null : new LockChannel(open, entry[FILE_KEY]);
    }

    private static void closeChannel(final @Nullable Object[] entry) throws IOException {
        final FileChannel open = (FileChannel) entry[CHANNEL];
        entry[CHANNEL] = null;
        if (open != null) {
            open.close();
        }
    }

    private static Semaphore semaphore(final @Nullable Object[] entry) {
        return (Semaphore) Objects.requireNonNull(entry[SEMAPHORE]);
    }

    private static AtomicBoolean held(final @Nullable Object[] entry) {
        return (AtomicBoolean) Objects.requireNonNull(entry[HELD]);
    }

    /** Holds a file lock together with the semaphore that keeps out the threads of this JVM. Thread-safe. */
    private static final class Held implements HeldLock {
        private final Path path;
        private final @Nullable Object[] entry;
        private final long mark;
        private LockChannel lock;
        private boolean lost;
        private boolean closed;

        Held(final Path path, final LockChannel lock, final @Nullable Object[] entry, final long mark) {
            this.path = path;
            this.lock = lock;
            this.entry = entry;
            this.mark = mark;
            held(entry).set(true);
        }

        @Override
        public synchronized boolean confirm() {
            try {
                if (!lost && (closed || lock.isHeld())) {
                    return false;
                }
                lost = lost || !Uninterrupted.call(this::regain);
            } catch (final IOException e) {
                throw RingsideException.ofFile("take a lost lock again", path, e);
            }
            if (lost) {
                throw new RingsideException(ErrorCode.BUSY,
                        "lock was lost, and another process has taken it since: path="
                                + path
                                + ": end the program in this JVM that opens and closes the file, then start again");
            }
            return true;
        }

        private boolean regain() throws IOException {
            if (!lock.channel().isOpen()) {
                lock = channel(path, entry);
            }
            return lock.regain() && mark != NO_MARK && lock.mark() == mark;
        }

        @Override
        public synchronized void close() {
            if (!closed) {
                closed = true;
                held(entry).set(false);
                try {
                    lock.unlock();
                } catch (final IOException e) {
                    throw RingsideException.ofFile("unlock a file", path, e);
                } finally {
                    semaphore(entry).release();
                }
            }
        }
    }
}
