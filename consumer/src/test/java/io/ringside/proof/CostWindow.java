package io.ringside.proof;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A stretch of a thread's life of which a process of a proof knows the page faults, and its parent the system calls.
 * <p>
 * The thread marks both ends by a system call of its own that the log of its calls shows: it asks for a file that does
 * not exist. Between the two it waits, without a call, until another thread has read its page faults. Used by these two
 * threads, for one stretch after another.
 */
final class CostWindow {
    private static final String MARK = "/ringside-cost-window-";
    private static final int FAULTS_FIELD = 7;
    private static final int FAULTS_FROM_DISK_FIELD = 9;
    private static final long LOOK_NS = TimeUnit.MICROSECONDS.toNanos(20);

    private static final int READY = 1;
    private static final int OPEN = 2;
    private static final int DONE = 3;
    private static final int CLOSED = 4;

    private volatile int phase;

    /** Part of a line by which the log of system calls shows that a window begins. */
    static String beginMark(final long number) {
        return MARK + number + "-begin\"";
    }

    /** The same, of its end. */
    static String endMark(final long number) {
        return MARK + number + "-end\"";
    }

    /** On the thread that is measured. */
    void begin(final long number) {
        mark(beginMark(number));
        phase = READY;
        spinUntil(OPEN);
    }

    /** On the thread that is measured. */
    void end(final long number) {
        phase = DONE;
        spinUntil(CLOSED);
        mark(endMark(number));
    }

    /**
     * Watch one window, on another thread.
     *
     * @param thread its id for the system
     * @return page faults of the thread in between
     */
    long watch(final long thread) {
        lookUntil(READY);
        final long before = faults(thread);
        phase = OPEN;
        lookUntil(DONE);
        final long after = faults(thread);
        phase = CLOSED;
        return after - before;
    }

    /** The calling thread's id for the system. */
    static long threadId() {
        try {
            return Long.parseLong(Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void mark(final String mark) {
        if (Files.exists(Path.of(mark.substring(0, mark.length() - 1)))) {
            throw new IllegalStateException("file exists that should not: path=" + mark);
        }
    }

    private static long faults(final long thread) {
        try {
            final String line = Files.readString(Path.of("/proc/self/task/" + thread + "/stat"));
            final String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
            return Long.parseLong(fields[FAULTS_FIELD]) + Long.parseLong(fields[FAULTS_FROM_DISK_FIELD]);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void spinUntil(final int wanted) {
        while (phase != wanted) {
            Thread.onSpinWait();
        }
    }

    private void lookUntil(final int wanted) {
        while (phase != wanted) {
            LockSupport.parkNanos(LOOK_NS);
        }
    }
}
