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
 * Runs the only thread that changes loggers. It exists while a session wants anything, and for a short time after that.
 * Its lock is never held while it calls the framework. Thread-safe.
 */
final class LevelAgent {
    private static final long PERIOD_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int REPORTED_MAX = 16;

    private final LogProvider provider;
    /** Returns null once the framework has been unloaded. */
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
    /** Whether nothing is wanted; this and its time are used only by the thread. */
    private boolean isUnwanted;
    private long unwantedNs;
    private volatile boolean isInPlace;

    LevelAgent(final LogProvider provider, final Supplier<? extends @Nullable LevelControl> control) {
        this.provider = provider;
        this.control = control;
    }

    /** Returns whether the latest demand of the sessions was applied without an error. */
    boolean isInPlace() {
        return isInPlace;
    }

    boolean isOf(final LevelControl other) {
        return control.get() == other;
    }

    /** Starts applying changes, including earlier ones. */
    void begin() {
        lock.lock();
        try {
            hasBegun = true;
            start();
        } finally {
            lock.unlock();
        }
    }

    /** Notifies the thread of a changed demand. */
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

    /** Notifies the thread that the provider has been closed and wants nothing any more. All waiting ends. */
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

    /** Waits up to a timeout until changes are applied; never before {@link #begin} or after {@link #end}. */
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
                // A thread could not be created; the next change tries again.
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

    /** Applies the demand and waits; returns true if nothing is wanted and all changes have been undone. */
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

    /** Applies the demand. A separate method, so that a waiting thread has no reference to the control on its stack. */
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

    /** Waits for a change or until the timeout; returns true if there is nothing left to do. */
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
            // No code interrupts this thread; the next round starts early.
            return false;
        } finally {
            lock.unlock();
        }
        return false;
    }

    /** Reports each reason once. A failing log must not end the thread. */
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
