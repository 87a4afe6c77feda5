package io.ringside.transport.write;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The writing threads of a runtime, and the sessions that stand in the process, by slot. Thread-safe; sessions are set
 * by the control thread only.
 */
public final class WriterThreads {
    private final AtomicReferenceArray<@Nullable SessionLanes> sessions = new AtomicReferenceArray<>(Long.SIZE);
    private final List<ThreadWriter> writers = new CopyOnWriteArrayList<>();
    private final ThreadLocal<ThreadWriter> current = ThreadLocal.withInitial(this::newWriter);

    /** No threads, no sessions. */
    public WriterThreads() {
        // Both come later.
    }

    /** The calling thread's writer, made at its first call. */
    public ThreadWriter current() {
        return current.get();
    }

    /** The writers of all threads that have written and were not seen to have ended. */
    public List<ThreadWriter> writers() {
        return writers;
    }

    /**
     * The session in a slot.
     *
     * @param slot 0 to 63
     * @return its pool of lanes, null if none stands in the process
     */
    public @Nullable SessionLanes session(final int slot) {
        return sessions.get(slot);
    }

    /**
     * Let a session stand in the process, or take it away.
     *
     * @param slot    of the session
     * @param session its pool of lanes, null to take it away
     */
    public void session(final int slot, final @Nullable SessionLanes session) {
        if (session != null) {
            Rehearsal.once();
        }
        sessions.set(slot, session);
    }

    /**
     * Forget the writer of a thread that has ended.
     *
     * @param writer of the thread
     */
    public void remove(final ThreadWriter writer) {
        writers.remove(writer);
    }

    private ThreadWriter newWriter() {
        // Else there might be writers that their thread does not know of.
        StackRoom.require();
        final ThreadWriter writer = new ThreadWriter(this, Thread.currentThread());
        writers.add(writer);
        return writer;
    }
}
