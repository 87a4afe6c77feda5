package io.ringside.bench.disabled;

import io.ringside.bench.disabled.DisabledCheckBenchmark.DisabledRecordingState;
import io.ringside.bench.fixture.BoundsChecks;
import io.ringside.bench.fixture.FlightRecorderEvent;
import io.ringside.bench.fixture.HandWrittenSample;
import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.bench.fixture.SampleEventsProvider;
import io.ringside.bench.fixture.TypedProcess;
import io.ringside.bench.fixture.TypedTurnsState;
import io.ringside.bench.fixture.TypedTurnsState.TypedTimesState;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Cost of a typed event of four longs that no session wants, compared with a claim written by hand, and with JFR. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(jvmArgsAppend = BoundsChecks.OFF)
public class TypedCheckBenchmark {
    /** Number of checks in a row, so that reading the clock is a small part of a turn. */
    private static final int CHECKS = 4_096;

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

    /** The generated method and the equivalent code by hand, in turn. */
    @Benchmark
    @OperationsPerInvocation(CHECKS)
    public long sample(final DisabledTypedState state, final TypedTurnsState turns, final TypedTimesState times) {
        return turns.end(turns.begin() == TypedTurnsState.GENERATED
                ? generatedChecks(state.events, state.value)
                : checksByHand(state.byHand, state.value));
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private static long generatedChecks(final SampleEventsProvider events, final long value) {
        long results = 0;
        for (int i = 0; i < CHECKS; i++) {
            results |= events.sample(value, value, value, i);
        }
        return results;
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private static long checksByHand(final HandWrittenSample byHand, final long value) {
        long results = 0;
        for (int i = 0; i < CHECKS; i++) {
            results |= byHand.sample(value, value, value, i);
        }
        return results;
    }

    /** State with a registered typed event that no session wants. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class DisabledTypedState {
        /** Value of the event's fields. */
        long value = 42;

        private MemoryFolder folder;
        private TypedProcess process;
        SampleEventsProvider events;
        HandWrittenSample byHand;

        /** Registers the event. */
        @Setup
        public void open() throws IOException {
            folder = MemoryFolder.create();
            process = TypedProcess.connect(folder.path());
            events = process.events();
            byHand = new HandWrittenSample(process.event("sample"));
        }

        /** Ends the runtime and removes its files. */
        @TearDown
        public void close() {
            process.close();
            folder.close();
        }
    }
}
