package io.ringside.transport.write;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What the events of one registration share: the heap mask, written by the control thread, read by every writer.
 * Thread-safe.
 */
public final class ProviderState {
    private static final VarHandle HEAP_MASK;
    static {
        try {
            HEAP_MASK = MethodHandles.lookup().findVarHandle(ProviderState.class, "heapMask", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final WriterThreads threads;
    /** Through its handle only. */
    @SuppressWarnings("UnusedVariable")
    private long heapMask;
    private volatile boolean closed;

    /**
     * State of a registration that no session has attached.
     *
     * @param threads of the runtime that the registration belongs to
     */
    public ProviderState(final WriterThreads threads) {
        this.threads = threads;
    }

    /** The writers of the runtime. */
    WriterThreads threads() {
        return threads;
    }

    /** Slots of the sessions that stand in this process. */
    public long heapMask() {
        return (long) HEAP_MASK.getAcquire(this);
    }

    /**
     * Let writers into sessions, or keep them out. Only for the control thread.
     *
     * @param slots of the sessions whose lanes stand
     */
    public void heapMask(final long slots) {
        HEAP_MASK.setVolatile(this, slots);
        if (closed) {
            HEAP_MASK.setVolatile(this, 0L);
        }
    }

    /** The registration has ended (R2.5): from here on nothing is recorded, and writes say so. */
    public void close() {
        closed = true;
        HEAP_MASK.setVolatile(this, 0L);
    }

    long idleResult() {
        return closed ? WriteResult.INVALID_HANDLE : WriteResult.NOT_WANTED;
    }
}
