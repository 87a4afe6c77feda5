package io.ringside.internal.agent;

import io.ringside.internal.machine.AsymmetricBarrier;
import io.ringside.internal.write.WriterThreads;
import io.ringside.internal.write.WritingThread;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Proof that every write is over that may have seen what the control thread has taken away: after the barrier, no
 * thread counted a loss without a writer at one moment, and each writing thread was outside all writes once; what they
 * have begun since then they have begun without it. Only for the control thread.
 */
final class Quiescence {
    private final WriterThreads threads;
    private final long barrierNs;
    private @Nullable List<WritingThread> inside;

    /**
     * Begin, with what is to be taken away taken away.
     *
     * @param threads of the process
     * @param barrier to be crossed
     * @param nowNs   monotonic, read after it was taken away
     */
    Quiescence(final WriterThreads threads, final AsymmetricBarrier barrier, final long nowNs) {
        this.threads = threads;
        this.barrierNs = barrier.begin(nowNs);
    }

    /**
     * Check the threads that were not seen outside yet.
     *
     * @param nowNs monotonic
     * @return whether no write can use it any more
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
