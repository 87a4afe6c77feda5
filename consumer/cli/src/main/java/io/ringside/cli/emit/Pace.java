package io.ringside.cli.emit;

import io.ringside.cli.console.Interruption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Spreads the calls of one thread over time: each has its moment, and what comes late is caught up with. For one
 * thread.
 */
final class Pace {
    /** What parking is too coarse for. */
    private static final long SPIN_NS = TimeUnit.MICROSECONDS.toNanos(60);
    private static final long MAX_PARK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Interruption interruption;
    private final double intervalNs;
    private final long startNs = System.nanoTime();

    private Pace(final Interruption interruption, final double intervalNs) {
        this.interruption = interruption;
        this.intervalNs = intervalNs;
    }

    /** The pace of one of the plan's threads, beginning now. */
    static Pace of(final EmitPlan plan, final Interruption interruption) {
        final double perSecond = (double) plan.rate() / plan.threads();
        return new Pace(interruption, plan.rate() == 0 ? 0 : TimeUnit.SECONDS.toNanos(1) / perSecond);
    }

    /** A pace for calls that know their own moments, beginning now. */
    static Pace beginningNow(final Interruption interruption) {
        return new Pace(interruption, 0);
    }

    /** Waits for the moment of a call; false if the command is to end instead. */
    boolean awaitTurn(final long sequence) {
        return intervalNs == 0 || await((long) (sequence * intervalNs));
    }

    /** Waits until so much time has gone since the beginning; false if the command is to end instead. */
    boolean await(final long offsetNs) {
        final long dueNs = startNs + offsetNs;
        for (long waitNs = dueNs - System.nanoTime(); waitNs > 0; waitNs = dueNs - System.nanoTime()) {
            if (interruption.isRequested()) {
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
