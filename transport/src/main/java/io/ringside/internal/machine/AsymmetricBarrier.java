package io.ringside.internal.machine;

import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;

/**
 * Makes every store that a thread of this process did before a point in time visible afterwards, so that writers need
 * no fence of their own: the end of a session bears the cost, and no write does. Thread-safe.
 */
public final class AsymmetricBarrier {
    /**
     * Longest time for which a store can stay invisible if the system offers no barrier. No processor keeps a store in
     * its buffer for even a thousandth of that, which is experience and not guaranteed by the architecture.
     */
    public static final long WAIT_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final boolean immediate;

    private AsymmetricBarrier(final boolean immediate) {
        this.immediate = immediate;
    }

    /** Returns the barrier of the system if the JDK can call it, else the wait. */
    public static AsymmetricBarrier best() {
        return new AsymmetricBarrier(MemoryBarrierCall.isAvailable());
    }

    /** Returns the wait, which works on every system. */
    public static AsymmetricBarrier waiting() {
        return new AsymmetricBarrier(false);
    }

    /** Returns whether {@link #begin} is already the whole barrier. */
    public boolean isImmediate() {
        return immediate;
    }

    /**
     * Begins a barrier. All earlier stores of the calling thread are visible to all threads once it is complete.
     *
     * @param nowNs monotonic time
     * @return time at which the barrier is complete
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
