package io.ringside.internal.files;

import io.ringside.RingsideException;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/** Holds a file lock together with the semaphore that keeps out the threads of this JVM. Thread-safe. */
final class Held implements HeldLock {
    private final Path path;
    private final FileLock lock;
    private final Semaphore semaphore;
    private final AtomicBoolean held;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** The flag is true while the lock is held. */
    Held(final Path path, final FileLock lock, final Semaphore semaphore, final AtomicBoolean held) {
        this.path = path;
        this.lock = lock;
        this.semaphore = semaphore;
        this.held = held;
        held.set(true);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            held.set(false);
            try {
                lock.release();
            } catch (final IOException e) {
                throw RingsideException.ofFile("unlock a file", path, e);
            } finally {
                semaphore.release();
            }
        }
    }
}
