package io.ringside.bench.disabled;

import io.ringside.bench.fixture.BoundsChecks;
import io.ringside.bench.fixture.FlightRecorderEvent;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/** What an event costs that no session wants: the test alone, and the call of write. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(jvmArgsAppend = BoundsChecks.OFF)
public class DisabledCheckBenchmark {
    private static final int WORD_OFFSET = 0;

    /** What JMH itself costs. */
    @Benchmark
    public void peerEmptyMethod() {
        // Empty on purpose.
    }

    /** A volatile read of a mapped word and a branch: the least that can be switched from outside the process. */
    @Benchmark
    public boolean peerVolatileRead(final MappedWordState state) {
        return state.page.getLongVolatile(WORD_OFFSET) != 0;
    }

    /** JFR's test. */
    @Benchmark
    public boolean peerFlightRecorderIsEnabled(final DisabledRecordingState state) {
        return new FlightRecorderEvent().isEnabled();
    }

    /** JFR's write. */
    @Benchmark
    public void peerFlightRecorderCommit(final DisabledRecordingState state) {
        new FlightRecorderEvent().fill(state.value).commit();
    }

    /** The test. */
    @Benchmark
    public boolean isEnabled(final DisabledState state) {
        return DeclaredEvent.EVENT.isEnabled();
    }

    /** The thread-safe call. */
    @Benchmark
    public long write(final DisabledState state) {
        return DeclaredEvent.EVENT.write(state.source, 0, DisabledState.PAYLOAD_BYTES);
    }

    /** The call through a handle. */
    @Benchmark
    public long writeByHandle(final DisabledState state) {
        return state.writer.write(DeclaredEvent.EVENT, state.source, 0, DisabledState.PAYLOAD_BYTES);
    }
}
