package io.ringside;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Measures what a piece of code allocates on the thread that runs it. */
public final class AllocatedBytes {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ATTEMPTS = 5;

    private AllocatedBytes() {}

    /**
     * Runs the code until it is warm, then measures, and takes the least of some attempts: code that allocates does so
     * in each. What remains in the others is the JVM's. Before it compiles the first method of a class, it makes the
     * strings of the class's constants on the thread whose call reached the threshold: 24 bytes and an array for each,
     * such as 72 bytes in an early round of a writer. The first call of a native method allocates its name likewise.
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
