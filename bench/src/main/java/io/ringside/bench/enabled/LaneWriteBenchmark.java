package io.ringside.bench.enabled;

import io.ringside.bench.fixture.BoundsChecks;
import io.ringside.bench.fixture.PeerRecord;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.layout.FrameDescriptor;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * What a lane alone costs: attempt, reservation, copy, header and tail, with neither clock nor runtime. Beside it the
 * same bytes through Agrona's ring for one producer.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(jvmArgsAppend = BoundsChecks.OFF)
public class LaneWriteBenchmark {
    private static final long REFERENCE = FrameDescriptor.reference(1, 1);

    /** A lane of ours. */
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

    /** Agrona's ring. */
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
}
