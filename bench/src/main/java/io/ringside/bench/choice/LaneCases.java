package io.ringside.bench.choice;

import io.ringside.bench.choice.LaneCases.TimedLane.Fence;
import io.ringside.bench.choice.LaneCases.TimedLane.Times;
import io.ringside.bench.fixture.LoneLane;
import io.ringside.bench.report.Observation;
import io.ringside.internal.event.PayloadCopy;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.layout.FrameDescriptor;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** Lanes of several sizes, blocks and alignments, measured in turn. Not thread-safe. */
final class LaneCases implements AutoCloseable {
    private static final int DEFAULT_LANE_BYTES = 256 * 1024;
    private static final int KIB = 1024;

    private final List<Case> cases = new ArrayList<>();

    private record Case(String bench, Map<String, String> params, TimedLane lane, List<Times> measured) {}

    /** Adds lanes of several sizes, with the blocks that follow from them. */
    void addSizes(final int payloadBytes, final int... lanesKib) throws IOException {
        for (final int laneKib : lanesKib) {
            final LaneGeometry geometry = LaneGeometry.of(laneKib * (long) KIB);
            add("choice.laneSize",
                    Map.of("laneKib", Integer.toString(laneKib), "blockKib",
                            Integer.toString(geometry.blockBytes() / KIB)),
                    new TimedLane(geometry, payloadBytes, FrameDescriptor.ALIGNMENT, Fence.NONE));
        }
    }

    /** Adds lanes of the default size with several sizes of blocks. */
    void addBlocks(final int payloadBytes, final int... blocksKib) throws IOException {
        for (final int blockKib : blocksKib) {
            final LaneGeometry geometry = new LaneGeometry(DEFAULT_LANE_BYTES, blockKib * KIB, blockKib * KIB / 2);
            add("choice.blockSize",
                    Map.of("blockKib", Integer.toString(blockKib)),
                    new TimedLane(geometry, payloadBytes, FrameDescriptor.ALIGNMENT, Fence.NONE));
        }
    }

    /** Adds lanes with several alignments of records. */
    void addAlignments(final int payloadBytes, final int... alignments) throws IOException {
        for (final int alignment : alignments) {
            add("choice.alignment", Map.of("payload",
                    Integer.toString(payloadBytes), "alignment", Integer.toString(alignment),
                    "record", Integer.toString(TimedLane.recordBytes(payloadBytes, alignment))),
                    new TimedLane(LaneGeometry.of(DEFAULT_LANE_BYTES), payloadBytes, alignment, Fence.NONE));
        }
    }

    /** Adds a lane as in production, and one with the fence that a session's end would need without its barrier. */
    void addFence(final int payloadBytes) throws IOException {
        for (final Fence fence : Fence.values()) {
            add("choice.fence",
                    Map.of("fencePerEvent", fence == Fence.FULL ? "yes" : "no"),
                    new TimedLane(LaneGeometry.of(DEFAULT_LANE_BYTES), payloadBytes, FrameDescriptor.ALIGNMENT,
                            fence));
        }
    }

    private void add(final String bench, final Map<String, String> params, final TimedLane lane) {
        cases.add(new Case(bench, params, lane, new ArrayList<>()));
    }

    /** Measures all cases in turn, as often as requested, after a first measurement as warm-up. */
    List<Observation> measure(final int round, final int repeats) {
        cases.forEach(one -> one.lane.measure());
        for (int i = 0; i < repeats; i++) {
            cases.forEach(one -> one.measured.add(one.lane.measure()));
        }
        final List<Observation> observations = new ArrayList<>();
        for (final Case one : cases) {
            observations.add(Observation.of(one.bench, one.params, round, "ns", Map.of(
                    "write", median(one.measured, Times::writeNs), "take", median(one.measured, Times::takeNs))));
        }
        return observations;
    }

    private static double median(final List<Times> measured, final ToDoubleFunction<Times> ns) {
        final double[] sorted = measured.stream().mapToDouble(ns).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    @Override
    public void close() {
        cases.forEach(one -> one.lane.close());
    }

    /** Lane that is written and emptied in turn, batch by batch, through its whole length. Not thread-safe. */
    static final class TimedLane implements AutoCloseable {
        /** Events of a batch, which fills at most half of the smallest lane. */
        static final int BATCH_EVENTS = 192;

        private static final long REFERENCE = FrameDescriptor.reference(1, 1);
        private static final int BATCHES = 3_000;

        private final long[] writeNs = new long[BATCHES];
        private final long[] takeNs = new long[BATCHES];
        private final LoneLane lane;
        private final UnsafeBuffer payload;
        private final int bodyBytes;
        private final Fence fence;

        /** Additional fence for each event. */
        enum Fence {
            /** No fence, as in production. */
            NONE,
            /** A full fence, which a session's end would need without a barrier. */
            FULL
        }

        /** Medians of the batches, per event. */
        record Times(double writeNs, double takeNs) {}

        /**
         * Creates a lane.
         *
         * @param geometry     sizes of the lane
         * @param payloadBytes of each event
         * @param alignment    to which lengths of records are rounded up
         * @param fence        additional fence for each event
         */
        TimedLane(final LaneGeometry geometry, final int payloadBytes, final int alignment, final Fence fence)
                throws IOException {
            lane = LoneLane.create(geometry);
            payload = new UnsafeBuffer(ByteBuffer.allocateDirect(payloadBytes));
            bodyBytes = recordBytes(payloadBytes, alignment) - FrameDescriptor.RECORD_HEADER_LENGTH;
            this.fence = fence;
        }

        /** Returns the length of an event in the lane, in bytes. */
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
            PayloadCopy.copy(writer.ring(), index + FrameDescriptor.RECORD_HEADER_LENGTH, payload, 0,
                    payload.capacity());
            writer.publish(index, REFERENCE, bodyBytes, time, 0, 0);
            return 0;
        }

        @Override
        public void close() {
            lane.close();
        }
    }
}
