package io.ringside.bench.enabled;

import io.ringside.bench.enabled.DrainedSessions.Batch;
import io.ringside.bench.enabled.EnabledRecordingState.FlightRecorderTurnsState;
import io.ringside.bench.fixture.BoundsChecks;
import io.ringside.bench.fixture.FlightRecorderEvent;
import io.ringside.bench.fixture.HandWrittenSample;
import io.ringside.bench.fixture.SampleEventsProvider;
import io.ringside.bench.fixture.TypedTurnsState;
import io.ringside.bench.fixture.TypedTurnsState.TypedTimesState;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/** Cost of a typed event of four longs that a session wants, compared with a claim written by hand, and with JFR. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Batch.EVENTS)
@Fork(jvmArgsAppend = BoundsChecks.OFF)
public class TypedWriteBenchmark {
    /** Writes JFR events with the same fields. */
    @Benchmark
    public long peerFlightRecorder(final EnabledRecordingState state, final FlightRecorderTurnsState turns) {
        turns.begin();
        for (int i = 0; i < Batch.EVENTS; i++) {
            new FlightRecorderEvent().fill(state.value).commit();
        }
        return turns.end(state.value);
    }

    /**
     * The generated method and the equivalent code by hand, with one claim object that is kept, for use on any thread,
     * in turn.
     */
    @Benchmark
    public long sample(final TypedState state, final TypedTurnsState turns, final TypedTimesState times) {
        return turns.end(turns.begin() == TypedTurnsState.GENERATED ? generated(state.events) : byHand(state.byHand));
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private static long generated(final SampleEventsProvider events) {
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            results |= events.sample(i, i, i, i);
        }
        return results;
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private static long byHand(final HandWrittenSample byHand) {
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            results |= byHand.sample(i, i, i, i);
        }
        return results;
    }
}
