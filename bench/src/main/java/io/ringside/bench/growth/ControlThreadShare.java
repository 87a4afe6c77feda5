package io.ringside.bench.growth;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.locks.LockSupport;

/** What part of a core the control thread of the only runtime of this JVM takes. Stateless. */
final class ControlThreadShare {
    private static final String NAME = "ringside-control";

    private ControlThreadShare() {}

    /**
     * While nothing happens.
     *
     * @param spanNs how long it is watched
     * @return percent of a core
     */
    static double percent(final long spanNs) {
        final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        final long id = controlThread(threads);
        final long beginNs = System.nanoTime();
        final long cpuNs = threads.getThreadCpuTime(id);
        final long endNs = beginNs + spanNs;
        for (long leftNs = spanNs; leftNs > 0; leftNs = endNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
        }
        return 100.0 * (threads.getThreadCpuTime(id) - cpuNs) / (System.nanoTime() - beginNs);
    }

    private static long controlThread(final ThreadMXBean threads) {
        for (final ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && NAME.equals(thread.getThreadName())) {
                return thread.getThreadId();
            }
        }
        throw new IllegalStateException("no control thread runs: name=" + NAME);
    }
}
