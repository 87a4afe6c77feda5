package io.ringside.internal.lane;

import io.ringside.internal.machine.TscClock;
import io.ringside.session.SessionSettings;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** Keeps what lies before it on the heap off the cache lines of the hot fields. */
@SuppressWarnings("unused")
abstract class LaneWriterPadding {
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

/** The fields of a lane's writer: configuration, then what its thread writes with every event. */
abstract class LaneWriterFields extends LaneWriterPadding {
    private static final VarHandle CLAIMED;
    static {
        try {
            CLAIMED = MethodHandles.lookup().findVarHandle(LaneWriterFields.class, "claimed", boolean.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final UnsafeBuffer ring;
    final UnsafeBuffer ledger;
    /** Address of the mapped ring, if the lane {@link #isMapped}: its buffer costs a record some loads more. */
    final long ringAddress;
    /** The same of the lane's entry in the ledger. */
    final long ledgerAddress;
    private final boolean mapped;
    final LaneGeometry geometry;
    final SessionSettings.Overflow overflow;
    private final boolean byCounter;
    final int maxRecordBytes;
    final int indexMask;

    /** Attempts made; the ledger's word follows. */
    long attempts;
    /** Attempts with an outcome: differs from {@link #attempts} only inside a write and after one that threw. */
    long completed;
    /** Position up to which frames exist. */
    long tail;
    /**
     * Position up to which the next plain record may reach, with a word after it in the same block; 0 sends it through
     * the slow path.
     */
    long fastLimit;
    /** Tail after the record that is reserved. */
    long reservedEnd;
    /** Time of the last outcome: the best that is known of an attempt interrupted by an error. */
    long lastTimeTicks;
    /** Last head taken from the drain; in overwrite mode, what was evicted. */
    long head;

    /**
     * Whether a claim is open here; the control thread must not unmap the lane while it is. Through its handle only.
     */
    @SuppressWarnings("UnusedVariable")
    private boolean claimed;
    private @Nullable LaneWriter next;

    LaneWriterFields(final UnsafeBuffer ring, final UnsafeBuffer ledger, final LaneGeometry geometry,
            final SessionSettings.Overflow overflow, final SessionSettings.ClockKind clock) {
        this.overflow = overflow;
        this.byCounter = clock == SessionSettings.ClockKind.TSC;
        this.ring = ring;
        this.ledger = ledger;
        this.mapped = isMapped(ring) && isMapped(ledger);
        this.ringAddress = ring.addressOffset();
        this.ledgerAddress = ledger.addressOffset();
        this.geometry = geometry;
        this.maxRecordBytes = geometry.maxRecordBytes();
        this.indexMask = geometry.indexMask();
    }

    /** Whether the lane's memory has addresses, and no buffer that has ways of its own. */
    public final boolean isMapped() {
        return mapped;
    }

    /** Whether {@link #nanoTime} is read from the processor's counter. */
    public final boolean isByCounter() {
        return byCounter;
    }

    /** The session's clock: monotonic nanoseconds, whatever it reads them from. */
    public final long nanoTime() {
        return byCounter ? TscClock.nanoTime() : System.nanoTime();
    }

    /**
     * A writer that continues where another one, which has no attempt under way, has stopped, in memory of the same
     * content.
     */
    LaneWriterFields(final LaneWriterFields other, final UnsafeBuffer ring, final UnsafeBuffer ledger) {
        this(ring, ledger, other.geometry, other.overflow,
                other.byCounter ? SessionSettings.ClockKind.TSC : SessionSettings.ClockKind.MONOTONIC);
        attempts = other.attempts;
        completed = other.completed;
        tail = other.tail;
        fastLimit = other.fastLimit;
        reservedEnd = other.tail;
        lastTimeTicks = other.lastTimeTicks;
        head = other.head;
    }

    private static boolean isMapped(final UnsafeBuffer memory) {
        return memory.getClass() == UnsafeBuffer.class && memory.byteArray() == null;
    }

    /** Whether every attempt has its outcome: none does in the middle of a write, nor after one that threw. */
    public final boolean isSettled() {
        return attempts == completed;
    }

    /** Open a claim: its thread's writes go to the next lane, and the mapping stays. */
    public final void claim() {
        CLAIMED.setRelease(this, true);
    }

    /** Close the claim: nothing of the mapping is touched by its thread any more for its sake. */
    public final void unclaim() {
        CLAIMED.setRelease(this, false);
    }

    /** Whether a claim is open. */
    public final boolean isClaimed() {
        return (boolean) CLAIMED.getAcquire(this);
    }

    /** The next lane of the same thread and session; null if it has no more. */
    public final @Nullable LaneWriter next() {
        return next;
    }

    /**
     * Link another lane of the same thread and session.
     *
     * @param lane to use while this one is claimed; null to unlink
     */
    public final void next(final @Nullable LaneWriter lane) {
        next = lane;
    }
}
