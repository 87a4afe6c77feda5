package io.ringside.replay;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for moments of the monotonic clock, more precisely than parking does. Stateless. */
final class DueTime {
    /** Shorter waits spin, since parking is not as precise. */
    private static final long SPIN_NS = TimeUnit.MICROSECONDS.toNanos(60);
    private static final long MAX_PARK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private DueTime() {}

    /**
     * Wait until a moment has come.
     *
     * @param dueNs  of {@link System#nanoTime()}
     * @param ending asked again and again, true once there is nothing to wait for any more
     * @return false if that was so
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
