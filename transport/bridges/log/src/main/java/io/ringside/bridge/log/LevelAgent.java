package io.ringside.bridge.log;

import io.ringside.internal.machine.OperatorLog;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that changes loggers. It exists while a session wants anything, and a little longer. Its lock is never
 * held while it calls the framework. Thread-safe.
 */
final class LevelAgent {
    private static final long PERIOD_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int REPORTED_MAX = 16;

    private final LogProvider provider;
    /** Gives null once the framework has gone. */
    private final Supplier<? extends @Nullable LevelControl> control;
    private final Lock lock = new ReentrantLock();
    private final Condition isChanged = lock.newCondition();
    private final Condition isApplied = lock.newCondition();
    private long changes;
    private long applied;
    private boolean hasBegun;
    private boolean hasEnded;
    private @Nullable Thread thread;
    private final Set<String> reported = ConcurrentHashMap.newKeySet();
    /** Only for the thread, and since when. */
    private boolean isUnwanted;
    private long unwantedNs;
    private volatile boolean isInPlace;

    LevelAgent(final LogProvider provider, final Supplier<? extends @Nullable LevelControl> control) {
        this.provider = provider;
        this.control = control;
    }

    /** Whether what sessions want was applied, without an error. */
    boolean isInPlace() {
        return isInPlace;
    }

    boolean isOf(final LevelControl other) {
        return control.get() == other;
    }

    /** From now on changes are applied, earlier ones included. */
    void begin() {
        lock.lock();
        try {
            hasBegun = true;
            start();
        } finally {
            lock.unlock();
        }
    }

    /** Sessions want something else. */
    void change() {
        lock.lock();
        try {
            changes++;
            isChanged.signalAll();
            start();
        } finally {
            lock.unlock();
        }
    }

    /** The provider has been closed, and wants nothing any more. Nobody waits from now on. */
    void end() {
        lock.lock();
        try {
            hasEnded = true;
            isApplied.signalAll();
        } finally {
            lock.unlock();
        }
        change();
    }

    /** Wait until all changes are applied, or for that time; not before {@link #begin} and after {@link #end}. */
    void await(final long timeoutNs) throws InterruptedException {
        lock.lock();
        try {
            final long target = changes;
            long restNs = timeoutNs;
            while (hasBegun && !hasEnded && applied < target && restNs > 0) {
                restNs = isApplied.awaitNanos(restNs);
            }
        } finally {
            lock.unlock();
        }
    }

    private void start() {
        if (hasBegun && thread == null && applied < changes) {
            final Thread started = new Thread(null, this::run, "ringside-log-levels", 0, false);
            started.setDaemon(true);
            started.setContextClassLoader(null);
            try {
                started.start();
                thread = started;
            } catch (final Throwable e) {
                // No room for a thread, perhaps: the next change tries again.
                report(e);
            }
        }
    }

    private void run() {
        try {
            boolean isOver = false;
            while (!isOver) {
                isOver = round();
            }
        } finally {
            lock.lock();
            try {
                if (thread == Thread.currentThread()) {
                    thread = null;
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** True if nothing is wanted and all is taken back. */
    private boolean round() {
        final long target = current();
        apply();
        final long nowNs = System.nanoTime();
        if (provider.isWanted()) {
            isUnwanted = false;
        } else if (!isUnwanted) {
            isUnwanted = true;
            unwantedNs = nowNs;
        }
        final long restNs = isUnwanted ? PERIOD_NS - (nowNs - unwantedNs) : PERIOD_NS;
        if (restNs <= 0) {
            release();
        }
        return isOver(target, restNs);
    }

    /** A method of its own: a thread that waits must not have the control on its stack. */
    private void apply() {
        final LevelControl current = control.get();
        if (current == null) {
            provider.close();
            return;
        }
        try {
            current.apply(provider);
            isInPlace = provider.isWanted();
        } catch (final Throwable e) {
            isInPlace = false;
            report(e);
        }
    }

    private void release() {
        final LevelControl current = control.get();
        if (current != null) {
            try {
                current.release(provider);
            } catch (final Throwable e) {
                report(e);
            }
        }
    }

    private long current() {
        lock.lock();
        try {
            return changes;
        } finally {
            lock.unlock();
        }
    }

    /** Wait for a change or for that time; true if there was none. */
    private boolean isOver(final long target, final long waitNs) {
        lock.lock();
        try {
            applied = target;
            isApplied.signalAll();
            if (waitNs <= 0 && changes == target) {
                thread = null;
                return true;
            }
            long restNs = waitNs;
            while (changes == target && restNs > 0) {
                restNs = isChanged.awaitNanos(restNs);
            }
        } catch (final InterruptedException e) {
            // Nobody has reason to: the next round comes early.
            return false;
        } finally {
            lock.unlock();
        }
        return false;
    }

    /** Once for each reason. A log that fails must not end the thread. */
    private void report(final Throwable e) {
        try {
            final String reason = e.toString();
            if (reported.size() < REPORTED_MAX && reported.add(reason)) {
                OperatorLog.warn("levels of loggers cannot be changed: provider=" + provider.name() + ", reason="
                        + reason + ": sessions receive what the application's own levels let through");
            }
        } catch (final Throwable unreported) {
            return;
        }
    }
}
