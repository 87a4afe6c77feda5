package io.ringside.bench.choice;

import io.ringside.bench.fixture.LoneLane;
import io.ringside.internal.event.PayloadCopy;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.layout.FrameDescriptor;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** A lane that is written and emptied in turn, batch by batch, all the way round. For one thread. */
final class TimedLane implements AutoCloseable {
    /** No batch fills more than half of the smallest lane. */
    static final int BATCH_EVENTS = 192;

    private static final long REFERENCE = FrameDescriptor.reference(1, 1);
    private static final int BATCHES = 3_000;

    private final long[] writeNs = new long[BATCHES];
    private final long[] takeNs = new long[BATCHES];
    private final LoneLane lane;
    private final UnsafeBuffer payload;
    private final int bodyBytes;
    private final Fence fence;

    /** What an event crosses besides. */
    enum Fence {
        /** Nothing, as it is. */
        NONE,
        /** A full fence, as a session's end without a barrier would need. */
        FULL
    }

    /** Medians of the batches, for one event. */
    record Times(double writeNs, double takeNs) {}

    /**
     * A lane.
     *
     * @param geometry     its sizes
     * @param payloadBytes of each event
     * @param alignment    that lengths of records are rounded up to
     * @param fence        that each event crosses
     */
    TimedLane(final LaneGeometry geometry, final int payloadBytes, final int alignment, final Fence fence)
            throws IOException {
        lane = LoneLane.create(geometry);
        payload = new UnsafeBuffer(ByteBuffer.allocateDirect(payloadBytes));
        bodyBytes = recordBytes(payloadBytes, alignment) - FrameDescriptor.RECORD_HEADER_LENGTH;
        this.fence = fence;
    }

    /** Bytes that an event takes in the lane. */
    static int recordBytes(final int payloadBytes, final int alignment) {
        return BitUtil.align(FrameDescriptor.RECORD_HEADER_LENGTH + payloadBytes, alignment);
    }

    Times measure() {
        for (int i = 0; i < BATCHES; i++) {
            final long begin = System.nanoTime();
            final long lost = fence == Fence.FULL ? writeFenced() : write();
            final long written = System.nanoTime();
            final long taken = lane.take();
            takeNs[i] = System.nanoTime() - written;
            writeNs[i] = written - begin;
            if (lost != 0 || taken != BATCH_EVENTS) {
                throw new IllegalStateException("not all events of a batch were taken: lost=" + lost + ", taken="
                        + taken);
            }
        }
        return new Times(medianOfEvent(writeNs), medianOfEvent(takeNs));
    }

    private static double medianOfEvent(final long[] batches) {
        Arrays.sort(batches);
        return (double) batches[BATCHES / 2] / BATCH_EVENTS;
    }

    private long write() {
        long lost = 0;
        for (int i = 0; i < BATCH_EVENTS; i++) {
            lost += writeOne(i);
        }
        return lost;
    }

    private long writeFenced() {
        long lost = 0;
        for (int i = 0; i < BATCH_EVENTS; i++) {
            VarHandle.fullFence();
            lost += writeOne(i);
        }
        return lost;
    }

    private int writeOne(final long time) {
        final LaneWriter writer = lane.writer();
        writer.attempt();
        final int index = writer.reserve(bodyBytes);
        if (index < 0) {
            return 1;
        }
        PayloadCopy.copy(writer.ring(), index + FrameDescriptor.RECORD_HEADER_LENGTH, payload, 0, payload.capacity());
        writer.publish(index, REFERENCE, bodyBytes, time, 0, 0);
        return 0;
    }

    @Override
    public void close() {
        lane.close();
    }
}
