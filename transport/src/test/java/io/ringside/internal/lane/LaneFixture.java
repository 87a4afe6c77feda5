package io.ringside.internal.lane;

import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.session.SessionSettings;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A lane in memory with its writer and its reader. */
final class LaneFixture {
    static final long REFERENCE = FrameDescriptor.reference(3, 7);

    final LaneGeometry geometry;
    final UnsafeBuffer ring;
    final LaneLedger ledger;
    final LaneWriter writer;
    LaneReader reader;
    private final MemoryLane lane;
    private long time;

    LaneFixture(final MemoryLane lane) {
        this.lane = lane;
        geometry = lane.geometry();
        ring = lane.ring;
        ledger = lane.ledger();
        writer = lane.writer();
        writer.handOver(1);
        reader = newReader();
    }

    LaneFixture(final int laneBytes, final long startNumber, final long startPosition) {
        this(MemoryLane.direct(laneBytes, start(startNumber, startPosition)));
    }

    /** A flight recorder's lane of the least size, with four blocks. */
    static LaneFixture flightRecorder(final long startNumber, final long startPosition) {
        return new LaneFixture(MemoryLane.direct(LaneGeometry.MIN_LANE_BYTES, start(startNumber, startPosition),
                SessionSettings.Overflow.DROP_OLDEST));
    }

    static LaneFixture small() {
        return new LaneFixture(LaneGeometry.MIN_LANE_BYTES, 0, 0);
    }

    LaneReader newReader() {
        return lane.newReader();
    }

    LaneReader newReaderByTail() {
        return lane.newReaderByTail();
    }

    UnsafeBuffer newCopy() {
        return new UnsafeBuffer(new byte[geometry.blockBytes()]);
    }

    RingBytes bytes() {
        return lane;
    }

    boolean copy(final int index, final MutableDirectBuffer target, final int length) {
        return lane.copy(index, target, length);
    }

    /** Write one event whose payload begins with a value, if it has room for it. */
    boolean write(final long value, final int payloadLength) {
        writer.attempt();
        return complete(value, payloadLength, writer.reserve(payloadLength));
    }

    boolean complete(final long value, final int payloadLength, final int index) {
        final long now = ++time;
        if (index < 0) {
            writer.lose(index, now);
            return false;
        }
        if (payloadLength >= Long.BYTES) {
            ring.putLong(index + FrameDescriptor.RECORD_HEADER_LENGTH, value);
        }
        writer.publish(index, REFERENCE, payloadLength, now, 0, 0);
        return true;
    }

    long time() {
        return time;
    }

    private static Checkpoint start(final long startNumber, final long startPosition) {
        final Checkpoint start = new Checkpoint();
        start.nextNumber = startNumber;
        start.delivered = startNumber;
        start.position = startPosition;
        return start;
    }
}
