package io.ringside.bench.growth;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Meter of this JVM's only runtime's control thread while the process is idle. Stateless. */
final class IdleAgent {
    private static final String NAME = "ringside-control";
    private static final Path TASKS = Path.of("/proc/self/task");
    /** Maximum length of a thread's name in the system. */
    private static final int SYSTEM_NAME_LENGTH = 15;
    private static final String SLEEPS = "voluntary_ctxt_switches:";
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private IdleAgent() {}

    /**
     * Measured figures.
     *
     * @param sharePercent processor time in percent of a core
     * @param cycleNs      processor time from one sleep to the next, in nanoseconds
     */
    record Figures(double sharePercent, double cycleNs) {}

    /** Watches the control thread for a time, and until it has slept at least once. */
    static Figures watch(final long spanNs) throws IOException {
        final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        final long id = controlThread(threads);
        final Path status = controlTask().resolve("status");
        final long beginNs = System.nanoTime();
        final long sleeps = sleeps(status);
        final long cpuNs = threads.getThreadCpuTime(id);
        final long endNs = beginNs + spanNs;
        for (long leftNs = spanNs; leftNs > 0 || sleeps(status) == sleeps; leftNs = endNs - System.nanoTime()) {
            LockSupport.parkNanos(Math.max(leftNs, LOOK_NS));
        }
        final double spentNs = threads.getThreadCpuTime(id) - cpuNs;
        final long cycles = sleeps(status) - sleeps;
        return new Figures(100 * spentNs / (System.nanoTime() - beginNs), spentNs / cycles);
    }

    private static long controlThread(final ThreadMXBean threads) {
        for (final ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && NAME.equals(thread.getThreadName())) {
                return thread.getThreadId();
            }
        }
        throw none();
    }

    private static Path controlTask() throws IOException {
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
            for (final Path task : tasks) {
                if (name(task).equals(NAME.substring(0, SYSTEM_NAME_LENGTH))) {
                    return task;
                }
            }
        }
        throw none();
    }

    private static String name(final Path task) {
        try {
            return Files.readString(task.resolve("comm")).strip();
        } catch (final IOException e) {
            // The thread has ended, so it was another one.
            return "";
        }
    }

    private static long sleeps(final Path status) throws IOException {
        return Files.readAllLines(status).stream().filter(line -> line.startsWith(SLEEPS))
                .mapToLong(line -> Long.parseLong(line.substring(SLEEPS.length()).strip())).findFirst().orElseThrow();
    }

    private static IllegalStateException none() {
        return new IllegalStateException("no control thread runs: name=" + NAME);
    }
}
