package io.ringside.internal.agent;

import io.ringside.internal.machine.AsymmetricBarrier;
import io.ringside.internal.write.WriterThreads;
import io.ringside.internal.write.WritingThread;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Proof that all writes have ended that may have read state which the control thread has removed since. After the
 * barrier, there was a moment without a thread counting a loss without a writer, and each writing thread was outside
 * all writes once; later writes do not see the removed state. Used by the control thread only.
 */
final class Quiescence {
    private final WriterThreads threads;
    private final long barrierNs;
    private @Nullable List<WritingThread> inside;

    /**
     * Begin after the state was removed.
     *
     * @param threads of the process
     * @param barrier barrier to cross
     * @param nowNs   monotonic time, read after the removal
     */
    Quiescence(final WriterThreads threads, final AsymmetricBarrier barrier, final long nowNs) {
        this.threads = threads;
        this.barrierNs = barrier.begin(nowNs);
    }

    /**
     * Check the threads that were not seen outside yet.
     *
     * @param nowNs monotonic time
     * @return whether no write can use the removed state any more
     */
    boolean isReached(final long nowNs) {
        if (nowNs - barrierNs < 0) {
            return false;
        }
        List<WritingThread> waiting = inside;
        if (waiting == null) {
            if (threads.isLosing()) {
                return false;
            }
            waiting = new ArrayList<>(threads.writers());
            inside = waiting;
        }
        waiting.removeIf(WritingThread::isQuiet);
        return waiting.isEmpty();
    }
}
