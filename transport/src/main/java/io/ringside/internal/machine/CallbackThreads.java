package io.ringside.internal.machine;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Creates threads for callbacks, as many as callbacks run at once, and none while none runs. Stateless. */
public final class CallbackThreads {
    /** Name of the threads, followed by that of the provider being called. */
    public static final String NAME = "ringside-callback";

    private static final long IDLE_S = 2;

    private CallbackThreads() {}

    /** Creates the threads of one runtime, which do not keep the JVM alive. */
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
