package io.ringside.bench.recording;

import io.ringside.bench.fixture.BoundsChecks;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * What it costs to bring an event from its lane into a recording. Beside it a queue of Chronicle to which the same
 * event is appended by itself, and what the medium takes for a plain copy of the same bytes from file to file.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(RecordedPayload.EVENTS)
@Fork(jvmArgsAppend = BoundsChecks.OFF)
public class RecordBenchmark {
    /** From the lane into the recording, with ledger and checkpoints. */
    @Benchmark
    public long recorder(final RecorderState state) {
        return state.events.record();
    }

    /** An excerpt of Chronicle for each event. */
    @Benchmark
    public void peerChronicleAppend(final ChronicleState state) {
        state.append();
    }

    /** As many bytes as the events have, from file to file. */
    @Benchmark
    public long peerFileCopy(final FileCopyState state) throws IOException {
        return state.copy();
    }
}
