package io.ringside.write;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Keeps what lies before it on the heap off the cache line of the busy word. */
@SuppressWarnings("unused")
abstract class ThreadWriterPadding {
    private long p00;
    private long p01;
    private long p02;
    private long p03;
    private long p04;
    private long p05;
    private long p06;
    private long p07;
    private long p08;
    private long p09;
    private long p10;
    private long p11;
    private long p12;
    private long p13;
    private long p14;
    private long p15;
}

/** The busy word of a writing thread: written by it with every write, read by the control thread at a session's end. */
abstract class ThreadWriterFields extends ThreadWriterPadding {
    /** The thread is outside all writes. */
    static final int OUTSIDE = 0;

    private static final int INSIDE = 1;
    private static final VarHandle BUSY;
    static {
        try {
            BUSY = MethodHandles.lookup().findVarHandle(ThreadWriterFields.class, "busy", int.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Whether the thread is inside a write. Its methods below take the cheapest order; after an error it is cleared as
     * a field, which needs no room on a stack that may have overflowed.
     */
    volatile int busy;

    /**
     * Enter a write. The store is ordered before the loads that follow for the compiler only; for the processor the
     * control thread pays, with the barrier of a session's end.
     */
    final void enter() {
        BUSY.setOpaque(this, INSIDE);
        VarHandle.acquireFence();
    }

    final void exit() {
        BUSY.setRelease(this, OUTSIDE);
    }

    final boolean isInside() {
        return (int) BUSY.getAcquire(this) != OUTSIDE;
    }
}
