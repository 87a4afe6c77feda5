package io.ringside.replay;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for times of the monotonic clock, more precisely than parking does. Stateless. */
final class DueTime {
    /** Waits up to this length spin, because parking is not precise enough. */
    private static final long SPIN_NS = TimeUnit.MICROSECONDS.toNanos(60);
    private static final long MAX_PARK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private DueTime() {}

    /**
     * Wait until a time has come.
     *
     * @param dueNs  time of {@link System#nanoTime()}
     * @param ending polled; returns true if the wait should end early
     * @return false if the wait ended early
     */
    static boolean await(final long dueNs, final BooleanSupplier ending) {
        for (long waitNs = dueNs - System.nanoTime(); waitNs > 0; waitNs = dueNs - System.nanoTime()) {
            if (ending.getAsBoolean()) {
                return false;
            }
            if (waitNs > SPIN_NS) {
                LockSupport.parkNanos(Math.min(waitNs - SPIN_NS, MAX_PARK_NS));
            } else {
                Thread.onSpinWait();
            }
        }
        return true;
    }
}
