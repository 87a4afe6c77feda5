package io.ringside.internal.counter;

import io.ringside.internal.machine.CallbackThreads;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one set's callback for one asker, made one after the other. A callback that hangs therefore occupies
 * only one thread per asker, and it is notified of added counters before any request for them. Thread-safe.
 */
final class CallQueue implements Runnable {
    private static final int CALLS_MAX = 256;

    private final PulledSet set;
    private final Executor executor;
    private final Deque<Runnable> calls = new ArrayDeque<>();
    private boolean isRunning;

    CallQueue(final PulledSet set, final Executor executor) {
        this.set = set;
        this.executor = executor;
    }

    /** Enqueues a call; returns false if it is refused. */
    synchronized boolean offer(final Runnable call) {
        if (calls.size() >= CALLS_MAX) {
            return false;
        }
        calls.addLast(call);
        if (start()) {
            return true;
        }
        calls.removeLast();
        return false;
    }

    /** Enqueues a call that cannot be refused; it is made now or after a later {@link #start}. */
    synchronized void add(final Runnable call) {
        calls.addLast(call);
        start();
    }

    /** Removes a call from the queue; returns false if it has begun, or was not enqueued. */
    synchronized boolean remove(final Runnable call) {
        return calls.remove(call);
    }

    /** Starts a thread if there are calls and none is running; returns false if no thread is available. */
    synchronized boolean start() {
        if (isRunning || calls.isEmpty()) {
            return true;
        }
        if (!set.enter()) {
            return false;
        }
        try {
            executor.execute(this);
            isRunning = true;
            return true;
        } catch (final Throwable e) {
            // No thread is available; the calls remain and are tried again.
            set.leave();
            if (!set.isClosed()) {
                set.tellOfRequest(e);
            }
            return false;
        }
    }

    synchronized boolean isIdle() {
        return !isRunning && calls.isEmpty();
    }

    @Override
    public void run() {
        boolean isOver = false;
        try {
            Thread.currentThread().setName(CallbackThreads.NAME + " " + set.name());
            for (Runnable call = next(); call != null; call = next()) {
                runOne(call);
                // Clears an interrupt that the callback has left pending, which is not meant for the next call.
                Thread.interrupted();
            }
            isOver = true;
        } finally {
            if (!isOver) {
                end();
            }
            Thread.currentThread().setName(CallbackThreads.NAME);
        }
    }

    private void runOne(final Runnable call) {
        try {
            call.run();
        } catch (final Throwable e) {
            set.tellOfRequest(e);
        }
    }

    private synchronized @Nullable Runnable next() {
        final Runnable call = calls.pollFirst();
        if (call == null) {
            end();
        }
        return call;
    }

    private synchronized void end() {
        isRunning = false;
        set.leave();
    }
}
