package io.ringside.internal.callback;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The threads that wait for callbacks on other threads. Two callbacks that end each other therefore do not wait
 * forever.
 */
final class CallbackWaits {
    private static final Map<Thread, Thread> WAITS = new ConcurrentHashMap<>();

    private CallbackWaits() {}

    /**
     * Record that the calling thread is about to wait.
     *
     * @param running thread inside the callback
     * @return false if that thread waits for the calling thread, directly or through others
     */
    static boolean begin(final Thread running) {
        final Thread self = Thread.currentThread();
        WAITS.put(self, running);
        // If two threads begin to wait for each other, at least one of them sees the other. A ring that lacks this
        // thread is reported by one of its own threads.
        Thread next = running;
        for (int i = 0; next != null && i <= WAITS.size(); i++) {
            if (next == self) {
                end();
                return false;
            }
            next = WAITS.get(next);
        }
        return true;
    }

    /** Record that the calling thread does not wait any more. */
    static void end() {
        WAITS.remove(Thread.currentThread());
    }
}
