package io.ringside.internal.files;

import java.lang.reflect.Method;

/** Starts virtual threads, which the JDK that this is compiled for does not know. */
public final class VirtualThreads {
    private VirtualThreads() {}

    /**
     * Start a virtual thread. Since JDK 21.
     *
     * @param task of the thread
     */
    public static Thread start(final Runnable task) {
        try {
            final Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
            return (Thread) start.invoke(null, task);
        } catch (final ReflectiveOperationException e) {
            throw new LinkageError("no virtual threads before JDK 21", e);
        }
    }
}
