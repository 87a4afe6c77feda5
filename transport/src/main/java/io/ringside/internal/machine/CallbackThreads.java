package io.ringside.internal.machine;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Threads for callbacks: as many as callbacks run at once, none while none does. Stateless. */
public final class CallbackThreads {
    /** Name of the threads, in front of that of the provider that is called. */
    public static final String NAME = "ringside-callback";

    private static final long IDLE_S = 2;

    private CallbackThreads() {}

    /** Threads of one runtime, which keep no JVM alive. */
    public static ExecutorService newExecutor() {
        return new ThreadPoolExecutor(0, Integer.MAX_VALUE, IDLE_S, TimeUnit.SECONDS, new SynchronousQueue<>(),
                CallbackThreads::newThread);
    }

    private static Thread newThread(final Runnable task) {
        final Thread thread = new Thread(task, NAME);
        thread.setDaemon(true);
        return thread;
    }
}
