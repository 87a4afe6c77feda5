package io.ringside.internal.lane;

import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.session.SessionSettings;
import org.agrona.BufferUtil;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A lane whose bytes and books lie in the memory of this process, with its writer. */
public final class MemoryLane implements RingBytes {
    final UnsafeBuffer ring;
    private final LaneGeometry geometry;
    private final LaneLedger ledger;
    private final LaneWriter writer;

    /**
     * A lane that nobody has written, over given memory.
     *
     * @param ring  its bytes
     * @param entry its books
     * @param start where positions and numbers begin
     */
    public MemoryLane(final UnsafeBuffer ring, final UnsafeBuffer entry, final Checkpoint start) {
        this(ring, entry, start, SessionSettings.Overflow.DROP_NEWEST);
    }

    private MemoryLane(final UnsafeBuffer ring, final UnsafeBuffer entry, final Checkpoint start,
            final SessionSettings.Overflow overflow) {
        this.ring = ring;
        geometry = LaneGeometry.of(ring.capacity());
        ledger = new LaneLedger(entry);
        ledger.initialise(start);
        writer = new LaneWriter(ring, entry, geometry, start, overflow, SessionSettings.ClockKind.MONOTONIC);
    }

    /** A lane outside the heap, as a mapped one is. */
    public static MemoryLane direct(final int laneBytes, final Checkpoint start) {
        return direct(laneBytes, start, SessionSettings.Overflow.DROP_NEWEST);
    }

    /** The same with another way of giving way. */
    public static MemoryLane direct(final int laneBytes, final Checkpoint start,
            final SessionSettings.Overflow overflow) {
        return new MemoryLane(new UnsafeBuffer(BufferUtil.allocateDirectAligned(laneBytes, 64)),
                new UnsafeBuffer(BufferUtil.allocateDirectAligned(LedgerDescriptor.LANE_LENGTH, 128)), start, overflow);
    }

    /** A lane on the heap. */
    public static MemoryLane heap(final int laneBytes, final SessionSettings.Overflow overflow) {
        return new MemoryLane(new UnsafeBuffer(new byte[laneBytes]),
                new UnsafeBuffer(new byte[LedgerDescriptor.LANE_LENGTH]), new Checkpoint(), overflow);
    }

    /** Its sizes. */
    public LaneGeometry geometry() {
        return geometry;
    }

    /** Its books. */
    public LaneLedger ledger() {
        return ledger;
    }

    /** Its writer. */
    public LaneWriter writer() {
        return writer;
    }

    /** A reader that goes on where the last one stopped. */
    public LaneReader newReader() {
        return new LaneReader(ledger, this, geometry, new UnsafeBuffer(new byte[geometry.blockBytes()]));
    }

    /** The same, but one that learns of records by the tail only, as from a ring that cannot be mapped. */
    public LaneReader newReaderByTail() {
        return new LaneReader(ledger, (index, target, length) -> copy(index, target, length), geometry,
                new UnsafeBuffer(new byte[geometry.blockBytes()]));
    }

    @Override
    public long wordAcquire(final int index) {
        return ring.getLongAcquire(index);
    }

    @Override
    public boolean copyUnasked(final int index, final MutableDirectBuffer target, final int length) {
        return copy(index, target, length);
    }

    @Override
    public boolean copy(final int index, final MutableDirectBuffer target, final int length) {
        target.putBytes(0, ring, index, length);
        return true;
    }
}
