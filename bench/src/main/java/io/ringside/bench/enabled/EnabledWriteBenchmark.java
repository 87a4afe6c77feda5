package io.ringside.bench.enabled;

import io.ringside.bench.fixture.BoundsChecks;
import io.ringside.bench.fixture.FlightRecorderEvent;
import io.ringside.bench.fixture.PeerRecord;
import io.ringside.event.DataDescriptors;
import io.ringside.transport.write.EventClaim;
import io.ringside.transport.write.ThreadWriter;
import io.ringside.transport.write.TraceEvent;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * What an event costs that sessions want, through the runtime that an application uses. Beside it the clock alone,
 * Agrona's rings with the same clock, header and payload, and an event of JFR.
 * <p>
 * The loops cannot be merged or emptied: every event reads the clock and stores with release order. See {@link Batch}
 * for how rings are drained.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Batch.EVENTS)
@Fork(jvmArgsAppend = BoundsChecks.OFF)
public class EnabledWriteBenchmark {
    /** The clock alone. */
    @Benchmark
    public long peerNanoTime(final NothingToDrainState state) {
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            results |= System.nanoTime();
        }
        return results;
    }

    /** Agrona's ring for one producer. */
    @Benchmark
    public long peerOneToOne(final OneToOneState state, final PayloadState payload) {
        final OneToOneRingBuffer[] rings = state.rings;
        final UnsafeBuffer[] memories = state.memories;
        final DirectBuffer source = payload.source;
        final int length = payload.payloadBytes;
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            final long nowNs = System.nanoTime();
            for (int j = 0; j < rings.length; j++) {
                final OneToOneRingBuffer ring = rings[j];
                final int index = ring.tryClaim(PeerRecord.TYPE_ID, PeerRecord.HEADER_LENGTH + length);
                if (index > 0) {
                    PeerRecord.encode(memories[j], index, nowNs, source, length);
                    ring.commit(index);
                }
                results |= index;
            }
        }
        return results;
    }

    /** Agrona's ring for many producers: what a user would take for events of several threads. */
    @Benchmark
    public long peerManyToOne(final ManyToOneState state, final PayloadState payload) {
        final ManyToOneRingBuffer[] rings = state.rings;
        final UnsafeBuffer[] memories = state.memories;
        final DirectBuffer source = payload.source;
        final int length = payload.payloadBytes;
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            final long nowNs = System.nanoTime();
            for (int j = 0; j < rings.length; j++) {
                final ManyToOneRingBuffer ring = rings[j];
                final int index = ring.tryClaim(PeerRecord.TYPE_ID, PeerRecord.HEADER_LENGTH + length);
                if (index > 0) {
                    PeerRecord.encode(memories[j], index, nowNs, source, length);
                    ring.commit(index);
                }
                results |= index;
            }
        }
        return results;
    }

    /** An event of JFR with 32 bytes; it has a clock and a buffer of its own. */
    @Benchmark
    public long peerFlightRecorder(final EnabledRecordingState state, final NothingToDrainState timed) {
        for (int i = 0; i < Batch.EVENTS; i++) {
            new FlightRecorderEvent().fill(state.value).commit();
        }
        return state.value;
    }

    /** One buffer, by the thread's handle. */
    @Benchmark
    public long bufferByHandle(final SessionsState state, final PayloadState payload) {
        final ThreadWriter writer = state.writer;
        final TraceEvent event = state.event;
        final DirectBuffer source = payload.source;
        final int length = payload.payloadBytes;
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            results |= writer.write(event, source, 0, length);
        }
        return results;
    }

    /** A list of one block, filled anew for each event, by the thread's handle. */
    @Benchmark
    public long gatherByHandle(final SessionsState state, final PayloadState payload) {
        final ThreadWriter writer = state.writer;
        final TraceEvent event = state.event;
        final DataDescriptors blocks = state.blocks;
        final DirectBuffer source = payload.source;
        final int length = payload.payloadBytes;
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            results |= writer.write(event, blocks.reset().add(source, 0, length));
        }
        return results;
    }

    /** A list of one block, filled anew for each event, from any thread. */
    @Benchmark
    public long gatherThreadSafe(final SessionsState state, final PayloadState payload) {
        final TraceEvent event = state.event;
        final DataDescriptors blocks = state.blocks;
        final DirectBuffer source = payload.source;
        final int length = payload.payloadBytes;
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            results |= event.write(blocks.reset().add(source, 0, length));
        }
        return results;
    }

    /** In place, by the thread's handle. */
    @Benchmark
    public long claimByHandle(final SessionsState state, final PayloadState payload) {
        final ThreadWriter writer = state.writer;
        final TraceEvent event = state.event;
        final EventClaim claim = state.claim;
        final DirectBuffer source = payload.source;
        final int length = payload.payloadBytes;
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            if (writer.tryClaim(event, claim, length)) {
                claim.buffer().putBytes(0, source, 0, length);
                results |= claim.commit();
            }
        }
        return results;
    }

    /** In place, from any thread. */
    @Benchmark
    public long claimThreadSafe(final SessionsState state, final PayloadState payload) {
        final TraceEvent event = state.event;
        final EventClaim claim = state.claim;
        final DirectBuffer source = payload.source;
        final int length = payload.payloadBytes;
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            if (event.tryClaim(claim, length)) {
                claim.buffer().putBytes(0, source, 0, length);
                results |= claim.commit();
            }
        }
        return results;
    }
}
