package io.ringside.internal.counter;

import io.ringside.internal.machine.CallbackThreads;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one set's callback for one asker: one after the other, so that a callback that hangs holds one thread
 * for each asker and no more, and hears that counters were added before anything is asked of them. Thread-safe.
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

    /** Has something called that may be refused; false if it is. */
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

    /** Has something called for certain, if not now then after a later {@link #start}. */
    synchronized void add(final Runnable call) {
        calls.addLast(call);
        start();
    }

    /** Has something not called any more; false if its call has begun, or was never wanted. */
    synchronized boolean remove(final Runnable call) {
        return calls.remove(call);
    }

    /** Sees to it that a thread is at work if there is something to do; false if none can be had now. */
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
            // No thread to be had: what has to be called is tried again.
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
                // An interrupt that the callback has left pending is not for others.
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
