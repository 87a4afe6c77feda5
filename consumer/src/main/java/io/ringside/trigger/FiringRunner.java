package io.ringside.trigger;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Runs the actions of firings, one firing at a time, with room for one waiting firing. It receives firings from one
 * thread and runs on another.
 */
final class FiringRunner implements Runnable {
    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final AtomicReference<PendingFiring> slot = new AtomicReference<>();
    private final AtomicLong failures = new AtomicLong();
    private final List<EventTrigger.Action> actions;
    private final EventTrigger.Listener listener;
    private final NanoClock clock;
    private volatile boolean closing;
    private volatile EventTrigger.@Nullable Firing running;

    FiringRunner(final TriggerContext context) {
        this.actions = context.actions();
        this.listener = context.listener();
        this.clock = context.clock();
    }

    /** Stores a firing, if none waits. */
    void put(final PendingFiring firing) {
        slot.set(firing);
    }

    /** Returns whether a firing waits, due or not. */
    boolean isFull() {
        return slot.get() != null;
    }

    /** Returns the number of failed actions. */
    long failures() {
        return failures.get();
    }

    /** Makes the waiting firing due now, so that {@link #run} ends after it. No firing may be stored afterwards. */
    void close() {
        final PendingFiring waiting = slot.get();
        if (waiting != null) {
            waiting.makeDue();
        }
        closing = true;
    }

    @Override
    public void run() {
        while (!closing) {
            if (doWork() == 0) {
                LockSupport.parkNanos(this, IDLE_NS);
            }
        }
        doWork();
    }

    /** Runs the actions of the firing that is due; returns 0 if none is due. */
    int doWork() {
        final PendingFiring waiting = slot.get();
        if (waiting == null || !waiting.isDue(clock.nanoTime())) {
            return 0;
        }
        // The slot is cleared before the actions, so that the next firing can wait meanwhile.
        slot.set(null);
        running = waiting.firing();
        for (final EventTrigger.Action action : actions) {
            run(action, waiting.firing());
        }
        running = null;
        return 1;
    }

    /** Reports that nobody waits for the running action any more. */
    void abandon(final long timeoutNs) {
        final EventTrigger.Firing firing = running;
        if (firing != null) {
            fail(firing, new RingsideException(ErrorCode.TIMEOUT, "action does not end although it was interrupted: "
                    + "timeoutMs=" + TimeUnit.NANOSECONDS.toMillis(timeoutNs) + ": check for incomplete results"));
        }
    }

    private void run(final EventTrigger.Action action, final EventTrigger.Firing firing) {
        try {
            listener.onDone(firing, action.run(firing));
        } catch (final Throwable e) {
            fail(firing, e);
        }
    }

    private void fail(final EventTrigger.Firing firing, final Throwable cause) {
        failures.incrementAndGet();
        listener.onFailure(firing, cause);
    }
}
