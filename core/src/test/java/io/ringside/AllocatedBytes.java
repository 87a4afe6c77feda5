package io.ringside;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Measures what a piece of code allocates on the thread that runs it. */
public final class AllocatedBytes {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ATTEMPTS = 5;

    private AllocatedBytes() {}

    /**
     * Runs it warm, then measures. What the JVM allocates on this thread for itself, once and again, is told apart by
     * taking the least of some attempts: code that allocates does so in each.
     */
    public static long by(final int times, final Runnable code) {
        run(times, code);
        long least = Long.MAX_VALUE;
        for (int i = 0; i < ATTEMPTS && least > 0; i++) {
            final long before = THREADS.getCurrentThreadAllocatedBytes();
            run(times, code);
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    private static void run(final int times, final Runnable code) {
        for (int i = 0; i < times; i++) {
            code.run();
        }
    }
}
