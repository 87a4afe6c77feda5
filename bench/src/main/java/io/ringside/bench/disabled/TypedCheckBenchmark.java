package io.ringside.bench.disabled;

import io.ringside.bench.fixture.BoundsChecks;
import io.ringside.bench.fixture.FlightRecorderEvent;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * What a typed event of four longs costs that no session wants, beside the claim that a hand would write, and JFR's.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(jvmArgsAppend = BoundsChecks.OFF)
public class TypedCheckBenchmark {
    /** JFR's write. */
    @Benchmark
    public void peerFlightRecorderCommit(final DisabledRecordingState state) {
        new FlightRecorderEvent().fill(state.value).commit();
    }

    /** The generated method. */
    @Benchmark
    public long generated(final DisabledTypedState state) {
        final long value = state.value;
        return state.events.sample(value, value, value, value);
    }

    /** The same by hand. */
    @Benchmark
    public long claimThreadSafe(final DisabledTypedState state) {
        final long value = state.value;
        return state.byHand.sample(value, value, value, value);
    }
}
