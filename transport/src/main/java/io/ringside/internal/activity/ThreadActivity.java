package io.ringside.internal.activity;

import io.ringside.internal.machine.ThreadOwned;

/**
 * The current activity of one thread, platform or virtual: both halves of its id, 0 if there is none. Used by that
 * thread only; writers keep a reference, so that an event needs no lookup.
 */
public final class ThreadActivity {
    private static final ThreadActivity NONE = new ThreadActivity();
    private static final ThreadOwned<ThreadActivity> CURRENT = new ThreadOwned<>(ThreadActivity::new);
    /** Whether a virtual thread has ever set an id; before that none of them has one. */
    private static volatile boolean usedByVirtualThreads;

    private long most;
    private long least;

    private ThreadActivity() {}

    /** Returns the calling thread's activity. Allocates at the first call of a thread. */
    public static ThreadActivity current() {
        return CURRENT.get();
    }

    /**
     * Returns the calling virtual thread's activity, for reading only. There is a lookup, which allocates at the first
     * call of a thread, only if a virtual thread has ever set an id.
     */
    public static ThreadActivity ofVirtualThread() {
        return usedByVirtualThreads ? CURRENT.get() : NONE;
    }

    /** Returns the most significant half of the id. */
    public long most() {
        return most;
    }

    /** Returns the least significant half of the id. */
    public long least() {
        return least;
    }

    /**
     * Set the id. Called by the thread itself.
     *
     * @param newMost  most significant half
     * @param newLeast least significant half
     */
    public void set(final long newMost, final long newLeast) {
        if (ThreadOwned.isVirtual(Thread.currentThread())) {
            usedByVirtualThreads = true;
        }
        most = newMost;
        least = newLeast;
    }
}
