package io.ringside.bench.enabled;

import io.ringside.bench.fixture.BoundsChecks;
import io.ringside.write.ProviderEvent;
import io.ringside.write.ThreadWriter;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * What filters cost an event of 32 bytes: nothing, where a session has none, or has it for another provider or event;
 * else the look into the payload, which an event that is rejected pays instead of being recorded.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Batch.EVENTS)
@Fork(jvmArgsAppend = BoundsChecks.OFF)
public class FilteredWriteBenchmark {
    /** One buffer, by the thread's handle. */
    @Benchmark
    public long bufferByHandle(final FilteredState state) {
        final ThreadWriter writer = state.writer;
        final ProviderEvent event = state.event;
        final DirectBuffer source = state.source;
        final int length = source.capacity();
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            results |= writer.write(event, source, 0, length);
        }
        return results;
    }
}
