package io.ringside.bench.enabled;

import io.ringside.bench.enabled.DrainedSessions.Batch;
import io.ringside.bench.enabled.PeerWrites.PeerRings;
import io.ringside.bench.fixture.AllocationMeter;
import io.ringside.bench.fixture.BoundsChecks;
import io.ringside.bench.fixture.LoneLane;
import io.ringside.bench.fixture.PeerRecord;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.layout.FrameDescriptor;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Cost of a lane alone: attempt, reservation, copy, header and tail, without clock and runtime. The baseline writes the
 * same bytes through Agrona's ring for one producer.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(jvmArgsAppend = BoundsChecks.OFF)
public class LaneWriteBenchmark {
    private static final long REFERENCE = FrameDescriptor.reference(1, 1);

    /** Writes to our lane. */
    @Benchmark
    @OperationsPerInvocation(Batch.EVENTS)
    public long lane(final LaneState state, final PayloadState payload) {
        final LaneWriter lane = state.writer;
        final DirectBuffer source = payload.source;
        final int length = payload.payloadBytes;
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            lane.attempt();
            final int index = lane.reserve(length);
            if (index >= 0) {
                lane.ring().putBytes(index + FrameDescriptor.RECORD_HEADER_LENGTH, source, 0, length);
                lane.publish(index, REFERENCE, length, i, 0, 0);
            }
            results |= index;
        }
        return results;
    }

    /** Writes to Agrona's ring. */
    @Benchmark
    @OperationsPerInvocation(Batch.EVENTS)
    public long peerOneToOne(final LaneRingState state, final PayloadState payload) {
        final OneToOneRingBuffer ring = state.ring;
        final UnsafeBuffer memory = state.memory;
        final DirectBuffer source = payload.source;
        final int length = payload.payloadBytes;
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            final int index = ring.tryClaim(PeerRecord.TYPE_ID, PeerRecord.HEADER_LENGTH + length);
            if (index > 0) {
                PeerRecord.encode(memory, index, i, source, length);
                ring.commit(index);
            }
            results |= index;
        }
        return results;
    }

    /** State with a lane, used by the measuring thread only. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class LaneState {
        /** Bytes allocated within the measured calls of an iteration, for JMH's results. */
        public long writerBytes;

        private final AllocationMeter meter = new AllocationMeter();
        private LoneLane lane;
        LaneWriter writer;

        @Setup
        public void open() throws IOException {
            lane = LoneLane.create(LaneGeometry.of(Batch.RING_BYTES));
            writer = lane.writer();
        }

        /** Begins an iteration. */
        @Setup(Level.Iteration)
        public void reset() {
            writerBytes = 0;
        }

        @Setup(Level.Invocation)
        public void begin() {
            meter.begin();
        }

        /** Ends a batch, and drains it from the lane. */
        @TearDown(Level.Invocation)
        public void drain() {
            writerBytes += meter.bytes();
            Batch.check(Batch.EVENTS, lane.take());
        }

        /** Removes the files. */
        @TearDown
        public void close() {
            lane.close();
        }
    }

    /** State with Agrona's ring for one producer, the baseline of one lane. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class LaneRingState {
        private PeerRings<OneToOneRingBuffer> peer;
        OneToOneRingBuffer ring;
        UnsafeBuffer memory;

        @Setup
        public void open() throws IOException {
            peer = PeerRings.open(1, OneToOneRingBuffer::new);
            ring = peer.rings().get(0);
            memory = peer.memories()[0];
        }

        /** Drains a batch from the ring. */
        @TearDown(Level.Invocation)
        public void drain() {
            peer.drain(Batch.EVENTS);
        }

        /** Removes the files. */
        @TearDown
        public void close() {
            peer.close();
        }
    }
}
