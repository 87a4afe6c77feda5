package io.ringside.internal.activity;

import io.ringside.internal.machine.ThreadOwned;

/**
 * The current activity of one thread, platform or virtual: two halves of an id, both 0 if there is none. For that
 * thread only; writers keep it, so that an event needs no search.
 */
public final class ThreadActivity {
    private static final ThreadActivity NONE = new ThreadActivity();
    private static final ThreadOwned<ThreadActivity> CURRENT = new ThreadOwned<>(ThreadActivity::new);
    /** Whether a virtual thread has ever set an id: until then none of them has one. */
    private static volatile boolean usedByVirtualThreads;

    private long most;
    private long least;

    private ThreadActivity() {}

    /** The calling thread's. Allocates with the first call of a thread. */
    public static ThreadActivity current() {
        return CURRENT.get();
    }

    /**
     * The calling virtual thread's, to be read only. Searched for only if a virtual thread has ever set an id, and then
     * it allocates with the first call of a thread.
     */
    public static ThreadActivity ofVirtualThread() {
        return usedByVirtualThreads ? CURRENT.get() : NONE;
    }

    /** Most significant half of the id. */
    public long most() {
        return most;
    }

    /** Least significant half of the id. */
    public long least() {
        return least;
    }

    /**
     * Set the id. For the thread itself.
     *
     * @param newMost  significant half
     * @param newLeast significant half
     */
    public void set(final long newMost, final long newLeast) {
        if (ThreadOwned.isVirtual(Thread.currentThread())) {
            usedByVirtualThreads = true;
        }
        most = newMost;
        least = newLeast;
    }
}
