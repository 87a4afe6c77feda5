package io.ringside.internal.machine;

import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;

/**
 * Makes every store that a thread of this process did before a moment visible after it, so that writers need no fence
 * of their own: the end of a session pays, and no write does. Thread-safe.
 */
public final class AsymmetricBarrier {
    /**
     * Longest time that a store stays unseen where the system cannot be asked to flush it: no processor keeps one in
     * its store buffer for even a thousandth of that, which is experience and not architecture.
     */
    public static final long WAIT_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final boolean immediate;

    private AsymmetricBarrier(final boolean immediate) {
        this.immediate = immediate;
    }

    /** The barrier of the system where the JDK can call it, else the wait. */
    public static AsymmetricBarrier best() {
        return new AsymmetricBarrier(MemoryBarrierCall.isAvailable());
    }

    /** The wait, on every system. */
    public static AsymmetricBarrier waiting() {
        return new AsymmetricBarrier(false);
    }

    /** Whether {@link #begin} is the whole barrier. */
    public boolean isImmediate() {
        return immediate;
    }

    /**
     * Begins a barrier. All that the calling thread stored before is visible to all threads after it.
     *
     * @param nowNs monotonic
     * @return time from which on the barrier is complete
     */
    public long begin(final long nowNs) {
        if (immediate && MemoryBarrierCall.call()) {
            return nowNs;
        }
        // A fence on this side; on the other side the wait replaces it.
        VarHandle.fullFence();
        return nowNs + WAIT_NS;
    }
}
