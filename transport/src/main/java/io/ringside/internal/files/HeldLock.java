package io.ringside.internal.files;

/** A lock that is held until it is closed. Any thread may close it; closing again does nothing. */
public interface HeldLock extends AutoCloseable {
    /** Release the lock. */
    @Override
    void close();
}
