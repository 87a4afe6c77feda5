package io.ringside.bench.enabled;

import io.ringside.bench.fixture.BoundsChecks;
import io.ringside.bench.fixture.FlightRecorderEvent;
import io.ringside.bench.fixture.HandWrittenSample;
import io.ringside.bench.fixture.SampleEvents;
import io.ringside.bench.fixture.SampleEventsProvider;
import io.ringside.transport.write.EventClaim;
import io.ringside.transport.write.ThreadWriter;
import io.ringside.transport.write.TraceEvent;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/** What a typed event of four longs costs that a session wants, beside the claim that a hand would write, and JFR's. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Batch.EVENTS)
@Fork(jvmArgsAppend = BoundsChecks.OFF)
public class TypedWriteBenchmark {
    /** An event of JFR with the same fields. */
    @Benchmark
    public long peerFlightRecorder(final EnabledRecordingState state, final NothingToDrainState timed) {
        for (int i = 0; i < Batch.EVENTS; i++) {
            new FlightRecorderEvent().fill(state.value).commit();
        }
        return state.value;
    }

    /** The generated method. */
    @Benchmark
    public long generated(final TypedState state) {
        final SampleEventsProvider events = state.events;
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            results |= events.sample(i, i, i, i);
        }
        return results;
    }

    /** The same by hand, with a claim that is kept, from any thread. */
    @Benchmark
    public long claimThreadSafe(final TypedState state) {
        final HandWrittenSample byHand = state.byHand;
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            results |= byHand.sample(i, i, i, i);
        }
        return results;
    }

    /** The same by hand, with a claim that is kept, by the thread's handle. */
    @Benchmark
    public long claimByHandle(final TypedState state) {
        final ThreadWriter writer = state.writer;
        final TraceEvent event = state.event;
        final EventClaim claim = state.claim;
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            if (writer.tryClaim(event, claim, SampleEvents.PAYLOAD_BYTES)) {
                HandWrittenSample.fill(claim.buffer(), i, i, i, i);
                results |= claim.commit();
            }
        }
        return results;
    }
}
