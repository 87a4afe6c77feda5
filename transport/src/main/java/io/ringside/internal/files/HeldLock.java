package io.ringside.internal.files;

/** A lock that is held until it is closed. Any thread may close it; closing again does nothing. */
public interface HeldLock extends AutoCloseable {
    /**
     * Make sure that the lock is held. If the kernel has dropped it, because a descriptor of the file was closed in
     * this process, it is taken again. Must be called every second, and before each step that cannot be undone.
     * Thread-safe.
     *
     * @return whether the kernel had dropped it; no other process has held it in between
     * @throws io.ringside.RingsideException with {@link io.ringside.ErrorCode#BUSY} if another process holds it, or may
     *                                       have held it in between, at this and each later call: the holder must stop
     */
    boolean confirm();

    @Override
    void close();
}
