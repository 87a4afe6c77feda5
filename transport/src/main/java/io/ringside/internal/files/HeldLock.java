package io.ringside.internal.files;

/** A lock that is held until it is closed. Any thread may close it; closing again does nothing. */
public interface HeldLock extends AutoCloseable {
    /**
     * Make sure that the lock is held. If the kernel has dropped it, because somebody in this process has closed a
     * descriptor of the file, it is taken again. To be called every second, and before each step that cannot be taken
     * back. Thread-safe.
     *
     * @return whether the kernel had dropped it; nobody else has held it in between
     * @throws io.ringside.RingsideException with {@link io.ringside.ErrorCode#BUSY} if somebody else holds it, or may
     *                                       have held it in between, now and at each later call: the holder must stop
     */
    boolean confirm();

    /** Release the lock. */
    @Override
    void close();
}
