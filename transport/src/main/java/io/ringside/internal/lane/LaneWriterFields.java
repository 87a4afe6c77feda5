package io.ringside.internal.lane;

import io.ringside.internal.machine.TscClock;
import io.ringside.session.SessionSettings;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** Padding that keeps preceding heap data off the cache lines of the hot fields. */
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

/** Fields of a lane's writer: configuration, then the values that its thread stores with every event. */
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
    /** Address of the mapped ring, if the lane {@link #isMapped}: its buffer would cost more loads per record. */
    final long ringAddress;
    /** Address of the lane's entry in the ledger, likewise. */
    final long ledgerAddress;
    private final boolean mapped;
    final LaneGeometry geometry;
    final SessionSettings.Overflow overflow;
    private final boolean byCounter;
    final int maxRecordBytes;
    final int indexMask;

    /** Number of attempts made; stored before the word in the ledger. */
    long attempts;
    /** Number of attempts with an outcome; differs from {@link #attempts} only in a write or after one that threw. */
    long completed;
    /** Position up to which frames exist. */
    long tail;
    /**
     * Position up to which the next plain record may reach, with a word after it in the same block; 0 forces the slow
     * path.
     */
    long fastLimit;
    /** Tail after the reserved record. */
    long reservedEnd;
    /** Time of the last outcome: the best known time for an attempt interrupted by an error. */
    long lastTimeTicks;
    /** Last head position read from the drain; in overwrite mode, the evicted position. */
    long head;

    /** Whether a claim is open; the control thread must not unmap the lane then. Accessed only through its handle. */
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

    /** Returns whether the lane's memory has addresses, and its buffer is not a special subclass. */
    public final boolean isMapped() {
        return mapped;
    }

    /** Returns whether {@link #nanoTime} reads the processor's counter. */
    public final boolean isByCounter() {
        return byCounter;
    }

    /** Returns the time of the session's clock: monotonic nanoseconds, whatever their source. */
    public final long nanoTime() {
        return byCounter ? TscClock.nanoTime() : System.nanoTime();
    }

    /**
     * Creates a writer that continues where another one without a current attempt has stopped, in memory with the same
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

    /** Returns whether every attempt has its outcome: false during a write, and after one that threw. */
    public final boolean isSettled() {
        return attempts == completed;
    }

    /** Open a claim: further writes of its thread go to the next lane, and the mapping is kept. */
    public final void claim() {
        CLAIMED.setRelease(this, true);
    }

    /** Close the claim: its thread does not access the mapping for it any more. */
    public final void unclaim() {
        CLAIMED.setRelease(this, false);
    }

    /** Returns whether a claim is open. */
    public final boolean isClaimed() {
        return (boolean) CLAIMED.getAcquire(this);
    }

    /** Returns the next lane of the same thread and session; null if there is none. */
    public final @Nullable LaneWriter next() {
        return next;
    }

    /**
     * Link another lane of the same thread and session.
     *
     * @param lane lane to use while this one is claimed; null to unlink
     */
    public final void next(final @Nullable LaneWriter lane) {
        next = lane;
    }
}
