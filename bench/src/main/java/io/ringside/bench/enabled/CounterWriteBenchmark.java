package io.ringside.bench.enabled;

import io.ringside.bench.fixture.BoundsChecks;
import io.ringside.internal.machine.TscClock;
import io.ringside.write.EventClaim;
import io.ringside.write.ProviderEvent;
import io.ringside.write.ThreadWriter;
import io.ringside.write.WriteOptions;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * What an event costs in a session by the processor's counter, the counter alone beside it, and an event whose time the
 * caller gives. Left out where the counter cannot be read. Its peers are those of {@link EnabledWriteBenchmark}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Batch.EVENTS)
@Fork(jvmArgsAppend = BoundsChecks.OFF)
public class CounterWriteBenchmark {
    /** The monotonic clock, in the same run. */
    @Benchmark
    public long peerNanoTime(final NothingToDrainState state) {
        return PeerWrites.nanoTime();
    }

    /** The counter alone, brought to nanoseconds. */
    @Benchmark
    public long peerCounter(final CounterClockState state) {
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            results |= TscClock.nanoTime();
        }
        return results;
    }

    /** One buffer, by the thread's handle. */
    @Benchmark
    public long bufferByHandle(final CounterSessionState state, final PayloadState payload) {
        final ThreadWriter writer = state.writer;
        final ProviderEvent event = state.event;
        final DirectBuffer source = payload.source;
        final int length = payload.payloadBytes;
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            results |= writer.write(event, source, 0, length);
        }
        return results;
    }

    /** In place, by the thread's handle. */
    @Benchmark
    public long claimByHandle(final CounterSessionState state, final PayloadState payload) {
        final ThreadWriter writer = state.writer;
        final ProviderEvent event = state.event;
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

    /** One buffer with a time that the caller gives, by the thread's handle: no clock is read. */
    @Benchmark
    public long timedByHandle(final CounterSessionState state, final PayloadState payload) {
        final ThreadWriter writer = state.writer;
        final ProviderEvent event = state.event;
        final WriteOptions options = state.options;
        final DirectBuffer source = payload.source;
        final int length = payload.payloadBytes;
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            results |= writer.write(event, options.timeTicks(1_000_000L + i), source, 0, length);
        }
        return results;
    }
}
